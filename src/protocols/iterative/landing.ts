// When what a unit's passes left may land.
import type { Recorded } from "../../core/row.ts";
import type { IterativeEvent } from "./events.ts";
import type { PassKind, State } from "./state.ts";
import { unitOf } from "./units.ts";

/** Gate, consensus and verdict agree on it, or a person accepted it with its gaps. */
export const lands = (state: State, unit: string): boolean =>
  unitOf(state, unit)?.stage === "settled";

const writes: ReadonlySet<PassKind> = new Set(["work", "fix", "revise", "test"]);
export const worked = ({ type, data }: Recorded<IterativeEvent>): string | null =>
  type === "PassEnded" && writes.has(data.kind) ? data.unit : null;
