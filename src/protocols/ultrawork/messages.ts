// Why: what each command of ultrawork is for and what it may hold is described once; the types of all its commands and events follow from here.
import type { Described, Flag, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../kit/tables.ts";
import { commandSchemas } from "./messages/commands.ts";
import { lightPlan } from "./light.ts";
import { eventSchemas } from "./messages/events.ts";
import { eventMeans } from "./messages/means.ts";
import { worlds } from "./terms.ts";
import { starting } from "./starting.ts";
import { frame } from "./who.ts";

export type UltraworkCommands = Typed<typeof commandSchemas>;
export type UltraworkEvents = Typed<typeof eventSchemas>;
export type UltraworkCommand = UltraworkCommands[keyof UltraworkCommands];
export type UltraworkEvent = UltraworkEvents[keyof UltraworkEvents];

const startFlags: readonly Flag[] = [
  {
    name: "auto",
    means:
      "never ask a person: it ends complete, or failed with a reason; it waits only where its agents are turned away by their model server, or the repository's checks keep work from landing",
    word: null,
    field: ["options", "mode"],
    read: () => "auto",
  },
  {
    name: "explorer",
    means: "what one explorer looks for, instead of the usual three",
    word: "HINT",
    many: true,
    field: ["options", "explorers"],
  },
  {
    name: "plan",
    means: "a plan that is there already, proposed at once; nobody explores or plans",
    word: "FILE",
    json: true,
    field: ["plan"],
    also: [{ field: ["options", "explorers"], value: 0 }],
    then: "ProposePlan",
  },
  {
    name: "light",
    means:
      "for a small goal: it is the only task, its worker names the check, one verifier judges; nobody explores or plans, so it takes 2 agent conversations instead of at least 6",
    word: null,
    field: [],
    also: [
      { field: ["options", "explorers"], value: 0 },
      { field: ["options", "max_workers"], value: 1 },
    ],
    makes: lightPlan,
  },
];

const said: Readonly<Record<keyof UltraworkCommands, Said>> = {
  Start: {
    means: "Starts a run: a goal to be planned, worked in parallel and verified.",
    words: ["goal"],
    flags: startFlags,
    starts: starting,
  },
  Adopt: { means: "Takes over an existing session folder as it was found." },
  BeginJob: { means: "Records that a job has its agent." },
  RecordExploration: { means: "Hands in what an explorer found." },
  AskQuestion: { means: "Asks a person something that the work can't continue without." },
  AnswerQuestion: { means: "Answers a question that was asked." },
  AddTask: {
    means: "Adds a task to the draft of the plan, or, by a person, to the work under way.",
  },
  EditTask: {
    means:
      "Changes a task of the draft, or, by a person with a reason, an open or failed one later.",
  },
  RemoveTask: { means: "Takes a task out of the draft of the plan." },
  ProposePlan: {
    means: "Proposes the plan for approval. In auto mode a sound one is approved at once.",
  },
  ApprovePlan: { means: "Approves the proposed revision of the plan." },
  RevisePlan: { means: "Returns the proposed plan to the planner with a reason." },
  BeginExecution: {
    label: "Start the work",
    means: "Starts the work of an approved plan that was only to be planned.",
  },
  SetCheck: { means: "Sets how a criterion is checked." },
  ClaimEvidence: { means: "Claims that a criterion holds, and why. A claim proves nothing." },
  ClaimDone: { label: "Report task done", means: "Says that a task is done. Its checks run next." },
  ReportFailure: { means: "Records a job under way that ended without a result." },
  RecordBaseline: { means: "Records what held before the work on a task began." },
  RecordCheck: { means: "Records what the engine ran and saw." },
  ConfirmManual: {
    label: "Judge criterion",
    means: "Records a person's judgement of a criterion that only a person can judge.",
  },
  RecordVerdict: { means: "Judges the whole: by the verifier, or by a person." },
  Complete: { means: "Seals the run if the tree is still the one that passed." },
  RetryTask: {
    label: "Try again",
    means:
      "Gives a failed task, planning or verification new attempts. Agents that their model server turned away begin again.",
  },
  Waive: {
    label: "Accept without proof",
    means: "Accepts a criterion or a task without proof, in your name and always shown as such.",
  },
  GoOn: {
    label: "Continue anyway",
    means: "Continues although the same issues return, or the tree changes while it is checked.",
  },
  SetOptions: { means: "Changes options of the run.", holds: ["options"] },
  EditGoal: { means: "Changes the goal during planning.", holds: ["goal"] },
  Pause: { means: "Starts nothing new. What is under way ends and is recorded." },
  Resume: { means: "Resumes a paused run." },
  Cancel: {
    label: "Cancel run",
    means: "Ends the run and stops its jobs. It can be reopened later.",
  },
  Fail: { label: "End as failed", means: "Ends the run as failed." },
  Reopen: {
    label: "Reopen run",
    means: "Resumes a failed or cancelled run in the phase where it ended.",
  },
  Archive: {
    label: "Archive run",
    means: "Moves the folder of a run that is over into the archive.",
  },
  Unarchive: { label: "Unarchive run", means: "Moves the folder back from the archive." },
  RecordDocument: { means: "Records that a free document of the run's folder changed." },
  KeepExtras: { means: "Keeps keys of a file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds });
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans);
