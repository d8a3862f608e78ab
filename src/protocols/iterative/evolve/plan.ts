// Changes of a unit's description in the fold: proofs of the old text become void.
import type * as t from "../../../kit/schema.ts";
import type * as s from "../shapes.ts";
import type { Described, Unit } from "../state.ts";
import { changed, noProofs } from "./change.ts";

type Changes = t.Of<typeof s.describedChanges>;
const keys = ["title", "criteria", "files", "output", "depends", "model", "max"] as const;
const proven = ["criteria", "files", "output"] as const;

/** Changes from the unit to its description; null if there are none. */
export const differing = (unit: Described, wanted: Changes): Changes | null => {
  const names = keys.filter(
    (key) => wanted[key] !== undefined && JSON.stringify(wanted[key]) !== JSON.stringify(unit[key]),
  );
  return names.length === 0 ? null : Object.fromEntries(names.map((key) => [key, wanted[key]]));
};

/** Changed text restarts finished work; a stuck unit stays stuck and returns to the start later. A settled unit is only changed by a new plan. */
export const edited = (unit: Unit, changes: Changes): Unit => {
  const after = changed(unit, changes);
  const begun = unit.stage !== "idle" && !(unit.stage === "stuck" && unit.stuck?.back === "idle");
  // Without previous criteria, no work was done for a different text.
  if (!begun || unit.criteria.length === 0 || !proven.some((key) => changes[key] !== undefined))
    return after;
  const again: Unit = {
    ...after,
    proofs: noProofs,
    variant: "first",
    digests: [],
    content: null,
    judged: [],
    gaps: [],
    basis: null,
    accepted: null,
    completedAt: null,
  };
  if (unit.stage === "stepped-in") return again;
  return unit.stuck !== null && unit.stage === "stuck"
    ? { ...again, stuck: { ...unit.stuck, back: "work" } }
    : { ...again, stage: "work" };
};
