// Why: what may be asked of a player's run, field by field; flags, tools and reference pages follow from it.
import { z } from "zod";
import {
  attempt,
  context,
  count,
  entries,
  exit,
  foundRun,
  nested,
  node,
  resultInput,
  seen,
  texts,
} from "./shapes.ts";

const nothing = z.strictObject({});
/** More than any rule takes: the decider says which limit is meant. */
const reason = z.string();
const asked = count
  .optional()
  .describe("the question that was looked at: a node's attempt, how often a checkpoint was saved");
/** Given by the engine: how the template was looked for. */
const lookup = z.strictObject({ is: z.enum(["one", "none", "several"]), names: texts });

export const commandSchemas = {
  Start: z.strictObject({
    template: z
      .string()
      .optional()
      .describe("the template: its name, a unique part of it, its id, or a path with a / in it"),
    context: context.optional().describe("values of the template's variables"),
    node_timeout_s: z
      .number()
      .int()
      .min(60)
      .max(86_400)
      .default(3600)
      .describe("seconds that a node may take, 60 to 86,400"),
    again: z
      .string()
      .optional()
      .describe("a run (WFR-…) whose template and context are taken, where nothing else is said"),
    nested: nested.optional(),
    origin: z.string().optional(),
    session: z.string().optional(),
    run: z.string().optional(),
    root: z.string().optional(),
    template_path: z.string().optional(),
    template_text: z.string().optional(),
    lookup: lookup.optional(),
  }),
  Adopt: z.strictObject({
    found: foundRun,
    notes: texts,
    digests: z.record(z.string(), z.string()),
    run: z.string().optional(),
  }),
  StartNode: z.strictObject({
    node,
    attempt,
    hosted: z.boolean().default(false).describe("the engine's own process or child does it"),
    task: z.string().optional().describe("id by which its callback names it"),
    agent: z.string().optional(),
    check: z.boolean().optional(),
    told: z
      .string()
      .optional()
      .describe("digest of the arguments that were handed over; refused if they changed meanwhile"),
  }),
  BindTask: z.strictObject({ node, attempt, task: z.string() }),
  BindSession: z.strictObject({ node, attempt, session: z.string() }),
  FinishNode: z.strictObject({
    node,
    attempt,
    result: resultInput,
    seen: seen.optional(),
    text: z.string().optional(),
    commit: z.string().optional(),
    tree: z.string().optional(),
    bent: texts.optional(),
  }),
  FinishTask: z.strictObject({
    task: z.string(),
    exit: exit.describe("its exit code; null: not known"),
    output: z.string().optional(),
    output_path: z.string().optional(),
    artifacts: texts.optional(),
    seen: seen.optional(),
    text: z.string().optional(),
  }),
  ExpireNode: z.strictObject({ node, attempt, output: z.string().optional() }),
  DoubtNode: z.strictObject({ node, attempt, why: z.string(), left: z.string().optional() }),
  ReleaseNode: z.strictObject({ node, attempt, why: z.string().optional() }),
  AmendNode: z.strictObject({
    node,
    session: z.string().optional(),
    output_path: z.string().optional(),
    artifacts: texts.optional(),
  }),
  ResolveNode: z.strictObject({
    node,
    answer: z.enum(["retry", "skip", "accept", "abort"]),
    asked,
    reason: reason.optional(),
    result: resultInput.optional().describe("what it came to, where that is known"),
  }),
  ResolveCheckpoint: z.strictObject({
    checkpoint: node,
    answer: z.enum(["continue", "pause", "abort"]),
    asked,
    reason: reason.optional(),
  }),
  Pause: nothing,
  Resume: nothing,
  Cancel: z.strictObject({ reason: reason.optional() }),
  RetryRun: z.strictObject({
    retry: z.boolean().default(false).describe("that is meant: the failed nodes begin anew"),
    reason: reason.optional(),
  }),
  RollBack: z.strictObject({ checkpoint: node, reason }),
  RepinTemplate: z.strictObject({
    template: z.string().optional().describe("where it is, if not where it was"),
    template_path: z.string().optional(),
    template_text: z.string().optional(),
    lookup: lookup.optional(),
  }),
  ChangeContext: z.strictObject({
    name: z.string(),
    value: z.union([z.string(), z.boolean()]),
    root: z.string().optional(),
  }),
  KeepExtras: z.strictObject({
    file: z.string(),
    pointer: z.string(),
    value: entries.describe("unknown keys as [key, JSON text]"),
  }),
  RefuseEdit: z.strictObject({
    path: z.string(),
    digest: z.string(),
    code: z.string(),
    why: z.string(),
  }),
  Archive: nothing,
  Unarchive: nothing,
};
