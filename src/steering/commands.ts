// Commands by which a person steers a run, for any protocol.
import { refuse } from "../core/refusal.ts";
import { commandsOn } from "../kit/command.ts";
import * as t from "../kit/schema.ts";
import { noteSet, roles, rolesAssigned, type SteeringEvent } from "./events.ts";
import { mostNote } from "./limits.ts";
import type { Steering } from "./steering.ts";

/** `units`: all units of the run. */
export type Steered = Steering & { readonly units: readonly string[] };

const { command } = commandsOn<Steered, SteeringEvent>();

export const assignRoles = command("AssignRoles", {
  means: "Sets which agent does which role in this run. Jobs under way keep theirs.",
  data: {
    roles: t.means("an agent for each role, `*` for all; null: as cairn.config.json says", roles),
  },
  who: ["person", "parent"],
  decide({ roles: now }, { roles }) {
    const changed = Object.entries(roles).filter(([role, agent]) => (now[role] ?? null) !== agent);
    return changed.length === 0 ? [] : [rolesAssigned({ roles: Object.fromEntries(changed) })];
  },
});

const setNote = command("SetNote", {
  label: "Leave a note",
  means:
    "Leaves the agents of a task, or of the whole run, a note that their next briefs show until it is changed.",
  data: {
    unit: t.optional(
      t.means("whose agents are told it; of the whole run if not said", t.most(500, t.text)),
    ),
    note: t.means("what they are told; empty: nothing any more", t.most(mostNote, t.text)),
  },
  who: ["person", "parent"],
  decide({ notes, units }, { unit = "", note }) {
    if (unit !== "" && !units.includes(unit))
      return refuse("UNIT_UNKNOWN", `there is no ${unit.slice(0, 64)} in this run`, {
        fits:
          units.length === 0
            ? "nothing is planned yet: say it without a unit"
            : `there are: ${units.slice(0, 40).join(", ")}`,
      });
    const text = note.trim();
    return text === (notes[unit]?.text ?? "") ? [] : [noteSet({ unit, note: text })];
  },
});

export const commands = [assignRoles, setNote] as const;
