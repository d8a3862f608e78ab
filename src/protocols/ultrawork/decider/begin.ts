// Start of execution after approval in ultrawork: automatic, unless only a plan was wanted.
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
