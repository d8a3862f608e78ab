// Troubles of agents, from the events of their units: any other event of a unit ends its trouble.
import type { Recorded } from "../../../core/row.ts";
import {
  explorationRecorded,
  explorerFailed,
  plannerFailed,
  planProposed,
  questionAsked,
  taskRemoved,
} from "../events/planning.ts";
import { sweepOpened, verdictRecorded, verifierFailed } from "../events/sweep.ts";
import {
  taskFailed,
  taskReopened,
  taskResolved,
  taskReturned,
  taskWaived,
  troublesLifted,
  workClaimed,
} from "../events/tasks.ts";
import type { State } from "../state.ts";
import { explorerUnit, planUnit, taskUnit, verifyUnit } from "../trouble.ts";

/** Events that name the task in a field. */
const ofTask = [
  workClaimed,
  taskReturned,
  taskFailed,
  taskReopened,
  taskResolved,
  taskRemoved,
  taskWaived,
];
const ofVerifier = [verifierFailed, verdictRecorded, sweepOpened];

const unitsOf = (event: Recorded): readonly string[] => {
  if (explorationRecorded.is(event) || explorerFailed.is(event))
    return [explorerUnit(event.data.explorer)];
  if (plannerFailed.is(event) || planProposed.is(event)) return [planUnit];
  if (questionAsked.is(event))
    return [event.data.about === planUnit ? planUnit : taskUnit(event.data.about)];
  if (troublesLifted.is(event)) return event.data.units;
  if (ofVerifier.some((kind) => kind.is(event))) return [verifyUnit];
  return ofTask.flatMap((kind) => (kind.is(event) ? [taskUnit(event.data.task)] : []));
};

/** Events that report refusal by a model server. */
const troubled = [explorerFailed, plannerFailed, verifierFailed, taskReturned];

export const withTroubles = (state: State, event: Recorded): State => {
  const units = unitsOf(event);
  const [unit] = units;
  if (unit === undefined) return state;
  for (const failed of troubled)
    if (failed.is(event) && event.data.trouble !== undefined) {
      const { kind, notBefore } = event.data.trouble;
      const times = (state.troubles[unit]?.times ?? 0) + 1;
      const { reason } = event.data;
      return {
        ...state,
        troubles: { ...state.troubles, [unit]: { kind, reason, times, notBefore } },
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
