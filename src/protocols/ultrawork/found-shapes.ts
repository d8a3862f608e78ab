// Schemas of a found folder as it was read, and of the run that begins with it.
import {
  base,
  checkInput,
  count,
  criterionName,
  draftTask,
  jobKey,
  jsonText,
  maybe,
  options,
  optionsInput,
  paths,
  phase,
  taskId,
  texts,
  unknownKeys,
} from "./shapes.ts";
import * as t from "../../kit/schema.ts";

export const foundEvidence = t.record({
  criteria: t.text,
  command: t.text,
  output: t.text,
  verified: t.flag,
  timestamp: t.text,
});
export const foundTask = t.record({
  ...draftTask.entries,
  status: t.oneOf(["open", "in_progress", "resolved", "failed"]),
  worker: maybe,
  evidence: t.list(foundEvidence),
  startedAt: maybe,
  completedAt: maybe,
});
export const exploration = t.record({
  explorer: t.text,
  hint: t.text,
  file: maybe,
  summary: t.text,
  keyFiles: paths,
  patterns: texts,
  constraints: texts,
});
/** An existing folder as understood by read(). */
export const foundRun = t.record({
  goal: t.text,
  session: t.text,
  sessionTask: t.text,
  team: t.text,
  home: t.text,
  phase,
  options: t.optional(optionsInput),
  iteration: t.optional(count),
  tasks: t.list(foundTask),
  verify: t.maybe(foundTask),
  /** Some work was set aside and everything else is resolved: nothing starts before a person has looked. */
  paused: t.optional(t.flag),
  /** Who planned, and when; missing if the plan is still to be made. */
  planner: t.optional(t.record({ agent: maybe, startedAt: maybe, completedAt: maybe })),
  explorers: t.list(t.record({ id: t.text, hint: t.text })),
  findings: t.list(exploration),
  /** Entries as found, in order, each as JSON text. */
  evidenceLog: t.list(jsonText),
  extras: t.list(t.record({ file: t.text, pointer: t.text, entries: unknownKeys })),
  startedAt: maybe,
  completedAt: maybe,
  cancelledAt: maybe,
  failureReason: maybe,
});

/** Initial data of an adopted run. */
export const adoptionFields = {
  run: t.text,
  found: foundRun,
  options,
  base,
  corrections: t.texts,
  digests: t.byName(t.text),
};

/** A check run as the engine saw it. */
export const checkRunFields = {
  job: jobKey,
  argv: texts,
  cwd: t.standing(t.text, "."),
  exit: t.maybe(t.integer),
  why: t.standing(maybe, null),
  results: t.means(
    "every criterion that shares this check, each judged by its own exit and match",
    t.list(
      t.record({
        task: taskId,
        criterion: count,
        passed: t.flag,
        why: t.standing(maybe, null),
        hollow: t.optional(t.flag),
      }),
    ),
  ),
  digest: maybe,
  excerpt: t.text,
  before: maybe,
  after: maybe,
  head: maybe,
  ms: t.numberFrom(0),
  artifact: t.standing(t.means("a file that was kept, with its digest", maybe), null),
  changed: t.optional(paths),
};

/** A verdict on the whole. */
export const verdictFields = {
  sweep: t.optional(t.means("the sweep that was judged; a person may leave it out", count)),
  verdict: t.oneOf(["PASS", "FAIL"]),
  judgements: t.standing(
    t.list(
      t.record({
        task: taskId,
        criterion: criterionName,
        judgement: t.oneOf(["met", "unmet", "unproven"]),
        note: t.standing(t.text, ""),
      }),
    ),
    [],
  ),
  issues: t.standing(
    t.list(
      t.record({
        summary: t.text,
        severity: t.standing(t.text, "major"),
        task: t.optional(maybe),
        criterion: t.optional(t.maybe(criterionName)),
        done_when: t.standing(t.text, ""),
        check: t.optional(t.maybe(checkInput)),
        files: t.standing(paths, []),
      }),
    ),
    [],
  ),
  checks: t.standing(
    t.list(t.record({ task: taskId, criterion: criterionName, check: checkInput })),
    [],
  ),
  notes: t.standing(t.text, ""),
};
