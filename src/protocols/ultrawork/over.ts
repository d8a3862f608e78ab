// Why: whether a run is over is asked by rules, jobs, files and views; one answer keeps them agreed.
import type { State } from "./state.ts";

export const isOver = ({ phase }: Pick<State, "phase">): boolean =>
  phase === "COMPLETE" || phase === "FAILED" || phase === "CANCELLED";
