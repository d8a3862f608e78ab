// Check whether an ultrawork run is over, for rules, jobs, files and views.
import type { LivePhase, State } from "./state.ts";

export const isOver = ({ phase }: Pick<State, "phase">): boolean =>
  phase === "COMPLETE" || phase === "FAILED" || phase === "CANCELLED";

/** The current phase, or the last one before the run ended. */
export const livePhaseOf = (state: State): LivePhase =>
  state.phase === "PLANNING" || state.phase === "EXECUTION" || state.phase === "VERIFICATION"
    ? state.phase
    : (state.phaseLeft ?? "PLANNING");
