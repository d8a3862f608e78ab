// Why: lists, exit codes and a parent run ask whether a run goes on and how it ended, without its rules.
import type { Life } from "../../core/row.ts";
import type { State } from "./state.ts";

export const auditDue = ({ epics }: Pick<State, "epics">): boolean => epics.some(({ audit }) => audit === "due");

/** Complete but for an audit is still live: somebody is at work. */
export const life = (state: Pick<State, "life" | "archive" | "status" | "epics">): Life => {
  if (state.archive !== null) return "archived";
  if (state.life === "cancelled") return "over";
  if (state.status === "PROJECT_COMPLETE" && !auditDue(state)) return "over";
  return state.life === "paused" ? "paused" : "live";
};
