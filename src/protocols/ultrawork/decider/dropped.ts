// What follows in ultrawork where a person dropped a task's work: it is waived in their name, and never done again.
import type { Stamp } from "../../../core/protocol.ts";
import * as event from "../events.ts";
import { isOver } from "../over.ts";
import { isLast, isWorked } from "../ready.ts";
import type { State } from "../state.ts";
import { follow } from "./follow.ts";
import { type Events, fold } from "./step.ts";

export const dropped = (state: State, unit: string, reason: string, stamp: Stamp): Events => {
  const task = state.tasks[unit];
  if (task === undefined || task.waived !== null || isWorked(task) || isOver(state)) return [];
  const waived = event.taskWaived({ task: unit, by: stamp.by.name, reason, dropped: true });
  // Without any task there is nothing to verify.
  const decided = isLast(state)
    ? [waived, event.runFailed({ reason: `the work of its last task was dropped: ${reason}` })]
    : [waived];
  return [...decided, ...follow(fold(state, decided, stamp), stamp)];
};
