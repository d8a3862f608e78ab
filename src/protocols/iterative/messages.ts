// Why: what each command of iterative is for and what it may hold is described once; the types of all its commands and events follow from here.
import type { Described, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../kit/tables.ts";
import { commandSchemas } from "./messages/commands.ts";
import { eventSchemas } from "./messages/events.ts";
import { startFlags } from "./messages/flags.ts";
import { eventMeans } from "./messages/means.ts";
import { worlds } from "./terms.ts";
import { starting } from "./starting.ts";
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
    starts: starting,
  },
  Adopt: { means: "Takes over an existing folder as it was found." },
  AskQuestions: { means: "Asks a person what the request leaves open, at most six things in all." },
  AnswerQuestion: {
    means: "Answers a question of the interviewer's, or leaves it open.",
    words: ["question"],
  },
  WriteBrief: { means: "Writes the outcome, when it is done, and the constraints." },
  ProposePlan: { means: "Proposes the units." },
  ApprovePlan: { means: "Approves the proposed plan." },
  RejectPlan: { means: "Sends the proposed plan back with a note." },
  AddUnit: { means: "Adds a unit to the plan." },
  EditUnit: { means: "Changes a unit. What was proved of it becomes void." },
  DropUnit: { means: "Takes a unit out of the plan." },
  SetNotes: { means: "Changes the plan's notes." },
  SetLimit: { label: "Set pass limit", means: "Sets how many passes a unit may take." },
  SetContext: { means: "Sets the short orientation that every pass reads." },
  AddGuardrail: { means: "Adds a lesson that every pass reads." },
  EditGuardrail: { means: "Changes a lesson." },
  RemoveGuardrail: { means: "Takes a lesson out." },
  AddNote: { means: "Adds a note to progress.md." },
  RecordClaim: { means: "Keeps a claim of a file that nothing proves." },
  KeepEntry: { means: "Keeps a new entry of progress.md until the pass that it belongs to ends." },
  BeginPass: { means: "Records that a pass has its agent." },
  EndPass: { means: "Says how a pass ended. The rules say what follows." },
  VoidPass: { means: "Records a pass that came to nothing; it doesn't count." },
  RecordGate: { means: "Records what the engine ran and saw." },
  GiveVerdict: { means: "Judges a unit." },
  GiveReview: { means: "Judges the whole." },
  AnswerReview: { means: "Chooses how the run continues after the last round of reviews." },
  RecordCommit: { means: "Records a commit that exists." },
  BlockUnit: { means: "Says that a unit can't continue, and why.", words: ["unit"] },
  AnswerUnit: { means: "Chooses how a stuck unit continues." },
  HandBack: {
    label: "Hand back unit",
    means: "Returns a unit that a person worked on to the run.",
  },
  ReopenUnit: {
    means: "Reopens a unit that was done. The working tree stays as it is.",
    flags: [
      {
        name: "to",
        means: "the unit; what depends on it and has begun is reopened, too",
        word: "UNIT",
        field: ["unit"],
        also: [{ field: ["dependants"], value: true }],
      },
    ],
  },
  SkipTo: { label: "Skip to phase", means: "Skips to a phase. This bypass is always shown." },
  ApproveDelivery: {
    means: "Approves the work. A reason is required where something isn't proved.",
  },
  RejectDelivery: { means: "Rejects the work: with issues, or to have all of it checked again." },
  Archive: { label: "Archive run", means: "Moves the folder of a cancelled run into the archive." },
  RecordArchive: { means: "Records the folder's place in the archive." },
  DropFiles: {
    label: "Remove files",
    means: "Removes the files of an archived run. Its record stays.",
  },
  Unarchive: { label: "Unarchive run", means: "Moves the folder back from the archive." },
  Pause: { means: "Starts no new pass. Passes under way end and count." },
  Resume: { means: "Resumes a paused run." },
  Cancel: { label: "Cancel run", means: "Ends the run for good." },
  SetSettings: {
    label: "Change settings",
    means: "Changes settings of the run.",
    holds: ["settings"],
  },
  MoveRun: {
    label: "Move run to this branch",
    means: "Continues the run on the branch that is checked out.",
  },
  Recover: { means: "Says where the work is no longer what was recorded." },
  FailAttempt: { means: "Records a brief, plan or review that couldn't be read." },
  KeepExtras: { means: "Keeps keys and blocks of a file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds });
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans);
