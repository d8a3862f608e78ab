// Life and end of a stigmergy run, without its rules: for lists, exit codes and parent runs.
import type { Life } from "../../core/row.ts";
import type { Ended } from "../../core/view.ts";
import { place, stateFile } from "./manifest.ts";
import type { State } from "./state.ts";
import { artifacts, summary } from "./summary.ts";

export const auditDue = ({ epics }: Pick<State, "epics">): boolean =>
  epics.some(({ audit }) => audit === "due");

/** A complete project with a pending audit is still live: an agent is working. */
export const life = (state: Pick<State, "life" | "archive" | "status" | "epics">): Life => {
  if (state.archive !== null) return "archived";
  if (state.life === "cancelled") return "over";
  if (state.status === "PROJECT_COMPLETE" && !auditDue(state)) return "over";
  return state.life === "paused" ? "paused" : "live";
};

/** Returns null if it isn't over. */
export const ended = (state: State): Ended | null => {
  const output = `${place(state)}/${stateFile}`;
  if (state.life === "cancelled")
    return {
      good: false,
      summary: state.cancelled ? `cancelled: ${state.cancelled}` : "cancelled",
      output,
      artifacts: artifacts(state),
    };
  // An archived run is over, even if an audit was due.
  return state.status === "PROJECT_COMPLETE" && (state.archive !== null || !auditDue(state))
    ? { good: true, summary: summary(state), output, artifacts: artifacts(state) }
    : null;
};
