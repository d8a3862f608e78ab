// Why: what each command of stigmergy is for and what it may hold is described once; the types of all its commands and events follow from here.
import { z } from "zod";
import type { Described, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../core/messages.ts";
import { commandSchemas } from "./messages/commands.ts";
import { eventSchemas } from "./messages/events.ts";
import { reopenFlags, startFlags } from "./messages/flags.ts";
import { eventMeans } from "./messages/means.ts";
import { worlds } from "./terms.ts";
import { frame } from "./who.ts";

export type StigmergyCommands = Typed<typeof commandSchemas>;
export type StigmergyEvents = Typed<typeof eventSchemas>;
export type StigmergyCommand = StigmergyCommands[keyof StigmergyCommands];
export type StigmergyEvent = StigmergyEvents[keyof StigmergyEvents];

const said: Readonly<Record<keyof StigmergyCommands, Said>> = {
  Start: {
    means: "Starts a project: roles that hand over through one shared file, from a brief to finished stories.",
    words: ["goal"],
    flags: startFlags,
  },
  Adopt: { means: "Takes over an existing state file as it was found." },
  FinishBrief: { means: "Says that the brief is written." },
  FinishPrd: { means: "Says that the product requirements are written." },
  FinishUx: { means: "Says that the UX specification is written." },
  FinishArchitecture: { means: "Says that the architecture is written." },
  ReplaceManifest: { means: "Lists the epics and stories, in place of those before." },
  ImportManifest: { means: "Lists the epics and stories as the product requirements head them." },
  ExtendManifest: { means: "Adds epics or stories." },
  PassGate: { means: "Passes a gate: what it covers is pinned." },
  RefuseGate: { means: "Refuses a gate and says what is made anew." },
  RecordStoryFile: { means: "Says that a story's file is written." },
  StartStory: { means: "Begins work on a story." },
  FinishWork: { means: "Says that a story's work is done: now it is checked." },
  ReportFailure: { means: "Says that a try failed." },
  CountAttempt: { means: "A job came to nothing that could be judged." },
  RecordCheck: { means: "Records what the engine ran and saw." },
  RerunChecks: { means: "Has all checks run again." },
  SubmitReview: { means: "Judges a story." },
  Escalate: { means: "Opens an issue." },
  TakeIssue: { means: "Takes an issue up." },
  LinkIssue: { means: "Adds entries of the history to an issue." },
  ResolveIssue: { means: "Says how an issue is solved." },
  GiveUpIssue: { means: "Gives an issue up: everything stops and a person is asked." },
  AskPerson: { means: "Asks a person." },
  AnswerQuestion: { means: "Answers a question.", words: ["question"] },
  Halt: { means: "Stops everything until a person goes on." },
  Unhalt: { means: "Goes on after a halt." },
  Pause: { means: "Nothing new starts; what is under way ends and is recorded." },
  Resume: { means: "Takes up a paused run." },
  Cancel: { means: "Stops the run for good." },
  Archive: { means: "Moves the state file of a run that is over into the archive." },
  SetAutonomy: { means: "Says how much goes on without a person." },
  Configure: { means: "Changes settings of the run." },
  NoticeDrift: { means: "A pinned document is no longer what it was." },
  AcceptDrift: { means: "Accepts a pinned document as it is now." },
  ReopenStory: { means: "Takes stories up again; the working tree stays.", flags: reopenFlags },
  WithdrawStory: { means: "Takes a story out of the manifest." },
  ForceStory: { means: "Makes a story complete without proof: a bypass, kept for ever." },
  FinishAudit: { means: "Says that an epic's audit is written." },
  SkipAudit: { means: "Leaves an epic's audit out." },
  RecordAction: { means: "Adds an entry to the history." },
  RenameProject: { means: "Gives the project another name." },
  KeepExtras: { means: "Keeps keys of the state file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds }, z.toJSONSchema);
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans, z.toJSONSchema);
