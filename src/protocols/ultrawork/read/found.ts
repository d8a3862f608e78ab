// The run that a found folder becomes. Nothing in it counts as proof, and nobody works on it.
import { oneLine } from "../../../core/quote.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { FoundRun } from "../../../work/adopted.ts";
import { readCheck } from "../../../kit/check/check.ts";
import type { Draft, DraftCriterion } from "../../../work/unit.ts";
import type { Own } from "../own.ts";
import { verifyDraft } from "../plan-read.ts";
import type { SeenTask } from "./documents.ts";
import type { Reading } from "./reading.ts";
import type { FoundTask } from "./units.ts";

type FoundUnit = FoundRun["units"][number];
type Place = Pick<Own, "home" | "team" | "session">;
/** Takes a sentence on what is read otherwise than it stands there. */
type Say = (text: string) => void;

const unit = (draft: Draft, status: FoundUnit["status"]): FoundUnit => ({
  ...draft,
  status,
  worker: null,
  found: [],
  startedAt: null,
  completedAt: null,
});
/** A check of the file, else the newest command in its evidence. Whoever wrote them, they are its worker's. */
const withCheck = (
  { checks, evidence }: SeenTask,
  bare: DraftCriterion,
  folder: string,
  say: Say,
): DraftCriterion => {
  const { text } = bare;
  const shown = evidence.findLast(
    ({ entry }) => entry.criteria === text && entry.command.trim() !== "",
  );
  const input = checks.find(({ criteria }) => criteria === text) ?? shown?.entry;
  if (input === undefined) return bare;
  const check = readCheck("output" in input ? { command: input.command } : input, folder);
  if (!isRefusal(check)) return { text, check, chosenBy: "worker" };
  say(`${check.code}: ${check.text}; ${JSON.stringify(oneLine(text, 80))} is read without a check`);
  return bare;
};
const worked = (
  { task, draft }: FoundTask,
  status: FoundUnit["status"],
  folder: string,
  say: Say,
): FoundUnit => ({
  ...draft,
  criteria: draft.criteria.map((one) => withCheck(task, one, folder, say)),
  status,
  worker: task.worker_agent_id,
  found: task.evidence.map(({ entry }) => entry),
  startedAt: task.started_at,
  completedAt: status === "open" ? null : task.completed_at,
});

const endOf = ({ phase, session }: Reading): FoundRun["end"] => {
  const reason = "as found, without a reason";
  if (session === null) return null;
  if (phase === "COMPLETE") return { is: "complete", reason: "", at: session.completed_at };
  if (phase === "CANCELLED") return { is: "cancelled", reason, at: session.cancelled_at };
  if (phase !== "FAILED") return null;
  return { is: "failed", reason: session.failure_reason ?? reason, at: session.updated_at };
};
/** Fix tasks name the round that they came of. */
const roundOf = ({ tasks }: Reading): number =>
  1 + Math.max(0, ...tasks.map(({ id }) => Number(/^fix-(\d{1,3})-\d+$/u.exec(id)?.[1] ?? 0)));

const remarks = ({ session, phase, all, tasks, verify }: Reading, say: Say): void => {
  const by = (agent: string | null, word: string): string =>
    agent === null ? "" : `${word}${agent}`;
  const { agent_id: agent = null, status = null } = session?.planner ?? {};
  if (status === "running" && phase === "PLANNING")
    say(`the planner${by(agent, " ")} was running; it is pending again`);
  const done = tasks.filter(({ task }) => task.status === "resolved").length;
  if (done > 0) say(`resolved tasks (${done}) stay resolved, not proved here`);
  if (phase === "COMPLETE" || phase === "CANCELLED" || phase === "FAILED")
    say(`the run is over (${phase}), as found`);
  if (session?.extras.some(([key, text]) => key === "verifier_passed" && text === "true"))
    say("verifier_passed is kept, and not believed");
  for (const one of all) {
    const { id, task } = one;
    if (one === verify && phase === "COMPLETE") continue;
    if (task.status === "in_progress")
      say(`task ${id} was in progress${by(task.worker_agent_id, " by ")}; it is open again`);
    if (one === verify && task.status === "resolved")
      say(`the verify task ${id} was resolved; it is open again`);
  }
};

const ownIn = ({ session, context }: Reading, place: Place): Own => {
  const planner = session?.planner ?? null;
  return {
    ...place,
    sessionTask: session?.session_task_id ?? place.session,
    findings: context?.findings ?? [],
    planner: planner && {
      agent: planner.agent_id,
      startedAt: planner.started_at,
      completedAt: planner.completed_at,
    },
    evidenceLog: session?.log.map(({ text }) => text) ?? [],
    ...(context === null ? {} : { context: context.keys }),
  };
};
const statuses = { resolved: "done", failed: "failed", in_progress: "open", open: "open" } as const;

/** @param say receives what is read otherwise than it stands there */
export const foundRun = (reading: Reading, place: Place, say: Say): FoundRun => {
  const { session, context, tasks, verify, verifyId, approved, phase, extras } = reading;
  const folder = `${place.home}/${place.team}/sessions/${place.session}`;
  remarks(reading, say);
  const explorers = (context?.expected ?? []).map(({ id, hint, isDone }) => {
    const draft = { kind: "explore", title: `Explore: ${hint}`, more: { hint } };
    return unit({ ...verifyDraft([]), id, ...draft }, isDone ? "done" : "open");
  });
  const after = explorers.map(({ id }) => id);
  const plan = { ...verifyDraft([]), id: "plan", kind: "plan", title: "Plan", after };
  const isComplete = phase === "COMPLETE" ? "done" : "open";
  const whole =
    verify === null
      ? unit({ ...verifyDraft([]), id: verifyId }, isComplete)
      : worked(verify, isComplete, folder, say);
  return {
    goal: session?.goal ?? "",
    units: [
      ...explorers,
      unit(plan, approved ? "done" : "open"),
      ...tasks.map((one) => worked(one, statuses[one.task.status ?? "open"], folder, say)),
      { ...whole, after: tasks.map(({ id }) => id) },
    ],
    approved,
    round: roundOf(reading),
    end: endOf(reading),
    extras,
    more: ownIn(reading, place),
    startedAt: session?.started_at ?? null,
  };
};
