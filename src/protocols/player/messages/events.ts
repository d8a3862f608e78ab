// Why: what may have happened in a player's run: types never change meaning, a new meaning is a new type.
import { z } from "zod";
import { attempt, context, count, entries, exit, foundRun, maybe, nested, node, result, text, texts } from "./shapes.ts";

const nothing = z.strictObject({});

export const eventSchemas = {
  RunStarted: z.strictObject({
    run: text,
    session: text,
    template_path: text,
    template_text: text,
    digest: text,
    context,
    node_timeout_s: count,
    origin: maybe,
    nested,
    warnings: texts,
  }),
  RunAdopted: z.strictObject({ run: text, found: foundRun, digest: maybe, notes: texts, digests: z.record(text, text) }),
  NodeStarted: z.strictObject({ node, attempt, hosted: z.boolean(), task: maybe, agent: text.optional(), args: text, warnings: texts }),
  TaskBound: z.strictObject({ node, attempt, task: text }),
  SessionBound: z.strictObject({ node, attempt, session: text }),
  NodeAmended: z.strictObject({ node, session: maybe, output_path: maybe, artifacts: texts.nullable() }),
  ContextChanged: z.strictObject({ name: text, value: z.union([text, z.boolean()]) }),
  NodeFinished: z.strictObject({ node, attempt, result }),
  NodeFailed: z.strictObject({ node, attempt, result }),
  NodeRetried: z.strictObject({ node, auto: z.boolean(), why: text }),
  NodeReleased: z.strictObject({ node, attempt, why: text }),
  NodeSkipped: z.strictObject({ node, auto: z.boolean(), why: text }),
  NodeAccepted: z.strictObject({ node, attempt, reason: text, by: text, result: result.nullable() }),
  NodeDoubted: z.strictObject({ node, attempt, why: text, left: text.optional() }),
  CheckpointSaved: z.strictObject({ checkpoint: node }),
  CheckpointPassed: z.strictObject({ checkpoint: node, auto: z.boolean(), reason: text }),
  RunPaused: z.strictObject({ at: maybe }),
  RunResumed: nothing,
  RunFailed: z.strictObject({ node, reason: text }),
  RunAborted: z.strictObject({ at: maybe, reason: text }),
  RunCompleted: nothing,
  RunArchived: nothing,
  RunUnarchived: nothing,
  RunRolledBack: z.strictObject({ checkpoint: node, reason: text, undone: texts, commit: maybe.optional() }),
  TemplateRepinned: z.strictObject({ path: text, text, digest: text, changed: texts }),
  ResultIgnored: z.strictObject({ node, attempt: count, task: text, exit, digest: text, why: text }),
  ExtrasKept: z.strictObject({ file: text, pointer: text, entries }),
  EditRefused: z.strictObject({ path: text, digest: text, code: text, why: text }),
};
