// Why: what may be asked of an ultrawork run, field by field; flags, tools and reference pages follow from it.
import { z } from "zod";
import { textLimit } from "../limits.ts";
import { troubleKinds } from "../trouble.ts";
import {
  base,
  baselineResult,
  changesInput,
  checkInput,
  count,
  criterionName,
  evidenceType,
  foundRun,
  holder,
  maybe,
  optionsInput,
  paths,
  planInput,
  taskInput,
  texts,
  unknownKeys,
} from "./shapes.ts";

const nothing = z.strictObject({});
const task = z.string().describe("id of a task");
const reason = z.string().max(textLimit);
const job = z.string().describe("key of a job");
/** Given by the engine. */
const tree = maybe.optional();

export const commandSchemas = {
  Start: z.strictObject({
    goal: z.string().describe("what is wanted, 1 to 8,192 characters"),
    session: z.string().optional().describe("name of the run's folder; the run's id if not said"),
    session_task: z
      .string()
      .optional()
      .describe("the task in the host's own list that stands for the session"),
    team: z.string().optional().describe("name of the repository's folder if not said"),
    home: z.string().optional().describe("~/.claude/ultrawork if not said"),
    options: optionsInput.optional(),
    origin: z.string().optional(),
    run: z.string().optional(),
    base: base.optional(),
  }),
  Adopt: z.strictObject({
    found: foundRun,
    corrections: texts,
    digests: z.record(z.string(), z.string()),
    run: z.string().optional(),
    base: base.optional(),
  }),
  BeginJob: z.strictObject({
    job,
    holder,
    hosted: z
      .boolean()
      .default(false)
      .describe("launched by a host of ours: it is shown under a name of its own"),
    leased: z.boolean().default(true).describe("false: begun by hand, without a lease"),
  }),
  RecordExploration: z.strictObject({
    explorer: z.string(),
    hint: z.string().optional(),
    file: maybe.optional().describe("its notes, relative to the session folder"),
    summary: z.string().describe("at most 2,000 characters"),
    key_files: paths.default([]),
    patterns: texts.default([]),
    constraints: texts.default([]),
  }),
  AskQuestion: z.strictObject({
    about: z.string().describe("plan, or a task's id"),
    text: z.string(),
    options: texts.default([]),
  }),
  AnswerQuestion: z.strictObject({ question: z.string(), answer: z.string() }),
  AddTask: z.strictObject({ task: taskInput }),
  EditTask: z.strictObject({
    task,
    changes: changesInput,
    reason: reason.optional().describe("must be given once work has begun"),
  }),
  RemoveTask: z.strictObject({ task }),
  ProposePlan: z.strictObject({
    plan: planInput.optional().describe("the draft as it stands if not given"),
    touched: paths.optional(),
  }),
  ApprovePlan: z.strictObject({ rev: count }),
  RevisePlan: z.strictObject({ rev: count, reason }),
  BeginExecution: nothing,
  SetCheck: z.strictObject({ task, criterion: criterionName, check: checkInput, reason }),
  ClaimEvidence: z.strictObject({
    task,
    criterion: criterionName.optional(),
    type: evidenceType,
    text: z.string(),
    command: z.string().optional(),
    path: z.string().optional(),
    extras: unknownKeys
      .optional()
      .describe("unknown keys of an entry in a file, as [key, JSON text]; of a hand edit alone"),
  }),
  ClaimDone: z.strictObject({
    task,
    summary: z.string().describe("at most 2,000 characters"),
    files: paths.default([]),
    commits: texts.default([]),
    concerns: z.string().default(""),
    known: texts.optional(),
  }),
  ReportFailure: z.strictObject({
    job,
    kind: z.enum([
      "failed",
      "timeout",
      "crashed",
      "silent",
      "garbage",
      "lost",
      "lapsed",
      "released",
    ]),
    reason,
    trouble: z
      .enum(troubleKinds)
      .optional()
      .describe("what of its model server kept it from work: it spends no try"),
    retry_at: z.string().optional().describe("when its provider says that it may be tried again"),
  }),
  RecordBaseline: z.strictObject({
    task,
    results: z.array(baselineResult),
    note: maybe.default(null),
  }),
  RecordCheck: z.strictObject({
    job,
    argv: texts,
    cwd: z.string().default("."),
    exit: z.number().int().nullable(),
    why: maybe.default(null),
    results: z
      .array(
        z.strictObject({
          task,
          criterion: count,
          passed: z.boolean(),
          why: maybe.default(null),
          hollow: z.boolean().optional(),
        }),
      )
      .describe("every criterion that shares this check, each judged by its own exit and match"),
    digest: maybe,
    excerpt: z.string(),
    before: maybe,
    after: maybe,
    head: maybe,
    ms: z.number().nonnegative(),
    artifact: maybe.default(null).describe("a file that was kept, with its digest"),
    changed: paths.optional(),
  }),
  ConfirmManual: z.strictObject({
    task,
    criterion: criterionName,
    met: z.boolean(),
    reason: reason.default(""),
    tree,
    head: maybe.optional(),
  }),
  RecordVerdict: z.strictObject({
    sweep: count.optional().describe("the sweep that was judged; a person may leave it out"),
    verdict: z.enum(["PASS", "FAIL"]),
    judgements: z
      .array(
        z.strictObject({
          task,
          criterion: criterionName,
          judgement: z.enum(["met", "unmet", "unproven"]),
          note: z.string().default(""),
        }),
      )
      .default([]),
    issues: z
      .array(
        z.strictObject({
          summary: z.string(),
          severity: z.string().default("major"),
          task: maybe.optional(),
          criterion: criterionName.nullable().optional(),
          done_when: z.string().default(""),
          check: checkInput.nullable().optional(),
          files: paths.default([]),
        }),
      )
      .default([]),
    checks: z
      .array(z.strictObject({ task, criterion: criterionName, check: checkInput }))
      .default([]),
    notes: z.string().default(""),
  }),
  Complete: z.strictObject({ tree, head: maybe.optional(), paths: paths.optional() }),
  RetryTask: z.strictObject({
    task: z
      .string()
      .describe(
        "id of a task; plan and verify, once given up; an explorer too, where its model server turned it away",
      ),
    reason: reason.optional(),
  }),
  Waive: z.strictObject({
    task,
    criterion: criterionName.optional().describe("the whole task if not said"),
    reason,
  }),
  GoOn: z.strictObject({ reason }),
  SetOptions: z.strictObject({ options: optionsInput }),
  EditGoal: z.strictObject({ goal: z.string() }),
  Pause: nothing,
  Resume: nothing,
  Cancel: z.strictObject({ reason: reason.optional() }),
  Fail: z.strictObject({ reason }),
  Reopen: z.strictObject({ reason, max_iterations: count.optional() }),
  Archive: nothing,
  Unarchive: nothing,
  RecordDocument: z.strictObject({ path: z.string(), digest: z.string() }),
  KeepExtras: z.strictObject({
    file: z.string(),
    pointer: z.string(),
    value: unknownKeys.describe("unknown keys as [key, JSON text]"),
  }),
  RefuseEdit: z.strictObject({
    path: z.string(),
    digest: z.string(),
    code: z.string(),
    why: z.string(),
  }),
};
