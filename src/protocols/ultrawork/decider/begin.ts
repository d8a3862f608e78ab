// Why: an approved plan goes to work by itself, unless it was to be planned only; in auto mode nobody is asked.
import * as event from "../events.ts";
import { type Follow, isAuto } from "./step.ts";

export const begin: Follow = (state) => {
  if (state.phase !== "PLANNING") return [];
  if (state.plan.state === "proposed" && isAuto(state))
    return [event.planApproved({ rev: state.plan.rev, by: null })];
  return state.plan.state === "approved" && !state.options.plan_only
    ? [event.phaseEntered({ phase: "EXECUTION" })]
    : [];
};
