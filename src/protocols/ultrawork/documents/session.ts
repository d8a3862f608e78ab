// The keys of session.json, made anew from the ledger each time.
import { printed } from "../../../core/print.ts";
import type { Recorded } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/seconds.ts";
import { withUnknown } from "../../../core/unknown-keys.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { jobBegun } from "../../../work/events/jobs.ts";
import { planProposed } from "../../../work/events/plan.ts";
import type { Unit } from "../../../work/unit.ts";
import type { Work } from "../../../work/work.ts";
import { ownOf } from "../own.ts";
import { phase, planner as plannerOf, plannerWord, verify } from "../phase.ts";
import { evidenceLog, type Log, logEntry } from "./log.ts";
import { childTasks, task } from "./task.ts";
import { phaseWords, plannerStatus, type PlannerWord } from "./words.ts";

/** In characters. */
export const longestGoal = 8_192;
const goal = { type: "string", minLength: 1, maxLength: longestGoal };

type Attempt = {
  readonly agent: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
};
type Planner = Attempt & { readonly word: PlannerWord };
const nobody: Attempt = { agent: null, startedAt: null, completedAt: null };
/** The unit keeps when its first attempt began; the log, when the newest did. */
const begunAt = ({ id, startedAt }: Unit, log: Log): string | null =>
  log.findLast(
    (event: Recorded) =>
      jobBegun.is(event) && event.data.stage === "work" && event.data.unit === id,
  )?.at ?? startedAt;
/** A given plan is its sender's: whoever proposed it, or started the run with it. */
const givenPlan = ({ plan, startedAt }: Work, log: Log): Attempt => {
  const event = log.findLast((one) => planProposed.is(one));
  const at = event?.at ?? startedAt;
  const agent = event?.by.name ?? plan.approvedBy;
  return { agent, startedAt: at, completedAt: at };
};
/** Agent and times of one attempt: the newest; of an adopted folder, until a new one begins. */
const attempt = (state: Work, log: Log): Attempt => {
  const unit = plannerOf(state);
  const { planner: found } = ownOf(state);
  const proposed = log.findLast((one) => planProposed.is(one));
  const isGiven = state.plan.state !== "draft" && proposed?.by.kind !== "agent";
  if (unit === undefined || unit.begun === 0) {
    return found ?? (isGiven ? givenPlan(state, log) : nobody);
  }
  if (isGiven) return givenPlan(state, log);
  const { worker: agent, completedAt } = unit;
  return { agent, startedAt: begunAt(unit, log), completedAt };
};
const plannerShown = (state: Work, log: Log): Planner => {
  const word = plannerWord(state);
  const { completedAt, ...rest } = attempt(state, log);
  const isOver = word === "completed" || word === "failed";
  return { word, ...rest, completedAt: isOver ? completedAt : null };
};

export const planner = objectOf<Planner>()("planner must be an object; it is read as pending", {
  agent_id: ["must", "text or null", ({ agent }) => agent],
  status: ["must", { word: plannerStatus }, ({ word }) => word],
  started_at: ["must", "time or null", ({ startedAt }) => secondOrNull(startedAt)],
  completed_at: ["must", "time or null", ({ completedAt }) => secondOrNull(completedAt)],
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
    ({ state, log }, object) => planner.written(plannerShown(state, log), object, "/planner"),
  ],
  child_tasks: ["must", { list: task }, ({ state, log }, object) => childTasks(state, log, object)],
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
