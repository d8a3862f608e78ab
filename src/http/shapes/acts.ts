// Why: what a person may do and what he must say for it are checked against the types that both sides are built from.
import { z } from "zod";
import type { CheckedByHand, CommandList, DecisionBrief, Driven, RefusedList } from "../answers.ts";
import { decision } from "./picture.ts";

const text = z.string();

export const commandList = z.object({
  run: text,
  commands: z.array(
    z.object({
      type: text,
      label: text.describe("on a button"),
      means: text,
      verb: text.nullable(),
      shared: z.boolean(),
      fields: z.record(text, z.unknown()),
      now: z
        .record(text, z.unknown())
        .exactOptional()
        .describe("what fields of its data say in the run as it is now"),
    }),
  ),
}) satisfies z.ZodType<CommandList>;

export const refusedList = z.object({
  run: text,
  unit: text,
  refused: z.record(text, text).describe("why, by the command's type"),
}) satisfies z.ZodType<RefusedList>;

export const decisionBrief = z.object({
  ...decision.shape,
  brief: text,
  documents: z
    .array(z.object({ path: text, text, cut: z.boolean().describe("it is longer") }))
    .describe("to be read before"),
  rewrite: z
    .union([z.object({ documents: z.array(text) }), z.object({ command: text, data: z.unknown() })])
    .nullable()
    .describe(
      "what may be changed before it is answered: documents, or the data of a command as it stands",
    ),
}) satisfies z.ZodType<DecisionBrief>;

export const driven = z.object({ run: text, driven: z.boolean() }) satisfies z.ZodType<Driven>;

export const checkedAgain = z.object({
  run: text,
  unit: text,
  ran: z.int(),
  failed: z.array(text).describe("what each check said that failed: then nothing was recorded"),
  driven: z.boolean(),
}) satisfies z.ZodType<CheckedByHand>;

/** Made anew by the page for each thing it asks, and the same when it asks again because the answer was lost. */
export const id = z
  .string()
  .regex(/^[\w-]{8,64}$/u, "8 to 64 letters, digits, _ or -")
  .describe("of this request: the same again gets the first answer");

const drive = z
  .string()
  .max(500)
  .optional()
  .describe(
    "a run, this one or one that it is a part of, that a runner of the server's then drives, unless one is at work on it",
  );
export const commandBody = z.object({ data: z.unknown().optional(), drive, id });
export const decisionBody = z.object({
  option: z.string().max(500),
  note: z.string().max(100_000).default(""),
  data: z.unknown().optional(),
  drive,
  id,
});
export const driveBody = z.object({});
export const checkBody = z.object({ unit: z.string().min(1).max(500) });
