// Why: what may be asked of an iterative run, field by field; flags, tools and reference pages follow from it.
import { z } from "zod";
import { foundRun } from "./found.ts";
import * as s from "./shapes.ts";

const { count, maybe, text, texts, unit, pass } = s;
const nothing = z.strictObject({});
/** More than any rule takes: the decider says which limit is meant. */
const reason = z.string();
const asked = count.optional().describe("the number of the question that was looked at");
/** Filled by the engine. */
const filled = {
  span: s.span.optional(),
  contents: z.record(z.string(), maybe).optional(),
  branch: maybe.optional(),
  tree: maybe.optional(),
  head: maybe.optional(),
  known: z.record(z.string(), z.boolean()).optional(),
};
const files = z.record(z.string(), maybe).optional();
/** As the engine saw its process end. */
const ending = {
  after: s.moment.optional().describe("the tree when its process ended"),
  documents: z
    .array(s.change)
    .optional()
    .describe("what it wrote in the run's folder, where that is in no tree"),
};

export const commandSchemas = {
  Start: z.strictObject({
    request: text.optional().describe("what is wanted, in a sentence or more"),
    task: text
      .optional()
      .describe("its name, 1 to 120 characters; without it the request's first six words"),
    slug: text.optional().describe("the folder's name: a-z, 0-9 and hyphens, at most 40"),
    mode: s.mode.optional().describe("else the request's words tell"),
    domain: z
      .union([s.domain, z.string()])
      .optional()
      .describe(
        "feature, bug, refactor; or research, writing, analysis, planning (two: research,writing)",
      ),
    brief: s.briefInput.optional(),
    guardrails_from: text.optional().describe("slug of an archived run to copy guardrails from"),
    guardrails: z
      .array(s.guardrailInput)
      .optional()
      .describe("lessons known from the start")
      .meta({ examples: [[{ name: "…", solution: "…", when: "…", problem: "…" }]] }),
    settings: s.settingsInput.optional(),
    odd: texts.optional().describe("names in the configuration that are no setting"),
    origin: text.optional(),
    run: text.optional(),
    root: text.optional(),
    files,
  }),
  Adopt: z.strictObject({
    found: foundRun,
    corrections: texts,
    quarantined: z.array(z.strictObject({ path: text, why: text })),
    digests: z.record(z.string(), z.string()),
    settings: s.settingsInput.optional(),
    odd: texts.optional(),
    run: text.optional(),
    ...filled,
    files,
  }),
  AskQuestions: z.strictObject({ questions: z.array(s.questionInput).min(1) }),
  AnswerQuestion: z.strictObject({
    question: text.describe("its number"),
    answers: texts
      .optional()
      .describe("one of its options, several where it allows that, or words of your own"),
    skip: z.boolean().optional().describe("leave it open: it is noted in the brief"),
  }),
  WriteBrief: s.briefInput,
  ProposePlan: z.strictObject({
    units: z.array(s.unitInput),
    notes: text.optional(),
    context: s.contextInput.optional(),
  }),
  ApprovePlan: z.strictObject({ rev: count.optional(), branch: maybe.optional() }),
  RejectPlan: z.strictObject({ rev: count.optional(), note: reason }),
  AddUnit: z.strictObject({ unit: s.unitInput }),
  EditUnit: z.strictObject({ unit, changes: s.unitChanges }),
  DropUnit: z.strictObject({ unit, reason: reason.optional() }),
  SetNotes: z.strictObject({ notes: text }),
  SetLimit: z.strictObject({ unit, max: z.number().int() }),
  SetContext: s.contextInput,
  AddGuardrail: s.guardrailInput,
  EditGuardrail: z.strictObject({ name: text, changes: s.guardrailInput.partial() }),
  RemoveGuardrail: z.strictObject({ name: text }),
  AddNote: z.strictObject({
    unit: unit.optional(),
    text,
    raw: text.optional().describe("the entry as it stood in progress.md"),
  }),
  RecordClaim: z.strictObject({ unit: unit.optional(), claim: text, where: text }),
  KeepEntry: z.strictObject({
    unit,
    entry: text.describe(
      "a new entry of progress.md for a unit whose pass is under way, as it stands there",
    ),
  }),
  BeginPass: z.strictObject({
    unit,
    pass,
    holder: text.describe("who does it: another name for each pass"),
    ...filled,
    beside: maybe.optional(),
  }),
  EndPass: z.strictObject({
    unit,
    pass,
    heard: s.heard.optional().describe("absent: ended by hand, by its entry in progress.md"),
    entry: text.optional().describe("the entry that ends it, as it stands in progress.md"),
    ...ending,
    ...filled,
    files,
  }),
  VoidPass: z.strictObject({
    unit,
    pass,
    why: text,
    not_before: text.optional(),
    ...ending,
    ...filled,
    files,
  }),
  RecordGate: z.strictObject({
    unit: unit.nullable().describe("null: the final gate"),
    n: s.positive,
    checks: z.array(s.checkRun),
    before: s.moment,
    after: s.moment,
    ...filled,
    files,
  }),
  GiveVerdict: z.strictObject({
    unit,
    pass,
    verdict: z.enum(["VERIFIED", "GAPS_FOUND"]),
    criteria: z.array(z.strictObject({ n: s.positive, met: z.boolean(), how: text.optional() })),
    gaps: z.array(s.gapInput),
    why: text.optional().describe("how its words were read"),
    ...ending,
    ...filled,
    files,
  }),
  GiveReview: z.strictObject({
    round: count,
    holder: text,
    verdict: z.enum(["REVIEW_PASS", "REVIEW_FAIL"]),
    checked: text.optional(),
    issues: z.array(s.issueInput),
    before: s.moment,
    ...ending,
    ...filled,
  }),
  AnswerReview: z.strictObject({
    asked,
    option: z.enum(["again", "accept"]),
    reason: reason.optional(),
  }),
  RecordCommit: z.strictObject({
    unit: unit.optional(),
    hash: text,
    subject: text.optional(),
    known: z.record(z.string(), z.boolean()).optional(),
  }),
  BlockUnit: z.strictObject({ unit, reason }),
  AnswerUnit: z.strictObject({
    unit,
    asked,
    option: z.enum([
      "unblock",
      "raise",
      "simplify",
      "step-in",
      "again",
      "accept",
      "fresh",
      "model",
      "skip",
      "drop",
    ]),
    n: z.number().int().optional().describe("how many passes more"),
    criteria: texts.optional(),
    model: s.model.optional(),
    text: text.optional(),
    ...filled,
  }),
  HandBack: z.strictObject({ unit, did: text, ...filled, files }),
  ReopenUnit: z.strictObject({
    unit,
    reason,
    dependants: z
      .boolean()
      .default(false)
      .describe("also each unit that rests on it and has begun"),
  }),
  SkipTo: z.strictObject({ phase: s.phase, reason }),
  ApproveDelivery: z.strictObject({ reason: reason.optional(), ...filled }),
  RejectDelivery: z.strictObject({
    issues: z.array(s.issueInput).optional(),
    reason: reason.optional(),
  }),
  Archive: z.strictObject({ taken: texts.optional() }),
  RecordArchive: z.strictObject({ path: text.optional(), taken: texts.optional() }),
  Unarchive: z.strictObject({ taken: texts.optional() }),
  DropFiles: z.strictObject({}),
  Pause: nothing,
  Resume: nothing,
  Cancel: z.strictObject({ reason: reason.optional(), ...filled }),
  SetSettings: z.strictObject({ settings: s.settingsInput }),
  MoveRun: z.strictObject({ reason, branch: maybe.optional() }),
  Recover: z.strictObject({
    findings: z.array(
      z.strictObject({
        unit,
        is: z.enum(["stale", "lost"]),
        why: text,
        content: maybe,
      }),
    ),
    ...filled,
  }),
  FailAttempt: z.strictObject({
    job: z.enum(["interviewer", "planner", "reviewer"]),
    n: s.positive,
    why: text,
  }),
  KeepExtras: z.strictObject({
    file: text,
    pointer: text,
    value: s.entries.describe("unknown keys as [key, JSON text]"),
  }),
  RefuseEdit: z.strictObject({ path: text, digest: text, code: text, why: text }),
};
