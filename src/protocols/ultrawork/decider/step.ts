// Shared functions of ultrawork's rules.
import { ahead } from "../../../core/ahead.ts";
import type { Ask } from "../../../core/protocol.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { evolve } from "../evolve.ts";
import type { UltraworkEvent } from "../events.ts";
import type { Phase, State } from "../state.ts";

export type Events = readonly UltraworkEvent[];
export type Decided = Events | Refusal;
/** A rule that depends on the state alone; returns no events if nothing follows. */
export type Follow = (state: State) => Events;

/** State after events that have no ledger number yet. */
export const fold = ahead<State, UltraworkEvent>(evolve);

export const phaseWrong = (state: State, ...phases: readonly Phase[]): Refusal | null =>
  phases.includes(state.phase)
    ? null
    : refuse("PHASE_WRONG", `the run is in ${state.phase}`, {
        fits: `this fits ${phases.join(" or ")}`,
      });

export const isAuto = (state: State): boolean => state.options.mode === "auto";

export const changedSinceBase = ({ base: { tree } }: State): Ask =>
  tree === null ? {} : { changed: tree };
