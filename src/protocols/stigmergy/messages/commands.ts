// Why: what may be asked of a stigmergy run, field by field; flags, tools and reference pages follow from it (specification, section 4).
import { z } from "zod";
import * as s from "./shapes.ts";

const { count, epic, gate, issue, maybe, story, subject, text, texts } = s;
const nothing = z.strictObject({});
/** More than any rule takes: the decider says which limit is meant. */
const reason = z.string();
const asked = count.optional().describe("the number of the question that was looked at");
const entry = s.givenEntry.optional();
/** Filled by the engine: the files that it is about, and the content that is proved. */
const files = s.files.optional();
const contents = z.record(z.string(), maybe).optional();
const after = s.moment.optional().describe("the tree when its process ended");
const changed = texts.optional();
const finished = {
  summary: text.optional(),
  files_modified: texts.optional(),
  entry,
  files,
  changed,
};

export const commandSchemas = {
  Start: z.strictObject({
    goal: text.optional().describe("what is wanted, in a sentence or a paragraph"),
    name: text
      .optional()
      .describe("the project's name, 1 to 200 characters; without it the folder's"),
    autonomy: s.autonomy.optional(),
    brief: text.optional().describe("path of a brief that is written already"),
    settings: s.settingsInput.optional(),
    odd: texts.optional().describe("names in the configuration that are no setting"),
    origin: text.optional(),
    run: text.optional(),
    root: text.optional(),
    whole: s.whole,
    files,
  }),
  Adopt: z.strictObject({
    found: s.foundRun,
    corrections: texts,
    quarantined: z.array(z.strictObject({ path: text, why: text })),
    digests: z.record(z.string(), z.string()),
    settings: s.settingsInput.optional(),
    odd: texts.optional(),
    run: text.optional(),
    whole: s.whole,
    files,
    contents,
  }),
  FinishBrief: z.strictObject({ ...finished, path: text.optional() }),
  FinishPrd: z.strictObject({
    ...finished,
    manifest: z
      .boolean()
      .optional()
      .describe("epics and stories are listed as it heads them, if none are listed yet"),
  }),
  FinishUx: z.strictObject(finished),
  FinishArchitecture: z.strictObject(finished),
  ReplaceManifest: z.strictObject({ epics: z.array(s.epicInput), entry }),
  ImportManifest: z.strictObject({ files, entry }),
  ExtendManifest: z.strictObject({
    epics: z.array(s.epicInput).optional(),
    stories: z.array(s.added).optional(),
    entry,
  }),
  PassGate: z.strictObject({
    gate,
    asked,
    note: text.optional(),
    without_checks: z
      .boolean()
      .default(false)
      .describe("nothing is run to check the work: the note says why"),
    whole: s.whole,
    files,
  }),
  RefuseGate: z.strictObject({
    gate,
    asked,
    redo: z.enum(["brief", "prd", "architecture", "manifest", "story-file"]),
    reason,
  }),
  RecordStoryFile: z.strictObject({
    story,
    summary: text.optional(),
    files_modified: texts.optional(),
    entry,
    files,
    changed,
  }),
  StartStory: z.strictObject({
    story,
    entry,
    contents,
    tree: maybe.optional(),
    head: maybe.optional(),
  }),
  FinishWork: z.strictObject({
    story,
    summary: text.optional(),
    files_modified: texts.optional().describe("as claimed; what the engine saw counts"),
    entry,
    after,
    changed,
    contents,
  }),
  ReportFailure: z.strictObject({ subject, kind: s.strikeKind.exclude(["check"]), reason }),
  CountAttempt: z.strictObject({ job: text, reason }),
  RecordCheck: z.strictObject({
    n: count.describe("index of the pinned check"),
    runs: count.describe("how many had been run when it was asked for"),
    run: s.checkRun,
    before: s.moment,
    after: s.moment,
    contents,
    changed,
  }),
  RerunChecks: nothing,
  SubmitReview: z.strictObject({
    story,
    pass: z.boolean(),
    verdicts: z.array(s.verdictInput).nullable().optional().describe("one for each criterion"),
    why: text.optional(),
    before: s.moment.optional().describe("the tree when it began"),
    after,
    whole: s.whole,
    strays: texts.optional(),
    contents,
  }),
  Escalate: z.strictObject({
    subject,
    summary: text,
    refs: texts.optional().describe("times of entries of the history"),
    id: issue.optional(),
    entry,
  }),
  TakeIssue: z.strictObject({ issue, entry }),
  LinkIssue: z.strictObject({ issue, refs: texts, entry }),
  ResolveIssue: z.strictObject({
    issue,
    solution: text,
    files_modified: texts.optional(),
    entry,
    changed,
  }),
  GiveUpIssue: z.strictObject({ issue, reason, entry }),
  AskPerson: z.strictObject({ subject, text }),
  AnswerQuestion: z.strictObject({ question: s.positive.describe("its number"), text }),
  Halt: z.strictObject({ reason, entry }),
  Unhalt: z.strictObject({
    choice: z.enum(["retry", "responder", "withdraw"]),
    guidance: text.optional().describe("what the next try is told"),
    asked,
  }),
  Pause: nothing,
  Resume: nothing,
  Cancel: z.strictObject({ reason: reason.optional() }),
  Archive: z.strictObject({ taken: texts.optional() }),
  SetAutonomy: z.strictObject({ mode: s.autonomy, entry }),
  Configure: z.strictObject({ settings: s.settingsInput }),
  NoticeDrift: z.strictObject({ path: text, digest: maybe }),
  AcceptDrift: z.strictObject({ path: text, digest: maybe }),
  ReopenStory: z.strictObject({
    story,
    reason,
    and_later: z.boolean().default(false).describe("also every later one that has begun"),
  }),
  WithdrawStory: z.strictObject({ story, reason }),
  ForceStory: z.strictObject({ story, reason }),
  FinishAudit: z.strictObject({ epic, summary: text.optional(), files, changed }),
  SkipAudit: z.strictObject({ epic, reason }),
  RecordAction: z.strictObject({
    agent: text,
    signal: maybe.optional(),
    summary: text,
    files: texts.optional(),
    claimed: maybe.optional(),
    on: count.optional().describe("how many entries of the history its author had read"),
    extras: s.entries.optional(),
  }),
  RenameProject: z.strictObject({ name: text, entry }),
  KeepExtras: z.strictObject({
    file: text,
    pointer: text,
    value: s.entries.describe("unknown keys as [key, JSON text]"),
    more: s.moreExtras.describe("of other objects of the file"),
    entry,
  }),
  RefuseEdit: z.strictObject({ path: text, digest: text, code: text, why: text }),
};
