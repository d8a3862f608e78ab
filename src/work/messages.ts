// What is said of a run's work, whatever its protocol: each command and event with its schema.
import * as t from "../kit/schema.ts";
import type { Described, Message } from "../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../kit/tables.ts";
import { frame } from "./who.ts";

const text = t.text;
const id = t.matching(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, "must be a full id of git");
const commit = t.record({ commit: id, tree: id });
const doer = t.record({
  job: text,
  subject: t.optional(text),
  role: text,
  thread: t.maybe(text),
  agent: t.maybe(text),
});
const count = t.count;
/** As the engine saw it; judged by the rules of the run's protocol. */
const proof = t.record({
  argv: t.list(text),
  cwd: text,
  exit: t.maybe(t.number),
  why: t.maybe(text),
  ms: t.number,
  digest: text,
  bytes: t.number,
  text,
  before: t.maybe(text),
  after: t.maybe(text),
  head: t.maybe(text),
  checked: t.optional(text),
});
/** `tree`: what would land; `checked`: what was checked in its stead, where paths were pinned. */
const proved = t.record({
  name: text,
  exit: t.maybe(t.number),
  why: t.maybe(text),
  digest: text,
  tree: t.maybe(text),
  checked: t.optional(text),
});
export type Proved = t.Of<typeof proved>;

const words = t.leastOf(1, text);
const ready = t.record({
  checks: t.list(
    t.record({ name: text, argv: words, cwd: text, ms: count, pin: t.optional(words) }),
  ),
  setup: t.maybe(
    t.record({
      argv: words,
      cwd: text,
      inputs: t.list(text),
      makes: t.list(text),
      ms: count,
    }),
  ),
  copy: t.list(text),
});
const fenced = t.optional(t.oneOf(["online", "offline"]));
const red = t.record({ name: text, said: text });

export const commandSchemas = {
  /** `trial`: its setup is tried on the base, too, where there is no check. */
  SetBase: t.record({
    base: commit,
    branch: t.maybe(text),
    name: text,
    ready,
    trial: t.optional(t.exactly(true)),
  }),
  TryBase: t.record({ proofs: t.list(proof), setup: t.optional(text), fenced }),
  /** `ready`: with `again`, what cairn.config.json says now. */
  AnswerBase: t.record({
    answer: t.oneOf(["expect", "drop", "again"]),
    reason: t.optional(text),
    ready: t.optional(ready),
  }),
  LendInputs: t.record({ files: t.byName(t.maybe(text)) }),
  /**
   * `from`: on which commit it began, where others may work on the same unit. `bent`: files that checks go by and that it changed.
   * `held`: what it holds that no job's work may, for a person to look at.
   */
  TakeWork: t.record({
    unit: text,
    doer,
    work: commit,
    from: t.optional(id),
    bent: t.optional(t.list(text)),
    held: t.optional(text),
  }),
  JoinWork: t.record({ unit: text, onto: id, work: commit }),
  MergeWork: t.record({ unit: text, onto: id, merged: commit }),
  ReportConflict: t.record({ unit: text, onto: id, files: t.list(text) }),
  BeginMend: t.record({ unit: text }),
  EndMend: t.record({ unit: text, why: text }),
  TryLanding: t.record({ unit: text, commit: id, proofs: t.list(proof) }),
  TryFinal: t.record({ unit: text, commit: id, passed: t.flag, said: text }),
  AnswerFinal: t.record({ answer: t.oneOf(["again", "fail"]), reason: t.optional(text) }),
  LandWork: t.record({ unit: text, commit: id }),
  DropWork: t.record({ unit: text, reason: text }),
  MendAgain: t.record({ unit: text, reason: t.optional(text) }),
  MoveHead: t.record({ to: commit, reason: text }),
  Deliver: t.record({ head: id, from: id, to: id, branch: t.maybe(text) }),
  UndoDelivery: t.record({ merge: id }),
  DropPlaces: t.record({}),
};

export const eventSchemas = {
  BaseSet: commandSchemas.SetBase,
  BaseTried: t.record({
    red: t.list(red),
    setup: t.optional(text),
    fenced,
    proofs: t.optional(t.list(proved)),
  }),
  BaseAnswered: t.record({
    answer: t.oneOf(["expect", "drop", "again"]),
    ready: t.optional(ready),
    digest: t.optional(text),
  }),
  InputsLent: commandSchemas.LendInputs,
  WorkTaken: commandSchemas.TakeWork,
  WorkJoined: commandSchemas.JoinWork,
  /** `ahead`: the unit whose work it was merged onto, which hadn't landed by then. */
  WorkMerged: t.record({ ...commandSchemas.MergeWork.entries, ahead: t.optional(text) }),
  ConflictFound: commandSchemas.ReportConflict,
  MendBegun: commandSchemas.BeginMend,
  MendEnded: commandSchemas.EndMend,
  /** `excused`: checks that were red, as on the base; said where it rests on what hadn't landed. */
  LandingTried: t.record({
    unit: text,
    commit: id,
    passed: t.flag,
    said: text,
    green: t.list(text),
    proofs: t.optional(t.list(proved)),
    excused: t.optional(t.list(text)),
  }),
  FinalTried: commandSchemas.TryFinal,
  FinalAnswered: commandSchemas.AnswerFinal,
  WorkLanded: t.record({ unit: text, job: text, n: count, landed: commit }),
  WorkDropped: commandSchemas.DropWork,
  MendsAllowed: t.record({ unit: text }),
  HeadMoved: commandSchemas.MoveHead,
  Delivered: commandSchemas.Deliver,
  /** The commit that was taken back. */
  DeliveryUndone: t.record({ merge: t.optional(id) }),
  PlacesDropped: t.record({}),
};

export type WorkCommands = Typed<typeof commandSchemas>;
export type WorkEvents = Typed<typeof eventSchemas>;
export type WorkCommand = WorkCommands[keyof WorkCommands];
export type WorkEvent = WorkEvents[keyof WorkEvents];

const said: Readonly<Record<keyof WorkCommands, Said>> = {
  SetBase: {
    means:
      "Says from which commit a run starts, what its branch is called, and which checks all its work must pass.",
  },
  TryBase: { means: "Says how the repository's checks ended on the base, before any work." },
  AnswerBase: {
    means: "Says what happens to checks that are red on the base, or to a setup that fails there.",
  },
  LendInputs: { means: "Says which private files, by their digests, jobs and checks are given." },
  TakeWork: { means: "Says what a job left in its place, as a commit." },
  JoinWork: {
    means: "Says what a unit's work comes to, together with what another of its jobs left.",
  },
  MergeWork: { means: "Says what a unit's work comes to, merged with what has landed." },
  ReportConflict: { means: "A unit's work conflicts with what landed meanwhile." },
  BeginMend: { means: "The agent that did the work begins to mend it." },
  EndMend: { means: "An attempt at mending ended without work." },
  TryLanding: { means: "Says how the checks ended on the merged tree." },
  TryFinal: { means: "Says how something that was shown before ended on the final head." },
  AnswerFinal: { means: "Says what happens to a run that isn't green on its final head." },
  LandWork: { means: "Lands a unit's work: its checks are green on the merged tree." },
  DropWork: { means: "Gives up a unit's work that hasn't landed." },
  MendAgain: { label: "Allow more fixes", means: "Lets a unit's work be fixed some more times." },
  MoveHead: { means: "Moves the run to another commit of its own." },
  Deliver: { means: "Says that the run's work was merged into a branch of its user." },
  UndoDelivery: { means: "Says that a merge of the run's work was taken back." },
  DropPlaces: { means: "Removes the run's branch and places. The record stays." },
};
const eventMeans: Readonly<Record<keyof WorkEvents, string>> = {
  BaseSet:
    "The commit from which the run starts, its branch, and the checks that all its work must pass.",
  BaseTried: "How the repository's checks ended on the base.",
  BaseAnswered: "What becomes of those that are red there.",
  InputsLent:
    "The private files that jobs and checks are given from then on, by their digests; null: there is no such file.",
  WorkTaken: "What a job left in its place, as a commit.",
  WorkJoined: "A unit's work, together with what another of its jobs left.",
  WorkMerged: "A unit's work, merged with what has landed.",
  ConflictFound: "A unit's work conflicts with what landed meanwhile.",
  MendBegun: "The agent that did the work mends it.",
  MendEnded: "An attempt at mending ended without work.",
  LandingTried: "How the checks ended on the merged tree.",
  FinalTried: "How something that was shown before ended on the final head.",
  FinalAnswered: "What becomes of a run that isn't green on its final head.",
  WorkLanded: "A unit's work landed.",
  WorkDropped: "A unit's work was given up.",
  MendsAllowed: "A unit's work may be mended some more times.",
  HeadMoved: "The run stands at another commit of its own.",
  Delivered: "The run's work was merged into a branch of its user.",
  DeliveryUndone: "That merge was taken back.",
  PlacesDropped: "The run's branch and places were given up.",
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds: {} });
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans);
