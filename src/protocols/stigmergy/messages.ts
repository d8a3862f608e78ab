// Why: who may ask what of a stigmergy run and when; the types of all its commands and events follow from here.
import { z } from "zod";
import type { Described, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../core/messages.ts";
import { commandSchemas } from "./messages/commands.ts";
import { eventSchemas } from "./messages/events.ts";
import { reopenFlags, startFlags } from "./messages/flags.ts";
import { eventMeans } from "./messages/means.ts";
import { world } from "./messages/world.ts";
import { frame } from "./who.ts";

export type StigmergyCommands = Typed<typeof commandSchemas>;
export type StigmergyEvents = Typed<typeof eventSchemas>;
export type StigmergyCommand = StigmergyCommands[keyof StigmergyCommands];
export type StigmergyEvent = StigmergyEvents[keyof StigmergyEvents];

const said: Readonly<Record<keyof StigmergyCommands, Said>> = {
  Start: {
    means: "Starts a project: roles that hand over through one shared file, from a brief to finished stories.",
    ...world.starting,
    filled: ["files", "odd", "origin", "run", "root"],
    words: ["goal"],
    flags: startFlags,
  },
  Adopt: { means: "Takes over an existing state file as it was found.", ...world.adopted, filled: [...world.adopted.filled, "odd", "run"] },
  FinishBrief: { means: "Says that the brief is written.", ...world.brief },
  FinishPrd: { means: "Says that the product requirements are written.", ...world.prd },
  FinishUx: { means: "Says that the UX specification is written.", ...world.ux },
  FinishArchitecture: { means: "Says that the architecture is written.", ...world.architecture },
  ReplaceManifest: { means: "Lists the epics and stories, in place of those before." },
  ImportManifest: { means: "Lists the epics and stories as the product requirements head them.", ...world.prd },
  ExtendManifest: { means: "Adds epics or stories." },
  PassGate: { means: "Passes a gate: what it covers is pinned.", ...world.gate },
  RefuseGate: { means: "Refuses a gate and says what is made anew." },
  RecordStoryFile: { means: "Says that a story's file is written.", ...world.storyFiles },
  StartStory: { means: "Begins work on a story.", ...world.begun },
  FinishWork: { means: "Says that a story's work is done: now it is checked.", ...world.proved },
  ReportFailure: { means: "Says that a try failed.", judged: true },
  CountAttempt: { means: "A job came to nothing that could be judged.", judged: true },
  RecordCheck: { means: "Records what the engine ran and saw.", ...world.checked },
  RerunChecks: { means: "Has all checks run again." },
  SubmitReview: { means: "Judges a story.", ...world.between },
  Escalate: { means: "Opens an issue." },
  TakeIssue: { means: "Takes an issue up." },
  LinkIssue: { means: "Adds entries of the history to an issue." },
  ResolveIssue: { means: "Says how an issue is solved.", filled: ["changed"] },
  GiveUpIssue: { means: "Gives an issue up: everything stops and a person is asked." },
  AskPerson: { means: "Asks a person." },
  AnswerQuestion: { means: "Answers a question.", words: ["question"] },
  Halt: { means: "Stops everything until a person goes on." },
  Unhalt: { means: "Goes on after a halt." },
  Pause: { means: "Nothing new starts; what is under way ends and is recorded." },
  Resume: { means: "Takes up a paused run." },
  Cancel: { means: "Stops the run for good." },
  Archive: { means: "Moves the state file of a run that is over into the archive.", ...world.archiving },
  SetAutonomy: { means: "Says how much goes on without a person." },
  Configure: { means: "Changes settings of the run." },
  NoticeDrift: { means: "A pinned document is no longer what it was." },
  AcceptDrift: { means: "Accepts a pinned document as it is now." },
  ReopenStory: { means: "Takes stories up again; the working tree stays.", flags: reopenFlags },
  WithdrawStory: { means: "Takes a story out of the manifest." },
  ForceStory: { means: "Makes a story complete without proof: a bypass, kept for ever." },
  FinishAudit: { means: "Says that an epic's audit is written.", ...world.audit },
  SkipAudit: { means: "Leaves an epic's audit out." },
  RecordAction: { means: "Adds an entry to the history." },
  RenameProject: { means: "Gives the project another name." },
  KeepExtras: { means: "Keeps keys of the state file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, frame, z.toJSONSchema);
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans, z.toJSONSchema);
