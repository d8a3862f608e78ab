// Why: what each command of the player is for and what it may hold is described once; the types of all its commands and events follow from here.
import type { Described, Message } from "../../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../../kit/tables.ts";
import { commandSchemas } from "./messages/commands.ts";
import { eventSchemas } from "./messages/events.ts";
import { startFlags } from "./messages/flags.ts";
import { eventMeans } from "./messages/means.ts";
import { worlds } from "./terms.ts";
import { starting } from "./starting.ts";
import { frame } from "./who.ts";

export type PlayerCommands = Typed<typeof commandSchemas>;
export type PlayerEvents = Typed<typeof eventSchemas>;
export type PlayerCommand = PlayerCommands[keyof PlayerCommands];
export type PlayerEvent = PlayerEvents[keyof PlayerEvents];

const said: Readonly<Record<keyof PlayerCommands, Said>> = {
  Start: {
    means: "Starts a run: a template to be played with these values.",
    words: ["template"],
    flags: startFlags,
    starts: starting,
  },
  Adopt: { means: "Takes over an existing session folder as it was found." },
  StartNode: { means: "Records that a node has its agent." },
  BindTask: { means: "Names the task outside by which a node's callback comes." },
  BindSession: { means: "Names the session that does a node." },
  FinishNode: { means: "Says how an attempt at a node ended." },
  FinishTask: {
    means: "The callback of a task outside: its exit code decides.",
    flags: [
      { name: "output", means: "what it said", word: "TEXT", sentence: true, field: ["output"] },
    ],
  },
  ExpireNode: { means: "Records that a node's time is over." },
  DoubtNode: { means: "Records that it is unknown how an attempt ended." },
  ReleaseNode: { means: "Gives back a node that was never launched, or that its holder can't do." },
  AmendNode: { means: "Fills in what a node left out. It never replaces anything." },
  ResolveNode: { means: "Answers the question of a node that failed or is in doubt." },
  ResolveCheckpoint: { means: "Answers a checkpoint." },
  Pause: { means: "Starts nothing new. What is under way ends and is recorded." },
  Resume: { means: "Resumes a paused run." },
  Cancel: {
    label: "Cancel run",
    means: "Ends the run and stops its jobs. It can be resumed later, with a retry.",
  },
  RetryRun: { means: "Resumes a failed or aborted run and retries its failed nodes." },
  RollBack: {
    means:
      "Sets the record back to a checkpoint's snapshot and pauses. The working tree stays as it is.",
    flags: [{ name: "to", means: "the checkpoint", word: "CHECKPOINT", field: ["checkpoint"] }],
  },
  RepinTemplate: {
    label: "Change template",
    means: "Uses another text of the template from here on.",
    words: ["template"],
  },
  ChangeContext: { means: "Changes a value of the context for nodes that haven't begun." },
  KeepExtras: { means: "Keeps keys of a file that the rules do not know." },
  RefuseEdit: { means: "Records that a hand edit was refused and where its bytes are kept." },
  Archive: {
    label: "Archive run",
    means: "Moves the folder of a run that is over into the archive.",
  },
  Unarchive: { label: "Unarchive run", means: "Moves the folder back from the archive." },
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds });
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans);
