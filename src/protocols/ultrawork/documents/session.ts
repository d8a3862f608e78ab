// The keys of session.json, made anew from the ledger each time.
import { printed } from "../../../kit/json/print.ts";
import type { Recorded } from "../../../core/row.ts";
import { second, secondOrNull } from "../../../core/words/seconds.ts";
import { withUnknown } from "../../../kit/document/unknown-keys.ts";
import { objectOf } from "../../../kit/document/keys.ts";
import { jobBegun } from "../../../work/events/jobs.ts";
import { planProposed } from "../../../work/events/plan.ts";
import type { Work } from "../../../work/work.ts";
import { type Own, ownOf } from "../own.ts";
import { phase, planner as plannerOf, plannerWord, verify } from "../phase.ts";
import { evidenceLog, type Log, logEntry } from "./log.ts";
import { childTasks, task } from "./task.ts";
import { phaseWords, plannerStatus, type PlannerWord } from "./words.ts";

const goal = { type: "string", minLength: 1, maxLength: 8_192 };

type Attempt = NonNullable<Own["planner"]>;
/** The newest attempt; of an adopted folder, its own until a new one begins. A given plan is its sender's. */
const attempt = (state: Work, log: Log): Attempt => {
  const unit = plannerOf(state);
  const isBegun = unit !== undefined && unit.begun > 0;
  const proposed = log.findLast((event) => planProposed.is(event));
  const isGiven = state.plan.state !== "draft" && proposed?.by.kind !== "agent";
  if (isBegun && !isGiven) {
    const { id, worker, startedAt, completedAt } = unit;
    // The unit keeps when its first attempt began.
    const begun = log.findLast(
      (event: Recorded) =>
        jobBegun.is(event) && event.data.stage === "work" && event.data.unit === id,
    );
    return { agent_id: worker, started_at: begun?.at ?? startedAt, completed_at: completedAt };
  }
  const { planner: found } = ownOf(state);
  if (found !== null && !isBegun) return found;
  if (!isGiven) return { agent_id: null, started_at: null, completed_at: null };
  const at = proposed?.at ?? state.startedAt;
  const agent = proposed?.by.name ?? state.plan.approvedBy;
  return { agent_id: agent, started_at: at, completed_at: at };
};

type Planner = Attempt & { readonly word: PlannerWord };
export const planner = objectOf<Planner>()("planner must be an object; it is read as pending", {
  agent_id: ["must", "text or null", ({ agent_id: agent }) => agent],
  status: ["must", { word: plannerStatus }, ({ word }) => word],
  started_at: ["must", "time or null", ({ started_at: at }) => secondOrNull(at)],
  completed_at: [
    "must",
    "time or null",
    ({ word, completed_at: at }) =>
      word === "completed" || word === "failed" ? secondOrNull(at) : null,
  ],
});

type Whole = { readonly state: Work; readonly log: Log };
const endedAt =
  (is: "complete" | "cancelled") =>
  ({ state: { end } }: Whole): string | null =>
    end?.is === is ? secondOrNull(end.at) : null;
const failure = ({ state: { end } }: Whole): string | null =>
  end?.is === "failed" ? end.reason : null;
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
  completed_at: ["must", "time or null", endedAt("complete")],
  cancelled_at: ["must", "time or null", endedAt("cancelled")],
  failure_reason: ["must", "text or null", failure],
});

export const sessionFile = (state: Work, log: Log): string =>
  printed(session.written({ state, log }, withUnknown(state.extras, "session.json"), ""));
