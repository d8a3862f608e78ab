// Limits that a unit passes on every road back to work.
import { howMany } from "../../../core/words/how-many.ts";
import type { Stamp } from "../../../core/protocol.ts";
import * as event from "../events.ts";
import type { IterativeEvents } from "../events.ts";
import { reasonLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { State, StuckKind, Unit, UnitId } from "../state.ts";
import { redOf, redWords, unitOf } from "../units.ts";
import type { Follow } from "./step.ts";

type Halt = { readonly kind: StuckKind; readonly reason: string };

/** The limit that the unit has reached; null if none. Iterations first, then each counter. */
const haltOf = (state: State, unit: Unit): Halt | null => {
  const { caps } = state.settings;
  const { counters } = unit;
  const works = unit.stage === "work" || unit.stage === "idle";
  if (works && unit.used >= unit.max)
    return {
      kind: "timeout",
      reason: `${unit.used} of ${howMany(unit.max, "pass")} used`,
    };
  if (counters.unsettled >= caps.unsettled)
    return {
      kind: "unsettled",
      reason: `${howMany(counters.unsettled, "confirmation")} in a row did not agree`,
    };
  if (counters.rejected >= caps.rejected) {
    const first = unit.gaps[0]?.problem ?? "the work changed while it was verified";
    return {
      kind: "unverified",
      reason: `gaps after ${howMany(counters.rejected, "verification")}: ${first}`,
    };
  }
  if (counters.still >= caps.still) {
    const passes = Array.from(
      { length: counters.still },
      (_, index) => unit.seq - counters.still + 1 + index,
    );
    return { kind: "saturated", reason: `no progress in passes ${passes.join(" and ")}` };
  }
  if (counters.redGates >= caps.redGates)
    return {
      kind: "saturated",
      reason: `gate red ${counters.redGates} times in a row: ${redWords(redOf(unit)).join(", ") || (unit.remaining ?? "")}`,
    };
  return null;
};

export const stuckEvent = (
  unit: Unit,
  kind: StuckKind,
  reason: string,
): IterativeEvents["UnitStuck"] =>
  event.unitStuck({ unit: unit.id, kind, reason: oneLine(reason, reasonLimit), back: unit.stage });

/** Marks a unit at a limit as stuck. */
export const halt =
  (id: UnitId): Follow =>
  (state: State, _stamp: Stamp) => {
    const unit = unitOf(state, id);
    if (
      unit === null ||
      unit.pass !== null ||
      unit.stage === "stuck" ||
      unit.stage === "settled" ||
      unit.stage === "stepped-in"
    )
      return [];
    const found = haltOf(state, unit);
    return found === null ? [] : [stuckEvent(unit, found.kind, found.reason)];
  };
