// Writer of session.json, made anew from the ledger each time.
import { withExtras } from "../../../core/kept-extras.ts";
import { printed } from "../../../core/print.ts";
import type { Recorded } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/seconds.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State } from "../state.ts";
import { current } from "./current.ts";
import { evidenceLog } from "./log.ts";
import { allTasks, childTask } from "./tasks.ts";

export const sessionFile = (state: State, log: readonly Recorded<UltraworkEvent>[]): string => {
  const object = withExtras(state.extras, "session.json");
  const { planner } = state;
  return printed(
    current(
      state,
      object("", [
        ["version", "1.0"],
        ["session_task_id", state.sessionTask],
        ["goal", state.goal],
        ["phase", state.phase],
        ["started_at", second(state.startedAt)],
        ["updated_at", second(state.updatedAt)],
        [
          "planner",
          object("/planner", [
            ["agent_id", planner.agent],
            ["status", planner.status],
            ["started_at", secondOrNull(planner.startedAt)],
            ["completed_at", secondOrNull(planner.completedAt)],
          ]),
        ],
        ["child_tasks", allTasks(state).map((task) => childTask(state, task, object))],
        ["evidence_log", evidenceLog(state, log, object)],
        ["verify_task_id", state.verifyId],
        ["completed_at", state.phase === "COMPLETE" ? secondOrNull(state.completedAt) : null],
        ["cancelled_at", state.phase === "CANCELLED" ? secondOrNull(state.cancelledAt) : null],
        ["failure_reason", state.phase === "FAILED" ? state.failureReason : null],
      ]),
    ),
  );
};
