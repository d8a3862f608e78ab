// Final sweep of ultrawork: all checks on one tree; voided if the tree moves.
import * as event from "../events.ts";
import { sweepVoids } from "../limits.ts";
import { type Follow, isAuto } from "./step.ts";

export const openSweep: Follow = (state) => {
  const { sweep } = state;
  if (state.phase !== "VERIFICATION" || sweep.state !== "none" || sweep.verdict !== null) return [];
  if (sweep.voids < sweepVoids) {
    const reason =
      sweep.voids > 0 ? (sweep.lastVoid ?? "the tree changed") : "every task is resolved or waived";
    return [event.sweepOpened({ no: sweep.no + 1, reason, voids: sweep.voids, fresh: false })];
  }
  return isAuto(state)
    ? [
        event.runFailed({
          reason: `the tree never held still: ${sweep.voids} sweeps of iteration ${state.iteration} were void, the last by ${sweep.lastVoid ?? "a change"}`,
        }),
      ]
    : [];
};
