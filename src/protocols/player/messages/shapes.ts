// Why: pieces that several commands and events share are described once, so that help texts and types cannot drift apart.
import { z } from "zod";

export const text = z.string();
export const texts = z.array(z.string());
export const maybe = z.string().nullable();
export const count = z.number().int().nonnegative();
export const exit = z.number().int().nullable();
export const node = z.string().describe("id of a node of the template");
export const attempt = z.number().int().positive().describe("which try at it, from 1");
export const context = z.record(z.string(), z.union([z.string(), z.boolean()]));
export const nested = z.strictObject({ depth: count, templates: texts });
export const entries = z.array(z.tuple([z.string(), z.string()]));

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

/** Given by the engine: what lies at each path that a result names. */
export const seen = z.record(
  z.string(),
  z.strictObject({
    is: z.enum(["file", "folder", "missing", "outside", "unreadable"]),
    digest: maybe,
  }),
);

/** What an attempt came to, as given. */
export const resultInput = z.strictObject({
  ok: z.boolean(),
  exit: exit.optional(),
  reason: z.enum(reasons).optional().describe("why it failed"),
  error: z.string().optional(),
  session: z.string().optional(),
  output_path: z.string().optional(),
  artifacts: texts.optional(),
  output: z.string().optional(),
  output_digest: maybe.optional().describe("of the kept output"),
  output_bytes: count.optional(),
  output_by: z.enum(["engine", "agent"]).optional(),
  how: z.enum(["report", "exit", "task", "file", "hand", "run"]).optional(),
});
/** As kept. */
export const result = z.strictObject({
  ok: z.boolean(),
  exit,
  reason: z.enum(reasons).nullable(),
  error: maybe,
  session: maybe,
  output_path: maybe,
  artifacts: texts,
  output: text,
  output_digest: maybe,
  output_bytes: count,
  output_by: z.enum(["engine", "agent"]),
  warnings: texts,
  copy: text
    .optional()
    .describe("of the file at output_path, redacted, where that is a text of at most 32 KiB"),
  digests: z
    .record(z.string(), z.string())
    .optional()
    .describe("of the files that it names, by path, as they were at its end"),
  commit: maybe.optional().describe("of the working tree at its end"),
  tree: maybe.optional().describe("of a check: the tree that it began on"),
  bent: texts.optional().describe("files that checks go by and that it changed"),
  how: z.enum(["report", "exit", "task", "file", "hand", "run"]),
  digest: text,
});

const output = z.strictObject({
  text,
  digest: maybe,
  bytes: count,
  by: z.enum(["engine", "agent"]),
});
export const workState = z.strictObject({
  is: z.literal("work"),
  status: z.enum(["pending", "running", "completed", "skipped", "failed"]),
  attempt: count,
  hosted: z.boolean(),
  autoRetried: z.boolean(),
  lost: count,
  doubt: maybe,
  session: maybe,
  outputPath: maybe,
  artifacts: texts,
  error: maybe,
  task: maybe,
  output: output.nullable(),
  args: maybe,
  warnings: texts,
  result: maybe,
  last: z.strictObject({ error: maybe, session: maybe, output: maybe }).nullable(),
  how: maybe,
  startedAt: maybe,
  completedAt: maybe,
});
export const checkpointState = z.strictObject({
  is: z.literal("checkpoint"),
  status: z.enum(["pending", "running", "completed"]),
  saved: count,
  savedAt: maybe,
});
export const nodeStates = z.record(z.string(), z.union([workState, checkpointState]));

/** An existing folder as read() understood it. */
export const foundRun = z.strictObject({
  session: z.string().describe("name of the folder"),
  archived: z.boolean(),
  status: z.enum(["running", "paused", "completed", "failed", "aborted"]),
  template: z.strictObject({
    id: text,
    name: text,
    path: text,
    text: maybe.describe("null: none was found"),
  }),
  context,
  node_timeout_s: count.optional(),
  plan: z.array(z.strictObject({ nodes: texts, parallel: z.boolean() })),
  nodes: nodeStates,
  snapshots: z.record(
    z.string(),
    z.strictObject({
      at: text,
      context,
      nodes: nodeStates,
      text: text.optional().describe("the file as it was found"),
    }),
  ),
  last_checkpoint: maybe,
  extras: z.array(z.strictObject({ file: text, pointer: text, entries })),
  created_at: maybe,
  updated_at: maybe,
  completed_at: maybe,
});
