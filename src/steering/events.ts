// Events by which a run is steered, for any protocol.
import { firstLine, oneLine } from "../core/words/quote.ts";
import { eventsOn } from "../kit/event.ts";
import type { ByType } from "../kit/maker.ts";
import { foldOf } from "../kit/rules.ts";
import * as t from "../kit/schema.ts";
import { mostRoles } from "./limits.ts";
import { type Steering, unsteered } from "./steering.ts";

const { opening } = eventsOn<Steering>();

const name = t.most(200, t.least(1, t.text));
export const roles = t.mostNamed(mostRoles, name, t.maybe(name));

export const rolesText = (roles: Readonly<Record<string, string | null>>): string =>
  Object.entries(roles)
    .map(([role, agent]) => `${role === "*" ? "all roles" : role}: ${agent ?? "as configured"}`)
    .join(", ");

const without = <T>(
  table: Readonly<Record<string, T>>,
  keys: readonly string[],
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !keys.includes(name)));

export const rolesAssigned = opening("RolesAssigned", {
  means: "Which agents do which roles in this run from then on; null: as the configuration says.",
  data: { roles },
  line: ({ roles }) => rolesText(roles),
  news: "begins",
  begin(data, _event, before) {
    const now = before ?? unsteered;
    const given = Object.entries(data.roles).flatMap(([role, agent]) =>
      agent === null ? [] : [[role, agent] as const],
    );
    return {
      ...now,
      roles: { ...without(now.roles, Object.keys(data.roles)), ...Object.fromEntries(given) },
    };
  },
});

export const noteSet = opening("NoteSet", {
  means:
    "What agents that begin from then on are told beside their brief; `unit` empty: all of them; `note` empty: nothing any more.",
  data: { unit: t.text, note: t.text },
  line: ({ unit, note }) =>
    `${unit === "" ? "all agents" : unit}: ${note === "" ? "no note any more" : oneLine(firstLine(note), 160)}`,
  begin({ unit, note }, { by, at }, before) {
    const now = before ?? unsteered;
    const rest = without(now.notes, [unit]);
    return {
      ...now,
      notes: note === "" ? rest : { ...rest, [unit]: { text: note, by: by.name, at } },
    };
  },
});

export const steeringEvents = [rolesAssigned, noteSet] as const;

type SteeringEvents = ByType<typeof steeringEvents>;
export type SteeringEvent = SteeringEvents[keyof SteeringEvents];

export const evolve = foldOf<Steering>(steeringEvents);
