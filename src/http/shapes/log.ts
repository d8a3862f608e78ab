// Why: events and what is drawn from them are checked against the types that both sides are built from.
import { z } from "zod";
import { attemptStateNames } from "../../core/attempt-states.ts";
import { tellings } from "../../core/telling.ts";
import type {
  Course,
  Done,
  Evidence,
  LogEvent,
  LogLine,
  LogPage,
  Search,
  Timeline,
} from "../answers.ts";
import { time } from "./picture.ts";

const text = z.string();
const name = text.nullable();
const amount = z.number().nullable();

const logLine = z.object({
  seq: z.int(),
  run: text,
  version: z.int(),
  type: text,
  at: time,
  by: text,
  told: text,
  job: name,
  fence: z.int().nullable(),
}) satisfies z.ZodType<LogLine>;

export const logPage = z.object({
  run: text,
  newest: z.int(),
  lines: z.array(logLine),
}) satisfies z.ZodType<LogPage>;

const counts = z.array(z.object({ name: text, count: z.int() }));
export const searchAnswer = z.object({
  run: text,
  from: z.int(),
  to: z.int(),
  count: z.int(),
  versions: z.array(z.int()),
  lines: z.array(logLine),
  types: counts,
  senders: counts,
}) satisfies z.ZodType<Search>;

export const logEvent = z.object({
  ...logLine.shape,
  data: z.unknown(),
  cause: text,
  hash: text,
}) satisfies z.ZodType<LogEvent>;

export const done = z.object({
  run: text,
  version: z.int(),
  events: z.array(logLine),
}) satisfies z.ZodType<Done>;

export const course = z.object({
  run: text,
  points: z.array(z.tuple([z.int(), z.number()])),
  quiet: z.array(z.int()),
  marks: z.array(z.object({ version: z.int(), is: z.enum(tellings), count: z.int() })),
}) satisfies z.ZodType<Course>;

const attempt = z.object({
  job: text,
  fence: z.int(),
  role: name,
  kind: z.enum(["agent", "check", "decision"]).nullable(),
  subject: name,
  by: name,
  from: time,
  to: time,
  versions: z.tuple([z.int(), z.int()]),
  over: z.boolean(),
  ends: z.array(z.object({ is: z.enum(attemptStateNames), why: name, version: z.int() })),
  work: z.boolean(),
  used: z.object({ input: amount, output: amount, cost: amount }).exactOptional(),
}) satisfies z.ZodType<Timeline["attempts"][number]>;

export const timeline = z.object({
  run: text,
  version: z.int(),
  attempts: z.array(attempt),
}) satisfies z.ZodType<Timeline>;

const proof = z.object({
  exit: z.int().nullable(),
  tree: name,
  content: z
    .object({
      globs: z.array(text).nullable(),
      except: z.array(text).exactOptional(),
      tree: name.exactOptional(),
    })
    .exactOptional(),
  at: time,
  by: text,
  digest: name,
  excerpt: text,
});

const criterion = z.object({
  unit: text,
  number: z.int(),
  text,
  counts: z.boolean(),
  status: z.enum(["bare", "unproved", "captured", "proved", "failed", "stale", "waived"]),
  check: name,
  chosenBy: name,
  proof: proof.nullable(),
  before: z.boolean().nullable(),
  claim: name,
  waived: name,
  fresh: z.boolean().nullable(),
}) satisfies z.ZodType<Evidence["criteria"][number]>;

export const evidence = z.object({
  run: text,
  version: z.int(),
  criteria: z.array(criterion),
}) satisfies z.ZodType<Evidence>;
