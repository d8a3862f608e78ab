// Why: what a run looks like over HTTP is checked against the types that both sides are built from, so that reference and program can't part.
import { z } from "zod";
import type { ShownDecision, ShownJob, ShownNode, ShownUsage } from "../../runtime/system.ts";
import { runStateNames, unitStateNames } from "../../core/state-words.ts";
import type { Note } from "../../core/view.ts";
import type { WrongLine } from "../../core/wrong-lines.ts";
import type { RunLine, Shown } from "../answers.ts";

const text = z.string();
export const time = z.string().describe("ISO 8601, UTC, milliseconds");
const amount = z.number().nullable();
const life = z.enum(["live", "paused", "over", "archived"]);
const status = z.enum(["running", "waiting", "paused", "ended"]);
const kind = z.string();
const evidence = z.object({ have: z.int(), of: z.int() });

const note = z
  .object({ text, by: text, at: time })
  .describe("what agents are told beside their briefs") satisfies z.ZodType<Note>;

const node = z.object({
  id: text,
  label: text,
  kind: text,
  beside: z
    .literal(true)
    .exactOptional()
    .describe("no piece of the work: planning, a check of the whole, a stop on the way"),
  group: text.exactOptional(),
  status: z.enum(["open", "ready", "running", "done", "failed", "waiting"]),
  after: z.array(text),
  why: text.nullable(),
  done: z.number(),
  of: z.number(),
  note: text.nullable(),
  cause: text.exactOptional().describe("of what failed or was returned: why, and nothing else"),
  returned: z.int().exactOptional().describe("attempts at it that were not taken"),
  last: z
    .literal(true)
    .exactOptional()
    .describe("what is under way, or comes next, is its last attempt"),
  state: z.enum(unitStateNames).describe("how it stands, in the word for people"),
  role: text.exactOptional(),
  by: text.nullable().exactOptional(),
  told: note.exactOptional(),
}) satisfies z.ZodType<ShownNode>;

const on = z
  .object({
    machine: text,
    leftMs: z
      .number()
      .describe("of its lease, unless it is renewed; below 0: since when it doesn't hold"),
    silent: z.boolean().describe("its lease isn't renewed as it should be"),
  })
  .exactOptional()
  .describe("only where it is done on another machine than the server's");
const job = z.object({
  key: text,
  role: text,
  kind,
  subject: text,
  is: z.enum(["running", "ready", "waiting", "decision", "doubt"]),
  ready: z.boolean(),
  why: text.nullable(),
  by: text.nullable(),
  since: time.nullable(),
  fence: z.int().nullable(),
  later: time.nullable(),
  on,
}) satisfies z.ZodType<ShownJob>;

const option = z.object({
  id: text,
  label: text.describe("on a button"),
  means: text.describe("what follows from choosing it; empty: the label says it"),
  note: z.enum(["none", "may", "must"]),
  fields: z.unknown().exactOptional().describe("JSON Schema of what must be said besides"),
  mends: text.exactOptional().describe("the stuck unit that goes on by it"),
  takes: z
    .literal(true)
    .exactOptional()
    .describe("it hands over what a person did in the checkout"),
  recommended: z.literal(true).exactOptional().describe("the usual way on"),
  ends: z.literal(true).exactOptional().describe("it ends the run or takes back work"),
});
export const decision = z.object({
  run: text,
  key: text,
  subject: text,
  question: text,
  options: z.array(option),
}) satisfies z.ZodType<ShownDecision>;

const sum = z.object({
  input: amount,
  output: amount,
  cost: amount,
  cached: z.number().exactOptional(),
  jobs: z.int(),
});
const usage = z.object({
  ...sum.shape,
  agents: z.record(text, sum),
  subjects: z.record(text, sum),
  attempts: z.record(text, sum),
}) satisfies z.ZodType<ShownUsage>;

const work = z.object({
  branch: text.describe("the run branch"),
  base: text,
  head: text,
  landed: z.int(),
  waiting: z.array(
    z.object({
      unit: text,
      byHand: z.boolean(),
      job: text,
      commit: text,
      why: text,
      cut: z.boolean(),
    }),
  ),
  merged: z
    .object({ to: text, branch: text.nullable(), whole: z.boolean() })
    .nullable()
    .describe("where what landed was merged"),
  dropped: z.boolean(),
}) satisfies z.ZodType<NonNullable<Shown["work"]>>;

export const shown = z.object({
  run: text,
  protocol: text,
  life,
  version: z.int(),
  good: z.boolean().nullable(),
  told: note.exactOptional(),
  unproved: text
    .exactOptional()
    .describe("of a run that ended in success by its rules: what is unproved, in words"),
  bent: z
    .array(text)
    .exactOptional()
    .describe("of such a run: files that its checks go by, and that its own work changed"),
  folder: text,
  startedAt: time.nullable(),
  at: time,
  title: text.describe("what is wanted, in a line"),
  name: text.exactOptional().describe("what people call it besides: its slug, its session"),
  phase: text,
  status,
  state: z.enum(runStateNames).describe("how it stands, in the word for people"),
  facts: z.array(text),
  nodes: z.array(node),
  counts: text.exactOptional(),
  evidence,
  claims: z.array(text),
  bypasses: z.array(text),
  warnings: z.array(text),
  refused: text.nullable(),
  work: work.exactOptional().describe("only where its jobs work in places"),
  usage: usage.exactOptional(),
  jobs: z.array(job),
  decisions: z.array(decision),
  newest: z.int(),
  span: z.object({ from: time, to: time }),
  runner: z.object({ since: time, words: z.array(text) }).nullable(),
  elsewhere: z.object({ pid: z.int(), since: time }).nullable(),
  idle: z.boolean(),
  needsRunner: z.boolean(),
  lacks: z.object({ text, fits: text }).nullable(),
  lastWords: z.object({ at: time, words: z.array(text) }).exactOptional(),
  parent: text.nullable(),
  children: z.array(z.object({ run: text, protocol: text, life, good: z.boolean().nullable() })),
}) satisfies z.ZodType<Shown>;

const wrong = z.object({
  shade: z.enum(["good", "busy", "wait", "bad", "doubt", "strong", "dim"]),
  what: text,
  text,
  node: text.exactOptional().describe("the unit that it is about"),
  name: text.exactOptional().describe("what to call that"),
  file: text.exactOptional().describe("of the run's files, where more of it stands"),
  full: text.exactOptional().describe("what `text` leaves out for the sake of a plain sentence"),
}) satisfies z.ZodType<WrongLine>;

export const runLine = z.object({
  run: text,
  protocol: text,
  life,
  phase: text,
  version: z.int(),
  at: time,
  good: z.boolean().nullable(),
  origin: text.nullable(),
  title: text.describe("what is wanted, in a line"),
  name: text.exactOptional().describe("what people call it besides: its slug, its session"),
  state: z.enum(runStateNames).describe("how it stands, in the word for people"),
  wrong: z.array(wrong).describe("what is wrong, the worst first"),
  facts: z.array(text),
  evidence,
  folder: text,
  startedAt: time.nullable(),
  nodes: z
    .object({
      done: z.int(),
      proved: z.int().describe("of those done"),
      of: z.int(),
      failed: z.int(),
    })
    .describe("pieces of the work alone: no planning, no check of the whole"),
  begun: z.boolean().describe("something of it is under way or done, or was tried"),
  toMerge: z.boolean().describe("it is over, and what landed isn't merged yet"),
  usage: z.object({ input: amount, output: amount, cost: amount }).exactOptional(),
  workers: z.array(
    z.object({ by: text.nullable(), subject: text, role: text, since: time.nullable(), on }),
  ),
  decisions: z.array(
    z.object({
      run: text,
      key: text,
      question: text,
      since: time.describe("since when it is known to wait"),
    }),
  ),
  driven: z.boolean(),
  idle: z.boolean(),
}) satisfies z.ZodType<RunLine>;
