// Outcome of an iterative run in one word and a summary, for parent run, exit code and page.
import type { Life } from "../../core/row.ts";
import type { Ended } from "../../core/view.ts";
import type { State } from "./state.ts";
import { filesOf, summary } from "./summary.ts";
import { outputPath, place } from "./units.ts";

export const life = (state: State): Life => {
  if (state.archive !== null) return "archived";
  if (state.ended !== null) return "over";
  return state.paused ? "paused" : "live";
};

/** The last output of a knowledge run; for development, its progress file. */
const output = (state: State): string => {
  const last =
    state.units.findLast((unit) => unit.output !== null && unit.stage === "settled")?.output ??
    null;
  return last === null ? `${place(state)}/progress.md` : outputPath(state, last);
};

/** Returns null while the run is active. Only a delivered and archived run counts as a success. */
export const ended = (state: State): Ended | null => {
  if (state.ended === null) return null;
  const { how, reason } = state.ended;
  if (how === "cancelled") {
    return {
      good: false,
      summary: reason === "" ? "cancelled" : `cancelled: ${reason}`,
      output: null,
      artifacts: filesOf(state),
    };
  }
  return state.archive === null
    ? null
    : {
        good: true,
        summary: summary(state).join("; "),
        output: output(state),
        artifacts: filesOf(state),
      };
};
