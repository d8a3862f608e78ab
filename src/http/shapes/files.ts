// Why: lists of files, what changed among them and what agents write are checked against the types that both sides are built from.
import { z } from "zod";
import type { TranscriptEvent } from "../../core/transcript.ts";
import type {
  FileChanges,
  FileList,
  Output,
  Transcript,
  WorkChanges,
  WorkCountsAnswer,
} from "../answers.ts";

const text = z.string();

export const fileList = z.object({
  run: text,
  version: z.int(),
  files: z.array(z.object({ path: text, bytes: z.int(), digest: text })),
  artifacts: z.array(z.object({ path: text, address: text })),
}) satisfies z.ZodType<FileList>;

export const fileChanges = z.object({
  run: text,
  changes: z.array(
    z.object({ path: text, before: text.nullable(), after: text.nullable(), cut: z.boolean() }),
  ),
  left: z.int().exactOptional(),
}) satisfies z.ZodType<FileChanges>;

export const output = z.object({
  text,
  next: z.int(),
  over: z.boolean(),
  kept: z.boolean(),
}) satisfies z.ZodType<Output>;

const count = z.int().nullable();

export const workChanges = z.object({
  run: text,
  branch: text,
  unit: text.nullable(),
  job: text.nullable(),
  is: z.enum(["landed", "working", "waiting", "tried"]),
  from: text,
  to: text,
  files: z.array(z.object({ path: text, how: text, added: count, removed: count })),
  checkFiles: z.array(text),
  patch: text,
  cut: z.boolean(),
}) satisfies z.ZodType<WorkChanges>;

const lines = { files: z.int(), added: z.int(), removed: z.int() };

export const workCounts = z.object({
  run: text,
  units: z.record(text, z.object({ ...lines, is: z.enum(["landed", "waiting"]) })),
  all: z.object(lines).nullable(),
}) satisfies z.ZodType<WorkCountsAnswer>;

const id = text;
const amount = z.number().nullable();
const words = { text, piece: text.exactOptional() };
const event = z.discriminatedUnion("is", [
  z.object({ is: z.literal("said"), ...words }),
  z.object({ is: z.literal("thought"), ...words }),
  z.object({ is: z.literal("ran"), id, command: text }),
  z.object({ is: z.literal("read"), id, path: text }),
  z.object({ is: z.literal("edited"), id, path: text, added: count, removed: count }),
  z.object({ is: z.literal("asked"), id, tool: text, about: text }),
  z.object({
    is: z.literal("ended"),
    id,
    good: z.boolean(),
    exit: count,
    bytes: count,
    added: z.int().exactOptional(),
    removed: z.int().exactOptional(),
  }),
  z.object({
    is: z.literal("used"),
    usage: z.object({
      input: amount,
      output: amount,
      cost: amount,
      cached: z.number().exactOptional(),
      whole: z.literal(true).exactOptional(),
    }),
  }),
  z.object({ is: z.literal("error"), text }),
  z.object({ is: z.literal("cut"), bytes: z.int() }),
]) satisfies z.ZodType<TranscriptEvent>;

export const transcript = z.object({
  brief: text.nullable(),
  events: z.array(event),
  next: z.int(),
  over: z.boolean(),
  kept: z.boolean(),
  resume: z.object({ argv: z.array(text), root: text }).nullable(),
}) satisfies z.ZodType<Transcript>;
