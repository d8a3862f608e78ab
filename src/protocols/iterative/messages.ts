// Why: what each command of iterative is for and what it may hold is described once; the types of all its commands and events follow from here.
import { z } from "zod";
import type { Described, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../core/messages.ts";
import { commandSchemas } from "./messages/commands.ts";
import { eventSchemas } from "./messages/events.ts";
import { startFlags } from "./messages/flags.ts";
import { eventMeans } from "./messages/means.ts";
import { worlds } from "./terms.ts";
import { frame } from "./who.ts";

export type IterativeCommands = Typed<typeof commandSchemas>;
export type IterativeEvents = Typed<typeof eventSchemas>;
export type IterativeCommand = IterativeCommands[keyof IterativeCommands];
export type IterativeEvent = IterativeEvents[keyof IterativeEvents];

const said: Readonly<Record<keyof IterativeCommands, Said>> = {
  Start: {
    means: "Starts a run: work for fresh agents in small units, each done only when others agree.",
    words: ["request"],
    flags: startFlags,
  },
  Adopt: { means: "Takes over an existing folder as it was found." },
  AskQuestions: { means: "Asks a person what the request leaves open, at most six things in all." },
  AnswerQuestion: { means: "Answers a question of the interviewer's, or leaves it open.", words: ["question"] },
  WriteBrief: { means: "Writes what is wanted, when it is done, and what must be kept to." },
  ProposePlan: { means: "Proposes the units." },
  ApprovePlan: { means: "Approves the proposed plan." },
  RejectPlan: { means: "Sends the proposed plan back with a note." },
  AddUnit: { means: "Adds a unit to the plan." },
  EditUnit: { means: "Changes a unit; what was proved of it is void." },
  DropUnit: { means: "Takes a unit out of the plan." },
  SetNotes: { means: "Changes the plan's notes." },
  SetLimit: { means: "Says how many iterations a unit may take." },
  SetContext: { means: "Sets the short orientation that every pass reads." },
  AddGuardrail: { means: "Adds a lesson that every pass reads." },
  EditGuardrail: { means: "Changes a lesson." },
  RemoveGuardrail: { means: "Takes a lesson out." },
  AddNote: { means: "Adds a note to progress.md." },
  RecordClaim: { means: "Keeps what a file claims and nothing proves." },
  KeepEntry: { means: "Keeps a new entry of progress.md until the pass that it belongs to ends." },
  BeginPass: { means: "A pass has found somebody who does it." },
  EndPass: { means: "Says how a pass ended; the rules say what it comes to." },
  VoidPass: { means: "A pass came to nothing: it does not count." },
  RecordGate: { means: "Records what the engine ran and saw." },
  GiveVerdict: { means: "Judges a unit." },
  GiveReview: { means: "Judges the whole." },
  AnswerReview: { means: "Says how it goes on after the last round of reviews." },
  RecordCommit: { means: "Records a commit that exists." },
  BlockUnit: { means: "Says that a unit cannot go on, and why.", words: ["unit"] },
  AnswerUnit: { means: "Says how a stuck unit goes on." },
  HandBack: { means: "Gives back a unit that a person worked on." },
  ReopenUnit: {
    means: "Takes up a unit that was done; the working tree stays.",
    flags: [
      {
        name: "to",
        means: "the unit; what rests on it and has begun is taken up, too",
        word: "UNIT",
        field: ["unit"],
        also: [{ field: ["dependants"], value: true }],
      },
    ],
  },
  SkipTo: { means: "Skips to a phase: a bypass, kept for ever." },
  ApproveDelivery: { means: "Approves the work; a reason is wanted where something is not proved." },
  RejectDelivery: { means: "Doesn't take the work: with issues, or to have all checked again." },
  Archive: { means: "Puts away the folder of a cancelled run." },
  RecordArchive: { means: "The folder's place in the archive is settled." },
  DropFiles: { means: "Removes the files of an archived run; its record stays." },
  Unarchive: { means: "Moves the folder back from the archive." },
  Pause: { means: "No pass begins; those under way end and count." },
  Resume: { means: "Takes up a paused run." },
  Cancel: { means: "Stops the run for good." },
  SetSettings: { means: "Changes settings of the run." },
  MoveRun: { means: "Goes on with the run on the branch that is checked out." },
  Recover: { means: "Says where the work is no longer what was recorded." },
  FailAttempt: { means: "A try at a brief, a plan or a review came to nothing that could be read." },
  KeepExtras: { means: "Keeps keys and blocks of a file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds }, z.toJSONSchema);
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans, z.toJSONSchema);
