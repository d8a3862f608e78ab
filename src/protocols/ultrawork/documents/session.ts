// The keys of session.json, made anew from the ledger each time.
import { printed } from "../../../core/print.ts";
import type { Recorded } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/seconds.ts";
import { withUnknown } from "../../../core/unknown-keys.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { jobBegun } from "../../../work/events/jobs.ts";
import { planProposed } from "../../../work/events/plan.ts";
import type { Work } from "../../../work/work.ts";
import { ownOf } from "../own.ts";
import { phase, planner as plannerOf, plannerWord, verify } from "../phase.ts";
import { evidenceLog, type Log, logEntry } from "./log.ts";
import { childTasks, task } from "./task.ts";
import { phaseWords, plannerStatus, type PlannerWord } from "./words.ts";

const goal = { type: "string", minLength: 1, maxLength: 8_192 };

type Attempt = {
  readonly agent: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
};
/** The newest attempt; of an adopted folder, its own until a new one begins. A given plan is its sender's. */
const attempt = (state: Work, log: Log): Attempt => {
  const unit = plannerOf(state);
  const isBegun = unit !== undefined && unit.begun > 0;
  const proposed = log.findLast((event) => planProposed.is(event));
  const isGiven = state.plan.state !== "draft" && proposed?.by.kind !== "agent";
  if (isBegun && !isGiven) {
    const { id, worker: agent, startedAt, completedAt } = unit;
    // The unit keeps when its first attempt began.
    const begun = log.findLast(
      (event: Recorded) =>
        jobBegun.is(event) && event.data.stage === "work" && event.data.unit === id,
    );
    return { agent, startedAt: begun?.at ?? startedAt, completedAt };
  }
  const { planner: found } = ownOf(state);
  if (found !== null && !isBegun) return found;
  if (!isGiven) return { agent: null, startedAt: null, completedAt: null };
  const at = proposed?.at ?? state.startedAt;
  return { agent: proposed?.by.name ?? state.plan.approvedBy, startedAt: at, completedAt: at };
};

type Planner = Attempt & { readonly word: PlannerWord };
export const planner = objectOf<Planner>()("planner must be an object; it is read as pending", {
  agent_id: ["must", "text or null", ({ agent }) => agent],
  status: ["must", { word: plannerStatus }, ({ word }) => word],
  started_at: ["must", "time or null", ({ startedAt }) => secondOrNull(startedAt)],
  completed_at: [
    "must",
    "time or null",
    ({ word, completedAt }) =>
      word === "completed" || word === "failed" ? secondOrNull(completedAt) : null,
  ],
});

type Whole = { readonly state: Work; readonly log: Log };
const endOf = ({ end }: Work, is: "complete" | "failed" | "cancelled") =>
  end?.is === is ? end : null;
export const session = objectOf<Whole>()("session.json must hold an object", {
  version: ["must", { version: "1.0", older: /^7(?:\.\d+)*$/u, range: "7.x" }, () => "1.0"],
  session_task_id: ["must", "text", ({ state }) => ownOf(state).sessionTask],
  goal: ["must", { text: goal }, ({ state }) => state.goal],
  phase: ["must", { word: phaseWords }, ({ state }) => phase(state)],
  started_at: ["must", "time", ({ state }) => second(state.startedAt)],
  updated_at: ["must", "time", ({ state }) => second(state.updatedAt)],
  planner: [
    "must",
    { object: planner },
    ({ state, log }, object) =>
      planner.written({ ...attempt(state, log), word: plannerWord(state) }, object, "/planner"),
  ],
  child_tasks: [
    "must",
    { list: task, by: "id" },
    ({ state, log }, object) => childTasks(state, log, object),
  ],
  evidence_log: [
    "must",
    { list: logEntry },
    ({ state, log }, object) => evidenceLog(state, log, object),
  ],
  verify_task_id: ["must", "text", ({ state }) => verify(state)?.id ?? "verify"],
  completed_at: [
    "must",
    "time or null",
    ({ state }) => secondOrNull(endOf(state, "complete")?.at ?? null),
  ],
  cancelled_at: [
    "must",
    "time or null",
    ({ state }) => secondOrNull(endOf(state, "cancelled")?.at ?? null),
  ],
  failure_reason: ["must", "text or null", ({ state }) => endOf(state, "failed")?.reason ?? null],
});

export const sessionFile = (state: Work, log: Log): string =>
  printed(session.written({ state, log }, withUnknown(state.extras, "session.json"), ""));
