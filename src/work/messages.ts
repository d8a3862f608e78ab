// What is said of a run's work, whatever its protocol: each command and event with its schema.
import * as t from "../kit/schema.ts";
import type { Described, Message } from "../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../kit/tables.ts";
import { frame } from "./who.ts";

const id = t.matching(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, "must be a full id of git");
const commit = t.record({ commit: id, tree: id });
const doer = t.record({
  job: t.text,
  subject: t.optional(t.text),
  role: t.text,
  thread: t.maybe(t.text),
  agent: t.maybe(t.text),
});
const count = t.count;
/** As the engine saw it; judged by the rules of the run's protocol. */
const proof = t.record({
  argv: t.list(t.text),
  cwd: t.text,
  exit: t.maybe(t.number),
  why: t.maybe(t.text),
  ms: t.number,
  digest: t.text,
  bytes: t.number,
  text: t.text,
  before: t.maybe(t.text),
  after: t.maybe(t.text),
  head: t.maybe(t.text),
  checked: t.optional(t.text),
});
/** `tree`: what would land; `checked`: what was checked in its stead, where paths were pinned. */
const proved = t.record({
  name: t.text,
  exit: t.maybe(t.number),
  why: t.maybe(t.text),
  digest: t.text,
  tree: t.maybe(t.text),
  checked: t.optional(t.text),
});
export type Proved = t.Of<typeof proved>;

const words = t.leastOf(1, t.text);
const ready = t.record({
  checks: t.list(
    t.record({ name: t.text, argv: words, cwd: t.text, ms: count, pin: t.optional(words) }),
  ),
  setup: t.maybe(
    t.record({
      argv: words,
      cwd: t.text,
      inputs: t.list(t.text),
      makes: t.list(t.text),
      ms: count,
    }),
  ),
  copy: t.list(t.text),
});
const fenced = t.optional(t.oneOf(["online", "offline"]));
const red = t.record({ name: t.text, said: t.text });

export const commandSchemas = {
  /** `trial`: its setup is tried on the base, too, where there is no check. */
  SetBase: t.record({
    base: commit,
    branch: t.maybe(t.text),
    name: t.text,
    ready,
    trial: t.optional(t.exactly(true)),
  }),
  TryBase: t.record({ proofs: t.list(proof), setup: t.optional(t.text), fenced }),
  /** `ready`: with `again`, what cairn.config.json says now. */
  AnswerBase: t.record({
    answer: t.oneOf(["expect", "drop", "again"]),
    reason: t.optional(t.text),
    ready: t.optional(ready),
  }),
  LendInputs: t.record({ files: t.byName(t.maybe(t.text)) }),
  /**
   * `from`: on which commit it began, where others may work on the same unit. `bent`: files that checks go by and that it changed.
   * `held`: what it holds that no job's work may, for a person to look at.
   */
  TakeWork: t.record({
    unit: t.text,
    doer,
    work: commit,
    from: t.optional(id),
    bent: t.optional(t.list(t.text)),
    held: t.optional(t.text),
  }),
  JoinWork: t.record({ unit: t.text, onto: id, work: commit }),
  MergeWork: t.record({ unit: t.text, onto: id, merged: commit }),
  ReportConflict: t.record({ unit: t.text, onto: id, files: t.list(t.text) }),
  BeginMend: t.record({ unit: t.text }),
  EndMend: t.record({ unit: t.text, why: t.text }),
  TryLanding: t.record({ unit: t.text, commit: id, proofs: t.list(proof) }),
  TryFinal: t.record({ unit: t.text, commit: id, passed: t.flag, said: t.text }),
  AnswerFinal: t.record({ answer: t.oneOf(["again", "fail"]), reason: t.optional(t.text) }),
  LandWork: t.record({ unit: t.text, commit: id }),
  DropWork: t.record({ unit: t.text, reason: t.text }),
  MendAgain: t.record({ unit: t.text, reason: t.optional(t.text) }),
  MoveHead: t.record({ to: commit, reason: t.text }),
  Deliver: t.record({ head: id, from: id, to: id, branch: t.maybe(t.text) }),
  UndoDelivery: t.record({ merge: id }),
  DropPlaces: t.record({}),
};

export const eventSchemas = {
  BaseSet: commandSchemas.SetBase,
  BaseTried: t.record({
    red: t.list(red),
    setup: t.optional(t.text),
    fenced,
    proofs: t.optional(t.list(proved)),
  }),
  BaseAnswered: t.record({
    answer: t.oneOf(["expect", "drop", "again"]),
    ready: t.optional(ready),
    digest: t.optional(t.text),
  }),
  InputsLent: commandSchemas.LendInputs,
  WorkTaken: commandSchemas.TakeWork,
  WorkJoined: commandSchemas.JoinWork,
  /** `ahead`: the unit whose work it was merged onto, which hadn't landed by then. */
  WorkMerged: t.record({ ...commandSchemas.MergeWork.entries, ahead: t.optional(t.text) }),
  ConflictFound: commandSchemas.ReportConflict,
  MendBegun: commandSchemas.BeginMend,
  MendEnded: commandSchemas.EndMend,
  /** `excused`: checks that were red, as on the base; said where it rests on what hadn't landed. */
  LandingTried: t.record({
    unit: t.text,
    commit: id,
    passed: t.flag,
    said: t.text,
    green: t.list(t.text),
    proofs: t.optional(t.list(proved)),
    excused: t.optional(t.list(t.text)),
  }),
  FinalTried: commandSchemas.TryFinal,
  FinalAnswered: commandSchemas.AnswerFinal,
  WorkLanded: t.record({ unit: t.text, job: t.text, n: count, landed: commit }),
  WorkDropped: commandSchemas.DropWork,
  MendsAllowed: t.record({ unit: t.text }),
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
