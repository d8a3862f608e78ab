// Check rules of phases and times: contradictions that stale copies leave.
import { isBefore, type Spot } from "../../../core/remarks.ts";
import { type Rule, isVerify } from "./view.ts";

const order: Rule = ({ seen, tasks, notes }) => {
  const say = (spot: Spot, what: string): void => notes.warn(spot, "TIME_DISORDERED", what);
  for (const task of tasks)
    if (isBefore(task.completed_at, task.started_at))
      say(task.at("completed_at"), `task ${task.id} was completed before it was started`);
  const { session } = seen;
  if (session === null) return;
  if (isBefore(session.updated_at, session.started_at))
    say(session.at("updated_at"), "the session was updated before it was started");
  if (isBefore(session.completed_at, session.started_at))
    say(session.at("completed_at"), "the session was completed before it was started");
  if (isBefore(session.planner?.completed_at ?? null, session.planner?.started_at ?? null))
    say(session.at("planner"), "planning was completed before it was started");
};

const phases: Rule = (judged) => {
  const { seen, tasks, all, whole, notes } = judged;
  const { session } = seen;
  if (session === null) return;
  const { phase } = session;
  const say = (key: string, what: string): void =>
    notes.warn(session.at(key), "PHASE_INCONSISTENT", what);
  if (phase === null) return;
  if (session.cancelled_at !== null && phase !== "CANCELLED")
    say("cancelled_at", `cancelled_at is set, and the phase is ${phase}`);
  if (session.completed_at !== null && phase !== "COMPLETE")
    say("completed_at", `completed_at is set, and the phase is ${phase}`);
  if (session.failure_reason !== null && phase !== "FAILED")
    say("failure_reason", `failure_reason is set, and the phase is ${phase}`);
  if (phase === "CANCELLED" && session.cancelled_at === null)
    say("phase", "the phase is CANCELLED, and cancelled_at is null");
  if (phase === "COMPLETE" && session.completed_at === null)
    say("phase", "the phase is COMPLETE, and completed_at is null");
  if (phase === "FAILED" && session.failure_reason === null)
    say("phase", "the phase is FAILED, and failure_reason is null");
  const begun = tasks.filter(
    (task) => !isVerify(judged, task) && task.status !== "open" && task.status !== null,
  );
  if (phase === "PLANNING" && begun.length > 0)
    notes.warn(
      begun[0]?.at("status") ?? session.at("phase"),
      "PHASE_INCONSISTENT",
      `the phase is PLANNING, and tasks were begun: ${begun
        .slice(0, 5)
        .map(({ id }) => id)
        .join(", ")}`,
    );
  if (!whole || phase === "PLANNING" || phase === "FAILED" || phase === "CANCELLED") return;
  if (all.tasks.length + session.tasks.length + seen.files.length === 0)
    say("phase", `the phase is ${phase}, and there is no task`);
  const open = all.tasks
    .filter(({ task }) => task.status === "open" || task.status === "in_progress")
    .map(({ task }) => task.id);
  if (phase === "VERIFICATION" && open.length > 0)
    say(
      "phase",
      `the phase is VERIFICATION, and tasks aren't resolved: ${open.slice(0, 5).join(", ")}`,
    );
};

const exploration: Rule = ({ seen, notes }) => {
  const { context } = seen;
  if (context === null) return;
  const recorded = new Set(context.explorers.map(({ id }) => id));
  const missing = context.expected.filter((id) => !recorded.has(id));
  if (context.exploration_complete === true && missing.length > 0)
    notes.warn(
      context.at("exploration_complete"),
      "EXPLORATION_DISAGREES",
      `exploration_complete, and nothing is there of ${missing.slice(0, 5).join(", ")}`,
    );
  const twice = context.explorers.find(
    ({ id }, index, all) => all.findIndex((one) => one.id === id) !== index,
  );
  if (twice !== undefined)
    notes.warn(context.at("explorers"), "EXPLORER_REPEATED", `explorer ${twice.id} is there twice`);
};

export const times: readonly Rule[] = [order, phases, exploration];
