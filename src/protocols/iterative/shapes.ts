// Schemas that several commands and events of iterative share.
import * as t from "../../kit/schema.ts";

const { text, texts } = t;
export const maybe = t.maybe(text);
export const count = t.count;
export const positive = t.wholeFrom(1);
export const entries = t.list(t.pair(text, text));
export const unit = t.means("id of a unit: T1, R1 …", text);
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

/** Set by the engine: a measured moment. */
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
});
/** As stored in an event: at most 200 changes, and the number of further ones. */
export const measured = t.record({
  known: t.flag,
  from: moment,
  to: moment,
  content: t.means("digest of the unit's content afterwards", maybe),
  changed: t.list(change),
  more: count,
  mine: t.means("changed paths, at most 1,000", texts),
  did: t.means("something changed, or nobody knows", t.flag),
  commits: t.list(commit),
  rewritten: t.flag,
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
/** As submitted: missing values count as empty. */
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
/** A unit as a plan provides it. */
export const unitInput = t.record({
  id: t.optional(unit),
  title: text,
  criteria: texts,
  files: t.optional(t.means("paths or globs that it may touch; development", texts)),
  output: t.optional(t.means("path that it makes; knowledge", text)),
  depends: t.optional(texts),
  model: t.optional(t.means("tier: haiku light, sonnet standard, opus heavy", text)),
  max: t.optional(t.means("most iterations, 1 to 100", t.integer)),
});
export const unitChanges = t.partial(t.without(unitInput, "id"));
/** As stored in an event: validated, only the differences. */
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
  signals: t.optional(t.means("a line a unit: what complete means", t.byName(text))),
});
export const contextText = t.record({
  goal: text,
  approach: text,
  key_files: t.list(t.record({ path: text, text })),
  patterns: texts,
  signals: t.byName(text),
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
/** As stored. `recommended`: index into options. */
export const question = t.record({
  id: text,
  text,
  options: texts,
  recommended: count,
  multi: t.flag,
});
export const questionInput = t.record({
  text,
  options: t.means("2 to 6", texts),
  recommended: t.optional(count),
  multi: t.optional(t.flag),
});

/** How an agent's pass ended, with everything that it reported, as the engine saw it. */
export const agentAnswer = t.record({
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
/** The recorded report of a pass. */
export const passStatement = t.record({
  did: text,
  remaining: text,
  blockers: text,
  signal: maybe,
  commit: t.means("as the entry names it; empty: none", text),
});

/** The result of a gate's program, as the engine reports it and events store it. */
export const checkRun = t.record({
  name: text,
  argv: t.list(text),
  exit: t.maybe(t.integer),
  why: maybe,
  ms: count,
  digest: maybe,
  bytes: count,
  excerpt: text,
  passed: t.flag,
  hollow: t.optional(t.means("it passes on an empty tree as well, so it shows nothing", t.flag)),
  flipped: t.optional(t.means("it failed before on this same tree", t.flag)),
});

/** The number of the answered question. */
export const questionNo = t.optional(
  t.means("the number of the question that was looked at", count),
);
export const files = t.optional(t.byName(maybe));
/** Set by the engine. */
export const filled = {
  span: t.optional(span),
  contents: t.optional(t.byName(maybe)),
  tree: t.optional(maybe),
  head: t.optional(maybe),
  known: t.optional(t.byName(t.flag)),
};
/** The end of the process as the engine saw it. */
export const ending = {
  after: t.optional(t.means("the tree when its process ended", moment)),
  documents: t.optional(
    t.means("what it wrote in the run's folder, where that is in no tree", t.list(change)),
  ),
};

/** For GateRun. */
export const gateRun = {
  unit: maybe,
  n: positive,
  checks: t.means("empty: none configured, which is no pass", t.list(checkRun)),
  outcome: t.oneOf(["green", "red", "restless", "none configured"]),
  content: maybe,
  tree: maybe,
  head: maybe,
  documents: measured.entries.documents,
};
/** For VerdictGiven. */
export const verdict = {
  unit,
  n: pass,
  verdict: t.oneOf(["VERIFIED", "GAPS_FOUND"]),
  number: t.means("which verification of the unit it is", count),
  criteria: t.list(judgement),
  gaps: t.list(gap),
  content: maybe,
  holder: text,
  why: text,
  changed: t.means("paths that the verifier changed", texts),
};
/** For PassEnded. */
export const passEnd = {
  unit,
  n: pass,
  kind: passKind,
  holder: text,
  result: t.oneOf(["done", "continue", "blocked"]),
  why: t.means("the rule that gave the result", text),
  iteration: t.means("the number in its heading in progress.md", count),
  said: passStatement,
  raw: t.means("entries of progress.md that it took in, as they stood", texts),
  measured,
  output: maybe,
};
/** For UnitAnswered and its command. */
export const unitOption = t.oneOf([
  "unblock",
  "raise",
  "simplify",
  "step-in",
  "again",
  "accept",
  "fresh",
  "model",
  "skip",
  "drop",
]);
export const attempt = {
  job: t.oneOf(["interviewer", "planner", "reviewer"]),
  n: positive,
  why: text,
};
export const quarantined = t.list(t.record({ path: text, why: text }));
