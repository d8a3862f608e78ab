// Why: pieces that several commands and events share are described once, so that help texts and types cannot drift apart.
import { z } from "zod";

export const text = z.string();
export const texts = z.array(z.string());
export const maybe = z.string().nullable();
export const count = z.number().int().nonnegative();
export const positive = z.number().int().positive();
export const entries = z.array(z.tuple([z.string(), z.string()]));
export const unit = z.string().describe("id of a unit: T1, R1 …");
export const pass = positive.describe("number of the pass in its unit, from 1");

export const mode = z.enum(["development", "knowledge"]);
export const domain = z.enum([
  "feature",
  "bug",
  "refactor",
  "research",
  "writing",
  "analysis",
  "planning",
]);
export const knowledgeDomain = z.enum(["research", "writing", "analysis", "planning"]);
export const phase = z.enum(["discover", "plan", "execute", "verify", "deliver", "complete"]);
export const model = z
  .enum(["haiku", "sonnet", "opus"])
  .describe("tier: haiku light, sonnet standard, opus heavy");
export const stage = z.enum([
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
export const passKind = z.enum([
  "work",
  "fix",
  "revise",
  "test",
  "confirmation",
  "verification",
  "person",
]);
export const stuckKind = z.enum([
  "blocked",
  "timeout",
  "unsettled",
  "unverified",
  "saturated",
  "unrunnable",
]);

/** Filled by the engine: a measured moment. */
export const moment = z.strictObject({ tree: maybe, head: maybe });
export const change = z.strictObject({ path: text, how: z.enum(["added", "modified", "deleted"]) });
export const commit = z.strictObject({ hash: text, subject: text });
export const span = z.strictObject({
  known: z.boolean(),
  from: moment,
  to: moment,
  changed: z.array(change),
  commits: z.array(z.strictObject({ hash: text, subject: text, paths: texts })),
  rewritten: z.boolean(),
  uncommitted: texts,
  untracked: texts.optional(),
  apart: z.literal(true).optional(),
});
/** As an event keeps it: at most 200 changes, and how many more there were. */
export const measured = z.strictObject({
  known: z.boolean(),
  from: moment,
  to: moment,
  content: maybe.describe("digest of the unit's content afterwards"),
  changed: z.array(change),
  more: count,
  mine: texts.describe("changed paths that are this unit's, at most 1,000"),
  did: z.boolean().describe("something of the unit's changed, or nobody knows"),
  commits: z.array(commit),
  rewritten: z.boolean(),
  uncommitted: texts,
  suspects: texts.describe("tests and build files among the changed, stub lines that were added"),
  claimed: z.array(z.strictObject({ hash: text, found: z.boolean() })),
  documents: z
    .record(text, text)
    .optional()
    .describe("digests of texts in the run's own folders, by their paths from there"),
});

export const severity = z.enum(["critical", "major", "minor"]);
export const gap = z.strictObject({
  severity,
  type: text,
  file: maybe,
  line: z.number().int().nullable(),
  problem: text,
});
export const issue = z.strictObject({ unit: maybe, ...gap.shape });
/** As given: what is missing is nothing. */
export const gapInput = z.strictObject({
  severity,
  type: text.optional(),
  file: maybe.optional(),
  line: z.number().int().nullable().optional(),
  problem: text,
});
export const issueInput = z.strictObject({ unit: maybe.optional(), ...gapInput.shape });
export const judgement = z.strictObject({ met: z.boolean(), how: text });

export const described = z.strictObject({
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
export const unitInput = z.strictObject({
  id: unit.optional(),
  title: text,
  criteria: texts,
  files: texts.optional().describe("paths or globs that it may touch; development"),
  output: text.optional().describe("path that it makes; knowledge"),
  depends: texts.optional(),
  model: z.string().optional().describe("tier: haiku light, sonnet standard, opus heavy"),
  max: z.number().int().optional().describe("most iterations, 1 to 100"),
});
export const unitChanges = unitInput.omit({ id: true }).partial();
/** As an event keeps them: checked, and only what differs. */
export const describedChanges = described.omit({ id: true }).partial();

export const briefInput = z.strictObject({
  title: text.optional().describe("the title of brief.md"),
  domain: domain.optional(),
  outcome: text.optional().describe("the result when it is done"),
  done_when: texts.optional().describe("how to tell that it is done"),
  constraints: texts.optional().describe("constraints that hold throughout"),
  notes: text.optional().describe("approach, and anything else that agents should know"),
});
export const brief = z.strictObject({
  title: text,
  domain,
  outcome: text,
  done_when: texts,
  constraints: texts,
  notes: text,
});
export const contextInput = z.strictObject({
  goal: text.optional(),
  approach: text.optional(),
  key_files: z.array(z.strictObject({ path: text, text })).optional(),
  patterns: texts.optional(),
  signals: z
    .record(z.string(), z.string())
    .optional()
    .describe("a line a unit: what complete means"),
});
export const contextText = z.strictObject({
  goal: text,
  approach: text,
  key_files: z.array(z.strictObject({ path: text, text })),
  patterns: texts,
  signals: z.record(z.string(), z.string()),
  whole: maybe,
});
export const guardrailInput = z.strictObject({
  name: text,
  when: text.optional(),
  problem: text.optional(),
  solution: text,
  learned: text.optional(),
});
export const guardrail = z.strictObject({
  name: text,
  when: text,
  problem: text,
  solution: text,
  learned: text,
});
export const questionInput = z.strictObject({
  text,
  options: texts.describe("2 to 6"),
  recommended: count.optional(),
  multi: z.boolean().optional(),
});

export const gateCheck = z.strictObject({
  name: text,
  argv: z.array(z.string()).min(1),
  cwd: text.default("."),
  scope: z.enum(["run", "unit"]).default("run"),
  timeout_s: positive.max(86_400).default(1200),
});
export { checkRun } from "./check-run.ts";
const minutes = z.number().int().min(1).max(1440);
const cap = z.number().int().min(1).max(100);
export const settingsInput = z.strictObject({
  workers: z.number().int().min(1).max(16).optional().describe("units worked on at once"),
  interviewer: z
    .enum(["agent", "hand"])
    .optional()
    .describe("who writes the brief: an agent, or you in brief.md"),
  planner: z
    .enum(["agent", "template", "hand"])
    .optional()
    .describe("who plans: an agent, the domain's template, or you in the plan file"),
  gates: z
    .array(gateCheck)
    .optional()
    .describe("programs that must exit 0 before and after confirmation")
    .meta({ examples: [[{ name: "tests", argv: ["npm", "test"] }]] }),
  commits: z.enum(["on", "off"]).optional().describe("whether the work is committed; default: on"),
  deliver: z
    .enum(["auto", "ask"])
    .optional()
    .describe("whether you are asked once everything is proved; default: auto, not asked"),
  test_pass: z
    .enum(["auto", "off"])
    .optional()
    .describe("whether an agent writes tests for a unit that has none; default: auto"),
  test_paths: texts.optional().describe("globs of tests"),
  ignore: texts.optional().describe("globs of files that never count as a change"),
  minutes: z
    .strictObject({
      work: minutes,
      verify: minutes,
      review: minutes,
      plan: minutes,
      check: minutes,
    })
    .partial()
    .optional(),
  caps: z
    .strictObject({
      unsettled: cap,
      rejected: cap,
      reviews: cap,
      still: cap,
      redGates: cap,
      voids: cap,
      discover: cap,
      plan: cap,
    })
    .partial()
    .optional(),
});
export const settings = z.strictObject({
  workers: positive,
  interviewer: z.enum(["agent", "hand"]),
  planner: z.enum(["agent", "template", "hand"]),
  gates: z.array(
    z.strictObject({
      name: text,
      argv: texts,
      cwd: text,
      scope: z.enum(["run", "unit"]),
      timeout_s: positive,
    }),
  ),
  commits: z.enum(["on", "off"]),
  deliver: z.enum(["auto", "ask"]),
  test_pass: z.enum(["auto", "off"]),
  test_paths: texts,
  ignore: texts,
  minutes: z.strictObject({ work: count, verify: count, review: count, plan: count, check: count }),
  caps: z.strictObject({
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
export const heard = z.strictObject({
  hosted: z.boolean(),
  reason: z.enum(["exit", "timeout", "killed", "flooded", "lapsed", "lost"]),
  exit: z.number().int().nullable(),
  fault: maybe,
  found: z.enum(["one", "none", "broken", "several", "foreign"]),
  report: z.unknown().describe("its report, unread"),
  message: text.describe("the last assistant text, at most 32 KiB of its end"),
  errors: text.optional().describe("the last line that its process wrote to standard error"),
  output: maybe.describe("digest of the kept output"),
});
/** What a pass is on record to have said. */
export const said = z.strictObject({
  did: text,
  remaining: text,
  blockers: text,
  signal: maybe,
  commit: text.describe("as the entry names it; empty: none"),
});
