// What is said of a run's work, whatever its protocol: each command and event with its schema.
import { z } from "zod";
import type { Described, Message } from "../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../core/messages.ts";
import { frame } from "./who.ts";

const text = z.string();
const id = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, "must be a full id of git");
const commit = z.strictObject({ commit: id, tree: id });
const doer = z.strictObject({
  job: text,
  subject: text.optional(),
  role: text,
  thread: text.nullable(),
  agent: text.nullable(),
});
const count = z.number().int().nonnegative();
/** As the engine saw it; judged by the rules of the run's protocol. */
const proof = z.strictObject({
  argv: z.array(text),
  cwd: text,
  exit: z.number().nullable(),
  why: text.nullable(),
  ms: z.number(),
  digest: text,
  bytes: z.number(),
  text,
  before: text.nullable(),
  after: text.nullable(),
  head: text.nullable(),
  checked: text.optional(),
});
/** `tree`: what would land; `checked`: what was checked in its stead, where paths were pinned. */
const proved = z.strictObject({
  name: text,
  exit: z.number().nullable(),
  why: text.nullable(),
  digest: text,
  tree: text.nullable(),
  checked: text.optional(),
});
export type Proved = z.infer<typeof proved>;

const words = z.array(text).min(1);
const ready = z.strictObject({
  checks: z.array(
    z.strictObject({ name: text, argv: words, cwd: text, ms: count, pin: words.optional() }),
  ),
  setup: z
    .strictObject({
      argv: words,
      cwd: text,
      inputs: z.array(text),
      makes: z.array(text),
      ms: count,
    })
    .nullable(),
  copy: z.array(text),
});
const fenced = z.enum(["online", "offline"]).optional();
const red = z.strictObject({ name: text, said: text });

export const commandSchemas = {
  /** `trial`: its setup is tried on the base, too, where there is no check. */
  SetBase: z.strictObject({
    base: commit,
    branch: text.nullable(),
    name: text,
    ready,
    trial: z.literal(true).optional(),
  }),
  TryBase: z.strictObject({ proofs: z.array(proof), setup: text.optional(), fenced }),
  /** `ready`: with `again`, what cairn.config.json says now. */
  AnswerBase: z.strictObject({
    answer: z.enum(["expect", "drop", "again"]),
    reason: text.optional(),
    ready: ready.optional(),
  }),
  LendInputs: z.strictObject({ files: z.record(text, text.nullable()) }),
  /**
   * `from`: on which commit it began, where others may work on the same unit. `bent`: files that checks go by and that it changed.
   * `held`: what it holds that no job's work may, for a person to look at.
   */
  TakeWork: z.strictObject({
    unit: text,
    doer,
    work: commit,
    from: id.optional(),
    bent: z.array(text).optional(),
    held: text.optional(),
  }),
  JoinWork: z.strictObject({ unit: text, onto: id, work: commit }),
  MergeWork: z.strictObject({ unit: text, onto: id, merged: commit }),
  ReportConflict: z.strictObject({ unit: text, onto: id, files: z.array(text) }),
  BeginMend: z.strictObject({ unit: text }),
  EndMend: z.strictObject({ unit: text, why: text }),
  TryLanding: z.strictObject({ unit: text, commit: id, proofs: z.array(proof) }),
  TryFinal: z.strictObject({ unit: text, commit: id, passed: z.boolean(), said: text }),
  AnswerFinal: z.strictObject({ answer: z.enum(["again", "fail"]), reason: text.optional() }),
  LandWork: z.strictObject({ unit: text, commit: id }),
  DropWork: z.strictObject({ unit: text, reason: text }),
  MendAgain: z.strictObject({ unit: text, reason: text.optional() }),
  MoveHead: z.strictObject({ to: commit, reason: text }),
  Deliver: z.strictObject({ head: id, from: id, to: id, branch: text.nullable() }),
  UndoDelivery: z.strictObject({ merge: id }),
  DropPlaces: z.strictObject({}),
};

export const eventSchemas = {
  BaseSet: commandSchemas.SetBase,
  BaseTried: z.strictObject({
    red: z.array(red),
    setup: text.optional(),
    fenced,
    proofs: z.array(proved).optional(),
  }),
  BaseAnswered: z.strictObject({
    answer: z.enum(["expect", "drop", "again"]),
    ready: ready.optional(),
    digest: text.optional(),
  }),
  InputsLent: commandSchemas.LendInputs,
  WorkTaken: commandSchemas.TakeWork,
  WorkJoined: commandSchemas.JoinWork,
  /** `ahead`: the unit whose work it was merged onto, which hadn't landed by then. */
  WorkMerged: commandSchemas.MergeWork.extend({ ahead: text.optional() }),
  ConflictFound: commandSchemas.ReportConflict,
  MendBegun: commandSchemas.BeginMend,
  MendEnded: commandSchemas.EndMend,
  /** `excused`: checks that were red, as on the base; said where it rests on what hadn't landed. */
  LandingTried: z.strictObject({
    unit: text,
    commit: id,
    passed: z.boolean(),
    said: text,
    green: z.array(text),
    proofs: z.array(proved).optional(),
    excused: z.array(text).optional(),
  }),
  FinalTried: commandSchemas.TryFinal,
  FinalAnswered: commandSchemas.AnswerFinal,
  WorkLanded: z.strictObject({ unit: text, job: text, n: count, landed: commit }),
  WorkDropped: commandSchemas.DropWork,
  MendsAllowed: z.strictObject({ unit: text }),
  HeadMoved: commandSchemas.MoveHead,
  Delivered: commandSchemas.Deliver,
  /** The commit that was taken back. */
  DeliveryUndone: z.strictObject({ merge: id.optional() }),
  PlacesDropped: z.strictObject({}),
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

export const messages: readonly Message[] = messagesOf(
  commandSchemas,
  said,
  { frame, worlds: {} },
  z.toJSONSchema,
);
export const events: readonly Described[] = eventsDescribed(
  eventSchemas,
  eventMeans,
  z.toJSONSchema,
);
