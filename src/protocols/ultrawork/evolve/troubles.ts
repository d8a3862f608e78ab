// Why: whatever is heard of a unit besides that its agents were turned away ends that trouble, and the count of it begins anew.
import type { Recorded } from "../../../core/row.ts";
import type { UltraworkEvent } from "../messages.ts";
import type { State } from "../state.ts";
import { explorerUnit, planUnit, taskUnit, verifyUnit } from "../trouble.ts";

const unitsOf = (event: Recorded<UltraworkEvent>): readonly string[] => {
  switch (event.type) {
    case "ExplorationRecorded":
    case "ExplorerFailed":
      return [explorerUnit(event.data.explorer)];
    case "PlannerFailed":
    case "PlanProposed":
      return [planUnit];
    case "QuestionAsked":
      return [event.data.about === planUnit ? planUnit : taskUnit(event.data.about)];
    case "VerifierFailed":
    case "VerdictRecorded":
    case "SweepOpened":
      return [verifyUnit];
    case "WorkClaimed":
    case "TaskReturned":
    case "TaskFailed":
    case "TaskReopened":
    case "TaskResolved":
    case "TaskRemoved":
    case "TaskWaived":
      return [taskUnit(event.data.task)];
    case "TroublesLifted":
      return event.data.units;
    default:
      return [];
  }
};

export const withTroubles = (state: State, event: Recorded<UltraworkEvent>): State => {
  const units = unitsOf(event);
  const [unit] = units;
  if (unit === undefined) return state;
  if ("trouble" in event.data && event.data.trouble !== undefined) {
    const { kind, notBefore } = event.data.trouble;
    const times = (state.troubles[unit]?.times ?? 0) + 1;
    return {
      ...state,
      troubles: {
        ...state.troubles,
        [unit]: { kind, reason: event.data.reason, times, notBefore },
      },
    };
  }
  if (!units.some((one) => Object.hasOwn(state.troubles, one))) return state;
  return {
    ...state,
    troubles: Object.fromEntries(
      Object.entries(state.troubles).filter(([one]) => !units.includes(one)),
    ),
  };
};
