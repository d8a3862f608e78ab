// The keys of session.json, made anew from the ledger each time.
import { withUnknown } from "../../../core/unknown-keys.ts";
import { printed } from "../../../core/print.ts";
import type { Recorded } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/seconds.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State } from "../state.ts";
import { current } from "./current.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { evidenceLog, logEntry } from "./log.ts";
import { childTasks, task } from "./tasks.ts";
import { phase, plannerStatus } from "./words.ts";

export const longestGoal = 8_192;
const goal = { type: "string", minLength: 1, maxLength: longestGoal };

export const planner = objectOf<State["planner"]>()(
  "planner must be an object; it is read as pending",
  {
    agent_id: ["must", "text or null", ({ agent }) => agent],
    status: ["must", { word: plannerStatus }, ({ status }) => status],
    started_at: ["must", "time or null", ({ startedAt }) => secondOrNull(startedAt)],
    completed_at: ["must", "time or null", ({ completedAt }) => secondOrNull(completedAt)],
  },
);

type Whole = { readonly state: State; readonly log: readonly Recorded<UltraworkEvent>[] };
export const session = objectOf<Whole>()("session.json must hold an object", {
  version: [
    "must",
    { version: "1.0", older: /^(?:[56](?:\.\d+)*|7(?:\.0)*)$/u, range: "5.0 to 7.0" },
    () => "1.0",
  ],
  session_task_id: ["must", "text", ({ state }) => state.sessionTask],
  goal: ["must", { text: goal }, ({ state }) => state.goal],
  phase: ["must", { word: phase }, ({ state }) => state.phase],
  started_at: ["must", "time", ({ state }) => second(state.startedAt)],
  updated_at: ["must", "time", ({ state }) => second(state.updatedAt)],
  planner: [
    "must",
    { object: planner },
    ({ state }, object) => planner.written(state.planner, object, "/planner"),
  ],
  child_tasks: ["must", { list: task }, ({ state }, object) => childTasks(state, object), "tasks"],
  evidence_log: [
    "must",
    { list: logEntry },
    ({ state, log }, object) => evidenceLog(state, log, object),
  ],
  verify_task_id: ["must", "text", ({ state }) => state.verifyId],
  completed_at: [
    "must",
    "time or null",
    ({ state }) => (state.phase === "COMPLETE" ? secondOrNull(state.completedAt) : null),
  ],
  cancelled_at: [
    "must",
    "time or null",
    ({ state }) => (state.phase === "CANCELLED" ? secondOrNull(state.cancelledAt) : null),
  ],
  failure_reason: [
    "must",
    "text or null",
    ({ state }) => (state.phase === "FAILED" ? state.failureReason : null),
  ],
});

export const sessionFile = (state: State, log: readonly Recorded<UltraworkEvent>[]): string => {
  const object = withUnknown(state.extras, "session.json");
  return printed(current(state, session.written({ state, log }, object, "")));
};
