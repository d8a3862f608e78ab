// Why: pieces that several commands and events share are described once, so that help texts and types cannot drift apart.
import * as t from "../../../kit/schema.ts";

export const text = t.text;
export const texts = t.list(t.text);
export const maybe = t.maybe(t.text);
export const count = t.count;
export const positive = t.wholeFrom(1);
export const entries = t.list(t.pair(t.text, t.text));
export const unit = t.means("id of a unit: T1, R1 …", t.text);
export const pass = t.means("number of the pass in its unit, from 1", positive);

export const mode = t.oneOf(["development", "knowledge"]);
export const domain = t.oneOf([
  "feature",
  "bug",
  "refactor",
  "research",
  "writing",
  "analysis",
  "planning",
]);
export const knowledgeDomain = t.oneOf(["research", "writing", "analysis", "planning"]);
export const phase = t.oneOf(["discover", "plan", "execute", "verify", "deliver", "complete"]);
export const model = t.means(
  "tier: haiku light, sonnet standard, opus heavy",
  t.oneOf(["haiku", "sonnet", "opus"]),
);
export const stage = t.oneOf([
  "idle",
  "work",
  "test",
  "gate",
  "stepped-in",
  "confirm",
  "regate",
  "verify",
  "settled",
  "stuck",
]);
export const passKind = t.oneOf([
  "work",
  "fix",
  "revise",
  "test",
  "confirmation",
  "verification",
  "person",
]);
export const stuckKind = t.oneOf([
  "blocked",
  "timeout",
  "unsettled",
  "unverified",
  "saturated",
  "unrunnable",
]);

/** Filled by the engine: a measured moment. */
export const moment = t.record({ tree: maybe, head: maybe });
export const change = t.record({ path: text, how: t.oneOf(["added", "modified", "deleted"]) });
export const commit = t.record({ hash: text, subject: text });
export const span = t.record({
  known: t.flag,
  from: moment,
  to: moment,
  changed: t.list(change),
  commits: t.list(t.record({ hash: text, subject: text, paths: texts })),
  rewritten: t.flag,
  uncommitted: texts,
  untracked: t.optional(texts),
  apart: t.optional(t.exactly(true)),
});
/** As an event keeps it: at most 200 changes, and how many more there were. */
export const measured = t.record({
  known: t.flag,
  from: moment,
  to: moment,
  content: t.means("digest of the unit's content afterwards", maybe),
  changed: t.list(change),
  more: count,
  mine: t.means("changed paths that are this unit's, at most 1,000", texts),
  did: t.means("something of the unit's changed, or nobody knows", t.flag),
  commits: t.list(commit),
  rewritten: t.flag,
  uncommitted: texts,
  suspects: t.means("tests and build files among the changed, stub lines that were added", texts),
  claimed: t.list(t.record({ hash: text, found: t.flag })),
  documents: t.optional(
    t.means("digests of texts in the run's own folders, by their paths from there", t.byName(text)),
  ),
});

export const severity = t.oneOf(["critical", "major", "minor"]);
export const gap = t.record({
  severity,
  type: text,
  file: maybe,
  line: t.maybe(t.integer),
  problem: text,
});
export const issue = t.record({ unit: maybe, ...gap.entries });
/** As given: what is missing is nothing. */
export const gapInput = t.record({
  severity,
  type: t.optional(text),
  file: t.optional(maybe),
  line: t.optional(t.maybe(t.integer)),
  problem: text,
});
export const issueInput = t.record({ unit: t.optional(maybe), ...gapInput.entries });
export const judgement = t.record({ met: t.flag, how: text });

export const described = t.record({
  id: unit,
  title: text,
  criteria: texts,
  files: texts,
  output: maybe,
  depends: texts,
  model,
  max: count,
});
/** As a plan gives a unit. */
export const unitInput = t.record({
  id: t.optional(unit),
  title: text,
  criteria: texts,
  files: t.optional(t.means("paths or globs that it may touch; development", texts)),
  output: t.optional(t.means("path that it makes; knowledge", text)),
  depends: t.optional(texts),
  model: t.optional(t.means("tier: haiku light, sonnet standard, opus heavy", t.text)),
  max: t.optional(t.means("most iterations, 1 to 100", t.integer)),
});
export const unitChanges = t.partial(t.without(unitInput, "id"));
/** As an event keeps them: checked, and only what differs. */
export const describedChanges = t.partial(t.without(described, "id"));

export const briefInput = t.record({
  title: t.optional(t.means("the title of brief.md", text)),
  domain: t.optional(domain),
  outcome: t.optional(t.means("the result when it is done", text)),
  done_when: t.optional(t.means("how to tell that it is done", texts)),
  constraints: t.optional(t.means("constraints that hold throughout", texts)),
  notes: t.optional(t.means("approach, and anything else that agents should know", text)),
});
export const brief = t.record({
  title: text,
  domain,
  outcome: text,
  done_when: texts,
  constraints: texts,
  notes: text,
});
export const contextInput = t.record({
  goal: t.optional(text),
  approach: t.optional(text),
  key_files: t.optional(t.list(t.record({ path: text, text }))),
  patterns: t.optional(texts),
  signals: t.optional(t.means("a line a unit: what complete means", t.byName(t.text))),
});
export const contextText = t.record({
  goal: text,
  approach: text,
  key_files: t.list(t.record({ path: text, text })),
  patterns: texts,
  signals: t.byName(t.text),
  whole: maybe,
});
export const guardrailInput = t.record({
  name: text,
  when: t.optional(text),
  problem: t.optional(text),
  solution: text,
  learned: t.optional(text),
});
export const guardrail = t.record({
  name: text,
  when: text,
  problem: text,
  solution: text,
  learned: text,
});
export const questionInput = t.record({
  text,
  options: t.means("2 to 6", texts),
  recommended: t.optional(count),
  multi: t.optional(t.flag),
});

export const gateCheck = t.record({
  name: text,
  argv: t.leastOf(1, t.text),
  cwd: t.standing(text, "."),
  scope: t.standing(t.oneOf(["run", "unit"]), "run"),
  timeout_s: t.standing(t.wholeFrom(1, 86_400), 1200),
});
export { checkRun } from "./check-run.ts";
const minutes = t.wholeFrom(1, 1440);
const cap = t.wholeFrom(1, 100);
export const settingsInput = t.record({
  workers: t.optional(t.means("units worked on at once", t.wholeFrom(1, 16))),
  interviewer: t.optional(
    t.means("who writes the brief: an agent, or you in brief.md", t.oneOf(["agent", "hand"])),
  ),
  planner: t.optional(
    t.means(
      "who plans: an agent, the domain's template, or you in the plan file",
      t.oneOf(["agent", "template", "hand"]),
    ),
  ),
  gates: t.withExamples(
    [[{ name: "tests", argv: ["npm", "test"] }]],
    t.optional(
      t.means("programs that must exit 0 before and after confirmation", t.list(gateCheck)),
    ),
  ),
  commits: t.optional(
    t.means("whether the work is committed; default: on", t.oneOf(["on", "off"])),
  ),
  deliver: t.optional(
    t.means(
      "whether you are asked once everything is proved; default: auto, not asked",
      t.oneOf(["auto", "ask"]),
    ),
  ),
  test_pass: t.optional(
    t.means(
      "whether an agent writes tests for a unit that has none; default: auto",
      t.oneOf(["auto", "off"]),
    ),
  ),
  test_paths: t.optional(t.means("globs of tests", texts)),
  ignore: t.optional(t.means("globs of files that never count as a change", texts)),
  minutes: t.optional(
    t.partial(
      t.record({
        work: minutes,
        verify: minutes,
        review: minutes,
        plan: minutes,
        check: minutes,
      }),
    ),
  ),
  caps: t.optional(
    t.partial(
      t.record({
        unsettled: cap,
        rejected: cap,
        reviews: cap,
        still: cap,
        redGates: cap,
        voids: cap,
        discover: cap,
        plan: cap,
      }),
    ),
  ),
});
export const settings = t.record({
  workers: positive,
  interviewer: t.oneOf(["agent", "hand"]),
  planner: t.oneOf(["agent", "template", "hand"]),
  gates: t.list(
    t.record({
      name: text,
      argv: texts,
      cwd: text,
      scope: t.oneOf(["run", "unit"]),
      timeout_s: positive,
    }),
  ),
  commits: t.oneOf(["on", "off"]),
  deliver: t.oneOf(["auto", "ask"]),
  test_pass: t.oneOf(["auto", "off"]),
  test_paths: texts,
  ignore: texts,
  minutes: t.record({ work: count, verify: count, review: count, plan: count, check: count }),
  caps: t.record({
    unsettled: count,
    rejected: count,
    reviews: count,
    still: count,
    redGates: count,
    voids: count,
    discover: count,
    plan: count,
  }),
});

/** How an agent's pass ended and all that it said, as the engine heard it. */
export const heard = t.record({
  hosted: t.flag,
  reason: t.oneOf(["exit", "timeout", "killed", "flooded", "lapsed", "lost"]),
  exit: t.maybe(t.integer),
  fault: maybe,
  found: t.oneOf(["one", "none", "broken", "several", "foreign"]),
  report: t.means("its report, unread", t.anything),
  message: t.means("the last assistant text, at most 32 KiB of its end", text),
  errors: t.optional(t.means("the last line that its process wrote to standard error", text)),
  output: t.means("digest of the kept output", maybe),
});
/** What a pass is on record to have said. */
export const said = t.record({
  did: text,
  remaining: text,
  blockers: text,
  signal: maybe,
  commit: t.means("as the entry names it; empty: none", text),
});
