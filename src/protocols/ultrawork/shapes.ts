// Schemas that several commands and events of ultrawork share.
import * as t from "../../kit/schema.ts";
import { readJson } from "../../core/json.ts";
import { isRefusal } from "../../core/refusal.ts";
import { textLimit } from "./limits.ts";
import { evidenceTypes } from "./task.ts";
import { troubleKinds } from "./state.ts";

export const evidenceType = t.oneOf(evidenceTypes);
export const complexity = t.oneOf(["simple", "standard", "complex"]);
export const chosenBy = t.oneOf(["plan", "worker", "verifier", "person"]);
export const phase = t.oneOf([
  "PLANNING",
  "EXECUTION",
  "VERIFICATION",
  "COMPLETE",
  "FAILED",
  "CANCELLED",
]);
export const livePhase = t.oneOf(["PLANNING", "EXECUTION", "VERIFICATION"]);
export const texts = t.list(t.text);
export const paths = t.list(t.text);
export const maybe = t.maybe(t.text);
export const count = t.count;

export const taskId = t.means("id of a task", t.text);
export const jobKey = t.means("key of a job", t.text);
export const reason = t.most(textLimit, t.text);

/** Written verbatim into a file, so it must be valid JSON to keep the file readable. */
export const jsonText = t.where(
  t.text,
  (text) => !isRefusal(readJson(text)),
  "must be the text of one JSON value",
);
/** Unknown keys of one object as [key, JSON text]. */
export const unknownKeys = t.where(
  t.list(t.pair(t.text, jsonText)),
  (pairs) => new Set(pairs.map(([key]) => key)).size === pairs.length,
  "must name each key once",
);

export const holder = t.record({
  name: t.text,
  agent: t.standing(maybe, null),
  conversation: t.standing(maybe, null),
});

const checkFields = {
  command: t.optional(
    t.means("run without a shell; a leading `cd DIR &&` and NAME=value are understood", t.text),
  ),
  path: t.optional(t.means("a file below the workspace or the session folder", t.text)),
  cwd: t.optional(t.text),
  exit: t.optional(t.means("0 if not said", t.integer)),
  match: t.optional(t.means("plain text that must be found", t.text)),
  timeout_s: t.optional(t.wholeFrom(1)),
};
/** As people and agents provide it: the type is optional. */
export const checkInput = t.open({ type: t.optional(evidenceType), ...checkFields });
/** As stored. */
export const check = t.record({ type: evidenceType, ...checkFields });

/** A criterion's text, or an object with its check. The plan's rules validate it, so that all findings come at once. */
export const criterionInput = t.either(
  t.text,
  t.open({ criteria: t.text, type: t.optional(evidenceType), ...checkFields }),
);
const taskFields = {
  subject: t.text,
  description: t.optional(maybe),
  complexity: t.optional(t.maybe(complexity)),
  blocked_by: t.optional(texts),
  files: t.optional(t.maybe(paths)),
  success_criteria: t.list(criterionInput),
};
export const taskInput = t.open({ id: t.text, ...taskFields });
export const planInput = t.open({
  tasks: t.list(taskInput),
  verify: t.optional(t.open({ success_criteria: t.list(criterionInput) })),
  decisions: t.optional(
    t.list(
      t.open({
        topic: t.text,
        choice: t.text,
        rationale: t.standing(t.text, ""),
        asked_user: t.standing(t.flag, false),
      }),
    ),
  ),
});
export const changesInput = t.record({
  subject: t.optional(taskFields.subject),
  description: taskFields.description,
  complexity: taskFields.complexity,
  blocked_by: taskFields.blocked_by,
  files: taskFields.files,
  success_criteria: t.optional(taskFields.success_criteria),
});

/** The decider checks ranges (OPTION_INVALID), to name each with a valid value. */
export const optionsInput = t.record({
  mode: t.suggesting(
    ["interactive", "auto"],
    t.optional(t.means("whether a person is asked: interactive or auto", t.text)),
  ),
  max_workers: t.optional(
    t.means("tasks worked on at once, 0 to 64; 0: as many as the runner allows", t.number),
  ),
  max_iterations: t.optional(t.means("rounds of work and verification, 1 to 50", t.number)),
  max_attempts: t.optional(t.means("attempts at a task, 1 to 10", t.number)),
  plan_only: t.optional(
    t.means("stop once the plan is approved, and ask before the work begins", t.flag),
  ),
  planner: t.suggesting(["agent", "hand"], t.optional(t.means("who plans: agent or hand", t.text))),
  explorers: t.optional(
    t.means(
      "how many of the three default explorers run, or a list of hints; 0: none",
      t.either(t.number, t.list(t.text), t.list(t.open({ id: t.text, hint: t.text }))),
    ),
  ),
  baseline: t.optional(
    t.means("run the checks before work on a task starts; default: yes", t.flag),
  ),
  commits: t.optional(t.means("workers commit their own files", t.flag)),
  verifier: t.suggesting(
    ["other-session", "other-agent", "person"],
    t.optional(t.means("who verifies: other-session, other-agent or person", t.text)),
  ),
  check_timeout_s: t.optional(t.means("seconds that a check may take, 1 to 7,200", t.number)),
});
export const options = t.record({
  mode: t.oneOf(["interactive", "auto"]),
  max_workers: count,
  max_iterations: count,
  max_attempts: count,
  plan_only: t.flag,
  planner: t.oneOf(["agent", "hand"]),
  explorers: t.list(t.record({ id: t.text, hint: t.text })),
  baseline: t.flag,
  commits: t.flag,
  verifier: t.oneOf(["other-session", "other-agent", "person"]),
  check_timeout_s: count,
});

/** The run's starting point, set by the engine: values from a sender are replaced. */
export const base = t.record({ head: maybe, tree: maybe });

export const draftCriterion = t.record({
  text: t.text,
  check: t.maybe(check),
  chosenBy: t.maybe(chosenBy),
});
export const draftTask = t.record({
  id: t.text,
  subject: t.text,
  description: maybe,
  complexity: t.maybe(complexity),
  files: t.maybe(paths),
  blockedBy: texts,
  criteria: t.list(draftCriterion),
});
export const baselineResult = t.record({
  criterion: count,
  passed: t.flag,
  exit: t.maybe(t.integer),
  why: t.standing(maybe, null),
  tree: t.optional(
    t.means("on which a check that the worker chose was tried without the work", t.text),
  ),
});
export const criterionName = t.means(
  "its number, from 1, or its exact text",
  t.either(t.wholeFrom(1), t.text),
);

/** The holder of a job, and the name shown for it. */
export const begun = { job: t.text, holder, worker: t.text };
export const judgement = t.record({
  task: t.text,
  criterion: count,
  judgement: t.oneOf(["met", "unmet", "unproven"]),
  note: t.text,
});
export const issue = t.record({
  summary: t.text,
  severity: t.text,
  task: maybe,
  criterion: t.maybe(count),
  doneWhen: t.text,
  check: t.maybe(check),
  files: paths,
  key: t.text,
});
export const failure = {
  kind: t.text,
  reason: t.text,
  spent: t.flag,
  trouble: t.optional(t.record({ kind: t.oneOf(troubleKinds), notBefore: maybe })),
};

/** A run that the engine saw, or a person's confirmation. */
export const evidenceFields = {
  task: t.text,
  criterion: count,
  criteria: t.text,
  type: evidenceType,
  command: t.text,
  argv: texts,
  cwd: t.text,
  exit: t.maybe(t.integer),
  why: maybe,
  passed: t.flag,
  captured: t.flag,
  hollow: t.optional(
    t.means(
      "it passes on an empty tree as well, or held says why it shows nothing; a person may accept it",
      t.flag,
    ),
  ),
  held: t.optional(
    t.means(
      "of a check that the worker chose: it passes without the work, too, or no file was changed",
      t.oneOf(["before", "unchanged"]),
    ),
  ),
  flipped: t.optional(t.means("it failed before on this same tree", t.flag)),
  disturbed: t.flag,
  unstarted: count,
  before: maybe,
  tree: maybe,
  head: maybe,
  digest: maybe,
  content: t.text,
  artifact: maybe,
  ms: t.number,
  chosenBy: t.maybe(chosenBy),
  at: t.either(t.record({ attempt: count }), t.record({ sweep: count })),
  by: t.oneOf(["engine", "person"]),
  name: t.text,
};

/** Initial data of a run. */
export const startFields = {
  run: t.text,
  goal: t.text,
  session: t.text,
  sessionTask: t.text,
  team: t.text,
  home: t.text,
  options,
  base,
  origin: maybe,
};
