// Why: what may be asked of a stigmergy run, field by field; flags, tools and reference pages follow from it (specification, section 4).
import * as t from "../../../kit/schema.ts";
import * as s from "./shapes.ts";

const { count, epic, gate, issue, maybe, story, subject, text, texts } = s;
const nothing = t.record({});
/** More than any rule takes: the decider says which limit is meant. */
const reason = t.text;
const asked = t.optional(t.means("the number of the question that was looked at", count));
const entry = t.optional(s.givenEntry);
/** Filled by the engine: the files that it is about, and the content that is proved. */
const files = t.optional(s.files);
const contents = t.optional(t.byName(maybe));
const after = t.optional(t.means("the tree when its process ended", s.moment));
const changed = t.optional(texts);
const finished = {
  summary: t.optional(text),
  files_modified: t.optional(texts),
  entry,
  files,
  changed,
};

export const commandSchemas = {
  Start: t.record({
    goal: t.optional(t.means("what is wanted, in a sentence or a paragraph", text)),
    name: t.optional(
      t.means("the project's name, 1 to 200 characters; without it the folder's", text),
    ),
    autonomy: t.optional(s.autonomy),
    brief: t.optional(t.means("path of a brief that is written already", text)),
    settings: t.optional(s.settingsInput),
    odd: t.optional(t.means("names in the configuration that are no setting", texts)),
    origin: t.optional(text),
    run: t.optional(text),
    root: t.optional(text),
    whole: s.whole,
    files,
  }),
  Adopt: t.record({
    found: s.foundRun,
    corrections: texts,
    quarantined: t.list(t.record({ path: text, why: text })),
    digests: t.byName(t.text),
    settings: t.optional(s.settingsInput),
    odd: t.optional(texts),
    run: t.optional(text),
    whole: s.whole,
    files,
    contents,
  }),
  FinishBrief: t.record({ ...finished, path: t.optional(text) }),
  FinishPrd: t.record({
    ...finished,
    manifest: t.optional(
      t.means("epics and stories are listed as it heads them, if none are listed yet", t.flag),
    ),
  }),
  FinishUx: t.record(finished),
  FinishArchitecture: t.record(finished),
  ReplaceManifest: t.record({ epics: t.list(s.epicInput), entry }),
  ImportManifest: t.record({ files, entry }),
  ExtendManifest: t.record({
    epics: t.optional(t.list(s.epicInput)),
    stories: t.optional(t.list(s.added)),
    entry,
  }),
  PassGate: t.record({
    gate,
    asked,
    note: t.optional(text),
    without_checks: t.standing(
      t.means("nothing is run to check the work: the note says why", t.flag),
      false,
    ),
    whole: s.whole,
    files,
  }),
  RefuseGate: t.record({
    gate,
    asked,
    redo: t.oneOf(["brief", "prd", "architecture", "manifest", "story-file"]),
    reason,
  }),
  RecordStoryFile: t.record({
    story,
    summary: t.optional(text),
    files_modified: t.optional(texts),
    entry,
    files,
    changed,
  }),
  StartStory: t.record({
    story,
    entry,
    contents,
    tree: t.optional(maybe),
    head: t.optional(maybe),
  }),
  FinishWork: t.record({
    story,
    summary: t.optional(text),
    files_modified: t.optional(t.means("as claimed; what the engine saw counts", texts)),
    entry,
    after,
    changed,
    contents,
  }),
  ReportFailure: t.record({
    subject,
    kind: t.oneOf(["work", "review", "garbage", "timeout"]),
    reason,
  }),
  CountAttempt: t.record({ job: text, reason }),
  RecordCheck: t.record({
    n: t.means("index of the pinned check", count),
    runs: t.means("how many had been run when it was asked for", count),
    run: s.checkRun,
    before: s.moment,
    after: s.moment,
    contents,
    changed,
  }),
  RerunChecks: nothing,
  SubmitReview: t.record({
    story,
    pass: t.flag,
    verdicts: t.optional(t.means("one for each criterion", t.maybe(t.list(s.verdictInput)))),
    why: t.optional(text),
    before: t.optional(t.means("the tree when it began", s.moment)),
    after,
    whole: s.whole,
    strays: t.optional(texts),
    contents,
  }),
  Escalate: t.record({
    subject,
    summary: text,
    refs: t.optional(t.means("times of entries of the history", texts)),
    id: t.optional(issue),
    entry,
  }),
  TakeIssue: t.record({ issue, entry }),
  LinkIssue: t.record({ issue, refs: texts, entry }),
  ResolveIssue: t.record({
    issue,
    solution: text,
    files_modified: t.optional(texts),
    entry,
    changed,
  }),
  GiveUpIssue: t.record({ issue, reason, entry }),
  AskPerson: t.record({ subject, text }),
  AnswerQuestion: t.record({ question: t.means("its number", s.positive), text }),
  Halt: t.record({ reason, entry }),
  Unhalt: t.record({
    choice: t.oneOf(["retry", "responder", "withdraw"]),
    guidance: t.optional(t.means("what the next try is told", text)),
    asked,
  }),
  Pause: nothing,
  Resume: nothing,
  Cancel: t.record({ reason: t.optional(reason) }),
  Archive: t.record({ taken: t.optional(texts) }),
  SetAutonomy: t.record({ mode: s.autonomy, entry }),
  Configure: t.record({ settings: s.settingsInput }),
  NoticeDrift: t.record({ path: text, digest: maybe }),
  AcceptDrift: t.record({ path: text, digest: maybe }),
  ReopenStory: t.record({
    story,
    reason,
    and_later: t.standing(t.means("also every later one that has begun", t.flag), false),
  }),
  WithdrawStory: t.record({ story, reason }),
  ForceStory: t.record({ story, reason }),
  FinishAudit: t.record({ epic, summary: t.optional(text), files, changed }),
  SkipAudit: t.record({ epic, reason }),
  RecordAction: t.record({
    agent: text,
    signal: t.optional(maybe),
    summary: text,
    files: t.optional(texts),
    claimed: t.optional(maybe),
    on: t.optional(t.means("how many entries of the history its author had read", count)),
    extras: t.optional(s.entries),
  }),
  RenameProject: t.record({ name: text, entry }),
  KeepExtras: t.record({
    file: text,
    pointer: text,
    value: t.means("unknown keys as [key, JSON text]", s.entries),
    more: t.means("of other objects of the file", s.moreExtras),
    entry,
  }),
  RefuseEdit: t.record({ path: text, digest: text, code: text, why: text }),
};
