// The commands and events by which a person steers a run, whatever its protocol, each with its schema.
import * as t from "../kit/schema.ts";
import type { Described, Message } from "../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../kit/tables.ts";
import { mostNote, mostRoles } from "./limits.ts";
import { frame } from "./who.ts";

const name = t.most(200, t.least(1, t.text));
const roles = t.mostNamed(mostRoles, name, t.maybe(name));

export const commandSchemas = {
  AssignRoles: t.record({
    roles: t.means("an agent for each role, `*` for all; null: as cairn.config.json says", roles),
  }),
  SetNote: t.record({
    unit: t.optional(
      t.means("whose agents are told it; of the whole run if not said", t.most(500, t.text)),
    ),
    note: t.means("what they are told; empty: nothing any more", t.most(mostNote, t.text)),
  }),
};
export const eventSchemas = {
  RolesAssigned: t.record({ roles }),
  NoteSet: t.record({ unit: t.text, note: t.text }),
};

export type SteeringCommands = Typed<typeof commandSchemas>;
export type SteeringEvents = Typed<typeof eventSchemas>;
export type SteeringCommand = SteeringCommands[keyof SteeringCommands];
export type SteeringEvent = SteeringEvents[keyof SteeringEvents];

const said: Readonly<Record<keyof SteeringCommands, Said>> = {
  AssignRoles: {
    means: "Sets which agent does which role in this run. Jobs under way keep theirs.",
  },
  SetNote: {
    label: "Leave a note",
    means:
      "Leaves the agents of a task, or of the whole run, a note that their next briefs show until it is changed.",
  },
};
const eventMeans: Readonly<Record<keyof SteeringEvents, string>> = {
  RolesAssigned:
    "Which agents do which roles in this run from then on; null: as the configuration says.",
  NoteSet:
    "What agents that begin from then on are told beside their brief; `unit` empty: all of them; `note` empty: nothing any more.",
};

export const messages: readonly Message[] = messagesOf(commandSchemas, said, { frame, worlds: {} });
export const events: readonly Described[] = eventsDescribed(eventSchemas, eventMeans);
