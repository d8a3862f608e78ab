// Why: what each command of stigmergy is for and what it may hold is described once; the types of all its commands and events follow from here.
import type { Described, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../kit/tables.ts";
import { commandSchemas } from "./messages/commands.ts";
import { eventSchemas } from "./messages/events.ts";
import { reopenFlags, startFlags } from "./messages/flags.ts";
import { eventMeans } from "./messages/means.ts";
import { worlds } from "./terms.ts";
import { starting } from "./starting.ts";
import { frame } from "./who.ts";

export type StigmergyCommands = Typed<typeof commandSchemas>;
export type StigmergyEvents = Typed<typeof eventSchemas>;
export type StigmergyCommand = StigmergyCommands[keyof StigmergyCommands];
export type StigmergyEvent = StigmergyEvents[keyof StigmergyEvents];

const said: Readonly<Record<keyof StigmergyCommands, Said>> = {
  Start: {
    means:
      "Starts a project: roles that hand over through one shared file, from a brief to finished stories.",
    words: ["goal"],
    flags: startFlags,
    starts: starting,
  },
  Adopt: { means: "Takes over an existing state file as it was found." },
  FinishBrief: { means: "Says that the brief is written." },
  FinishPrd: { means: "Says that the product requirements are written." },
  FinishUx: { means: "Says that the UX specification is written." },
  FinishArchitecture: { means: "Says that the architecture is written." },
  ReplaceManifest: { means: "Replaces the list of epics and stories." },
  ImportManifest: {
    means: "Takes the epics and stories from the headings of the product requirements.",
  },
  ExtendManifest: { means: "Adds epics or stories." },
  PassGate: { means: "Passes a gate. What it covers is pinned." },
  RefuseGate: { means: "Refuses a gate and says what is written again." },
  RecordStoryFile: { means: "Says that a story's file is written." },
  StartStory: { means: "Begins work on a story." },
  FinishWork: { means: "Says that a story's work is done. Its checks run next." },
  ReportFailure: { means: "Says that a try failed." },
  CountAttempt: { means: "Records a job that came to nothing that could be judged." },
  RecordCheck: { means: "Records what the engine ran and saw." },
  RerunChecks: { means: "Runs all checks again." },
  SubmitReview: { means: "Judges a story." },
  Escalate: { label: "Open issue", means: "Opens an issue." },
  TakeIssue: { means: "Starts work on an issue." },
  LinkIssue: { means: "Adds entries of the history to an issue." },
  ResolveIssue: { means: "Says how an issue was solved." },
  GiveUpIssue: { means: "Gives an issue up. Everything stops and a person is asked." },
  AskPerson: { label: "Ask a person", means: "Asks a person." },
  AnswerQuestion: { means: "Answers a question.", words: ["question"] },
  Halt: { means: "Stops everything until a person continues it." },
  Unhalt: { label: "Continue after halt", means: "Continues after a halt." },
  Pause: { means: "Starts nothing new. What is under way ends and is recorded." },
  Resume: { means: "Resumes a paused run." },
  Cancel: { label: "Cancel run", means: "Ends the run for good." },
  Archive: {
    label: "Archive run",
    means: "Moves the state file of a run that is over into the archive.",
  },
  SetAutonomy: { means: "Sets how much happens without a person." },
  Configure: {
    label: "Change settings",
    means: "Changes settings of the run.",
    holds: ["settings"],
  },
  NoticeDrift: { means: "Records that a pinned document has changed." },
  AcceptDrift: { means: "Accepts a pinned document as it is now." },
  ReopenStory: { means: "Reopens stories. The working tree stays as it is.", flags: reopenFlags },
  WithdrawStory: { means: "Takes a story out of the manifest." },
  ForceStory: {
    label: "Complete without proof",
    means: "Completes a story without proof. This bypass is always shown.",
  },
  FinishAudit: { means: "Says that an epic's audit is written." },
  SkipAudit: { means: "Skips an epic's audit." },
  RecordAction: { means: "Adds an entry to the history." },
  RenameProject: { means: "Renames the project." },
  KeepExtras: { means: "Keeps keys of the state file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds });
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans);
