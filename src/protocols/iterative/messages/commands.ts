// Why: what may be asked of an iterative run, field by field; flags, tools and reference pages follow from it.
import * as t from "../../../kit/schema.ts";
import { foundRun } from "./found.ts";
import * as s from "./shapes.ts";

const { count, maybe, text, texts, unit, pass } = s;
const nothing = t.record({});
/** More than any rule takes: the decider says which limit is meant. */
const reason = t.text;
const asked = t.optional(t.means("the number of the question that was looked at", count));
/** Filled by the engine. */
const filled = {
  span: t.optional(s.span),
  contents: t.optional(t.byName(maybe)),
  branch: t.optional(maybe),
  tree: t.optional(maybe),
  head: t.optional(maybe),
  known: t.optional(t.byName(t.flag)),
};
const files = t.optional(t.byName(maybe));
/** As the engine saw its process end. */
const ending = {
  after: t.optional(t.means("the tree when its process ended", s.moment)),
  documents: t.optional(
    t.means("what it wrote in the run's folder, where that is in no tree", t.list(s.change)),
  ),
};

export const commandSchemas = {
  Start: t.record({
    request: t.optional(t.means("what is wanted, in a sentence or more", text)),
    task: t.optional(
      t.means("its name, 1 to 120 characters; without it the request's first six words", text),
    ),
    slug: t.optional(t.means("the folder's name: a-z, 0-9 and hyphens, at most 40", text)),
    mode: t.optional(t.means("else the request's words tell", s.mode)),
    domain: t.optional(
      t.means(
        "feature, bug, refactor; or research, writing, analysis, planning (two: research,writing)",
        t.either(s.domain, t.text),
      ),
    ),
    brief: t.optional(s.briefInput),
    guardrails_from: t.optional(t.means("slug of an archived run to copy guardrails from", text)),
    guardrails: t.withExamples(
      [[{ name: "…", solution: "…", when: "…", problem: "…" }]],
      t.optional(t.means("lessons known from the start", t.list(s.guardrailInput))),
    ),
    settings: t.optional(s.settingsInput),
    odd: t.optional(t.means("names in the configuration that are no setting", texts)),
    origin: t.optional(text),
    run: t.optional(text),
    root: t.optional(text),
    files,
  }),
  Adopt: t.record({
    found: foundRun,
    corrections: texts,
    quarantined: t.list(t.record({ path: text, why: text })),
    digests: t.byName(t.text),
    settings: t.optional(s.settingsInput),
    odd: t.optional(texts),
    run: t.optional(text),
    ...filled,
    files,
  }),
  AskQuestions: t.record({ questions: t.leastOf(1, s.questionInput) }),
  AnswerQuestion: t.record({
    question: t.means("its number", text),
    answers: t.optional(
      t.means("one of its options, several where it allows that, or words of your own", texts),
    ),
    skip: t.optional(t.means("leave it open: it is noted in the brief", t.flag)),
  }),
  WriteBrief: s.briefInput,
  ProposePlan: t.record({
    units: t.list(s.unitInput),
    notes: t.optional(text),
    context: t.optional(s.contextInput),
  }),
  ApprovePlan: t.record({ rev: t.optional(count), branch: t.optional(maybe) }),
  RejectPlan: t.record({ rev: t.optional(count), note: reason }),
  AddUnit: t.record({ unit: s.unitInput }),
  EditUnit: t.record({ unit, changes: s.unitChanges }),
  DropUnit: t.record({ unit, reason: t.optional(reason) }),
  SetNotes: t.record({ notes: text }),
  SetLimit: t.record({ unit, max: t.integer }),
  SetContext: s.contextInput,
  AddGuardrail: s.guardrailInput,
  EditGuardrail: t.record({ name: text, changes: t.partial(s.guardrailInput) }),
  RemoveGuardrail: t.record({ name: text }),
  AddNote: t.record({
    unit: t.optional(unit),
    text,
    raw: t.optional(t.means("the entry as it stood in progress.md", text)),
  }),
  RecordClaim: t.record({ unit: t.optional(unit), claim: text, where: text }),
  KeepEntry: t.record({
    unit,
    entry: t.means(
      "a new entry of progress.md for a unit whose pass is under way, as it stands there",
      text,
    ),
  }),
  BeginPass: t.record({
    unit,
    pass,
    holder: t.means("who does it: another name for each pass", text),
    ...filled,
    beside: t.optional(maybe),
  }),
  EndPass: t.record({
    unit,
    pass,
    heard: t.optional(t.means("absent: ended by hand, by its entry in progress.md", s.heard)),
    entry: t.optional(t.means("the entry that ends it, as it stands in progress.md", text)),
    ...ending,
    ...filled,
    files,
  }),
  VoidPass: t.record({
    unit,
    pass,
    why: text,
    not_before: t.optional(text),
    ...ending,
    ...filled,
    files,
  }),
  RecordGate: t.record({
    unit: t.means("null: the final gate", t.maybe(unit)),
    n: s.positive,
    checks: t.list(s.checkRun),
    before: s.moment,
    after: s.moment,
    ...filled,
    files,
  }),
  GiveVerdict: t.record({
    unit,
    pass,
    verdict: t.oneOf(["VERIFIED", "GAPS_FOUND"]),
    criteria: t.list(t.record({ n: s.positive, met: t.flag, how: t.optional(text) })),
    gaps: t.list(s.gapInput),
    why: t.optional(t.means("how its words were read", text)),
    ...ending,
    ...filled,
    files,
  }),
  GiveReview: t.record({
    round: count,
    holder: text,
    verdict: t.oneOf(["REVIEW_PASS", "REVIEW_FAIL"]),
    checked: t.optional(text),
    issues: t.list(s.issueInput),
    before: s.moment,
    ...ending,
    ...filled,
  }),
  AnswerReview: t.record({
    asked,
    option: t.oneOf(["again", "accept"]),
    reason: t.optional(reason),
  }),
  RecordCommit: t.record({
    unit: t.optional(unit),
    hash: text,
    subject: t.optional(text),
    known: t.optional(t.byName(t.flag)),
  }),
  BlockUnit: t.record({ unit, reason }),
  AnswerUnit: t.record({
    unit,
    asked,
    option: t.oneOf([
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
    n: t.optional(t.means("how many passes more", t.integer)),
    criteria: t.optional(texts),
    model: t.optional(s.model),
    text: t.optional(text),
    ...filled,
  }),
  HandBack: t.record({ unit, did: text, ...filled, files }),
  ReopenUnit: t.record({
    unit,
    reason,
    dependants: t.standing(t.means("also each unit that rests on it and has begun", t.flag), false),
  }),
  SkipTo: t.record({ phase: s.phase, reason }),
  ApproveDelivery: t.record({ reason: t.optional(reason), ...filled }),
  RejectDelivery: t.record({
    issues: t.optional(t.list(s.issueInput)),
    reason: t.optional(reason),
  }),
  Archive: t.record({ taken: t.optional(texts) }),
  RecordArchive: t.record({ path: t.optional(text), taken: t.optional(texts) }),
  Unarchive: t.record({ taken: t.optional(texts) }),
  DropFiles: t.record({}),
  Pause: nothing,
  Resume: nothing,
  Cancel: t.record({ reason: t.optional(reason), ...filled }),
  SetSettings: t.record({ settings: s.settingsInput }),
  MoveRun: t.record({ reason, branch: t.optional(maybe) }),
  Recover: t.record({
    findings: t.list(
      t.record({
        unit,
        is: t.oneOf(["stale", "lost"]),
        why: text,
        content: maybe,
      }),
    ),
    ...filled,
  }),
  FailAttempt: t.record({
    job: t.oneOf(["interviewer", "planner", "reviewer"]),
    n: s.positive,
    why: text,
  }),
  KeepExtras: t.record({
    file: text,
    pointer: text,
    value: t.means("unknown keys as [key, JSON text]", s.entries),
  }),
  RefuseEdit: t.record({ path: text, digest: text, code: text, why: text }),
};
