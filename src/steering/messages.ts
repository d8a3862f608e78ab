// The commands and events by which a person steers a run, whatever its protocol, each with its schema.
import { z } from "zod";
import type { Described, Message } from "../core/message.ts";
import { eventsDescribed, messagesOf, type Said, type Typed } from "../core/messages.ts";
import { mostNote, mostRoles } from "./limits.ts";
import { frame } from "./who.ts";

const name = z.string().min(1).max(200);
const roles = z.record(name, name.nullable()).check(({ value: input, issues }) => {
  const more = { code: "too_big", origin: "roles", maximum: mostRoles, input } as const;
  if (Object.keys(input).length > mostRoles)
    issues.push({ ...more, message: `at most ${mostRoles} roles` });
});
const unit = z.string().max(500).describe("whose agents are told it; of the whole run if not said");

export const commandSchemas = {
  AssignRoles: z.strictObject({
    roles: roles.describe("an agent for each role, `*` for all; null: as cairn.config.json says"),
  }),
  SetNote: z.strictObject({
    unit: unit.optional(),
    note: z.string().max(mostNote).describe("what they are told; empty: nothing any more"),
  }),
};
export const eventSchemas = {
  RolesAssigned: z.strictObject({ roles }),
  NoteSet: z.strictObject({ unit: z.string(), note: z.string() }),
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
