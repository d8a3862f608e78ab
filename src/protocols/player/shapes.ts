// Schemas that several commands and events of the player share.
import * as t from "../../kit/schema.ts";

export const texts = t.list(t.text);
export const maybe = t.maybe(t.text);
export const count = t.count;
export const exit = t.maybe(t.integer);
export const node = t.means("id of a node of the template", t.text);
export const attempt = t.means("which try at it, from 1", t.wholeFrom(1));
export const context = t.byName(t.either(t.text, t.flag));
export const nested = t.record({ depth: count, templates: texts });
export const entries = t.list(t.pair(t.text, t.text));

export const reasons = [
  "exit",
  "errored",
  "report",
  "no_report",
  "output_empty",
  "killed",
  "timeout",
  "args_large",
  "child",
  "file",
  "hand",
] as const;

/** Set by the engine: what exists at each path that a result names. */
export const pathFacts = t.byName(
  t.record({
    is: t.oneOf(["file", "folder", "missing", "outside", "unreadable"]),
    digest: maybe,
  }),
);

/** Outcome of an attempt as reported. */
export const resultInput = t.record({
  ok: t.flag,
  exit: t.optional(exit),
  reason: t.optional(t.means("why it failed", t.oneOf(reasons))),
  error: t.optional(t.text),
  session: t.optional(t.text),
  output_path: t.optional(t.text),
  artifacts: t.optional(texts),
  output: t.optional(t.text),
  output_digest: t.optional(t.means("of the kept output", maybe)),
  output_bytes: t.optional(count),
  output_by: t.optional(t.oneOf(["engine", "agent"])),
  how: t.optional(t.oneOf(["report", "exit", "task", "file", "hand", "run"])),
});
export type ResultInput = t.Of<typeof resultInput>;
/** Outcome of an attempt as stored. */
export const result = t.record({
  ok: t.flag,
  exit,
  reason: t.maybe(t.oneOf(reasons)),
  error: maybe,
  session: maybe,
  output_path: maybe,
  artifacts: texts,
  output: t.text,
  output_digest: maybe,
  output_bytes: count,
  output_by: t.oneOf(["engine", "agent"]),
  warnings: texts,
  copy: t.optional(
    t.means("of the file at output_path, redacted, where that is a text of at most 32 KiB", t.text),
  ),
  digests: t.optional(
    t.means("of the files that it names, by path, as they were at its end", t.byName(t.text)),
  ),
  commit: t.optional(t.means("of the working tree at its end", maybe)),
  tree: t.optional(t.means("of a check: the tree that it began on", maybe)),
  bent: t.optional(t.means("files that checks go by and that it changed", texts)),
  how: t.oneOf(["report", "exit", "task", "file", "hand", "run"]),
  digest: t.text,
});
export type Result = t.Of<typeof result>;

const output = t.record({
  text: t.text,
  digest: maybe,
  bytes: count,
  by: t.oneOf(["engine", "agent"]),
});
const workState = t.record({
  is: t.exactly("work"),
  status: t.oneOf(["pending", "running", "completed", "skipped", "failed"]),
  attempt: count,
  hosted: t.flag,
  autoRetried: t.flag,
  lost: count,
  doubt: maybe,
  session: maybe,
  outputPath: maybe,
  artifacts: texts,
  error: maybe,
  task: maybe,
  output: t.maybe(output),
  args: maybe,
  warnings: texts,
  result: maybe,
  last: t.maybe(t.record({ error: maybe, session: maybe, output: maybe })),
  how: maybe,
  startedAt: maybe,
  completedAt: maybe,
});
const checkpointState = t.record({
  is: t.exactly("checkpoint"),
  status: t.oneOf(["pending", "running", "completed"]),
  saved: count,
  savedAt: maybe,
});
const nodeStates = t.byName(t.either(workState, checkpointState));

/** An existing folder as understood by read(). */
export const foundRun = t.record({
  session: t.means("name of the folder", t.text),
  archived: t.flag,
  status: t.oneOf(["running", "paused", "completed", "failed", "aborted"]),
  template: t.record({
    id: t.text,
    name: t.text,
    path: t.text,
    text: t.means("null: none was found", maybe),
  }),
  context,
  node_timeout_s: t.optional(count),
  plan: t.list(t.record({ nodes: texts, parallel: t.flag })),
  nodes: nodeStates,
  snapshots: t.byName(
    t.record({
      at: t.text,
      context,
      nodes: nodeStates,
      text: t.optional(t.means("the file as it was found", t.text)),
    }),
  ),
  last_checkpoint: maybe,
  extras: t.list(t.record({ file: t.text, pointer: t.text, entries })),
  created_at: maybe,
  updated_at: maybe,
  completed_at: maybe,
});
export type FoundRun = t.Of<typeof foundRun>;

/** Longer than any rule accepts, so that the rules can say which limit applies. */
export const reason = t.text;
/** Identifies the question that the person saw. */
export const questionNo = t.optional(
  t.means(
    "the question that was looked at: a node's attempt, how often a checkpoint was saved",
    count,
  ),
);
/** Set by the engine: the template, and how it was searched. */
export const templateFields = {
  template_path: t.optional(t.text),
  template_text: t.optional(t.text),
  lookup: t.optional(t.record({ is: t.oneOf(["one", "none", "several"]), names: texts })),
};
