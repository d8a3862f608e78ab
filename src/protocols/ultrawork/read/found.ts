// The run that a found folder becomes. Nothing in it counts as proof, and nobody works on it.
import { oneLine } from "../../../core/quote.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { FoundRun } from "../../../work/adopted.ts";
import { readCheck } from "../../../work/check.ts";
import type { Draft, DraftCriterion } from "../../../work/unit.ts";
import type { Own } from "../own.ts";
import { verifyDraft } from "../plan-read.ts";
import { draftOf } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { SeenTask } from "./task.ts";
import type { Merged } from "./units.ts";

type FoundUnit = FoundRun["units"][number];
type Place = Pick<Own, "home" | "team" | "session">;

const asFound = (draft: Draft, status: FoundUnit["status"]): FoundUnit => ({
  ...draft,
  status,
  worker: null,
  found: [],
  startedAt: null,
  completedAt: null,
});
const planning = (id: string, kind: string, title: string, hint: string | null): Draft => ({
  ...verifyDraft([]),
  id,
  kind,
  title,
  more: hint === null ? {} : { hint },
});

/** Why a check isn't taken, in words. */
type Say = (text: string) => void;
/** A check of the file, else the newest command in its evidence. Whoever wrote them, they are its worker's. */
const withCheck = (
  { checks, evidence }: SeenTask,
  { text }: DraftCriterion,
  folder: string,
  say: Say,
): DraftCriterion => {
  const named = checks.find(({ criteria }) => criteria === text);
  const shown = evidence.findLast(
    ({ entry }) => entry.criteria === text && entry.command.trim() !== "",
  );
  const given = named ?? (shown === undefined ? null : { command: shown.entry.command });
  const bare: DraftCriterion = { text, check: null, chosenBy: null };
  if (given === null) return bare;
  const check = readCheck(given, folder);
  if (!isRefusal(check)) return { text, check, chosenBy: "worker" };
  say(`${check.code}: ${check.text}; ${JSON.stringify(oneLine(text, 80))} is read without a check`);
  return bare;
};

const worked = (
  { id, task }: Merged,
  draft: Draft,
  status: FoundUnit["status"],
  folder: string,
  say: Say,
): FoundUnit => {
  if (task.status === "in_progress" && status === "open") {
    const by = task.worker_agent_id === null ? "" : ` by ${task.worker_agent_id}`;
    say(`task ${id} was in progress${by}; it is open again`);
  }
  return {
    ...draft,
    criteria: draft.criteria.map((one) => withCheck(task, one, folder, say)),
    status,
    worker: task.worker_agent_id,
    found: task.evidence.map(({ entry }) => entry),
    startedAt: task.started_at,
    completedAt: status === "open" ? null : task.completed_at,
  };
};

const statuses = { resolved: "done", failed: "failed", in_progress: "open", open: "open" } as const;
const verifyFound = (reading: Reading, folder: string, say: Say): FoundUnit => {
  const { verify, verifyId: id, phase, tasks } = reading;
  const status = phase === "COMPLETE" ? "done" : "open";
  const after = tasks.map((one) => one.id);
  if (verify === null) return asFound({ ...verifyDraft([]), id, after }, status);
  if (verify.task.status === "resolved" && status === "open")
    say(`the verify task ${id} was resolved; it is open again`);
  return worked(verify, { ...draftOf(verify, "verify"), after }, status, folder, say);
};

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

const remarks = ({ session, phase, tasks }: Reading, say: Say): void => {
  const { agent_id = null, status = null } = session?.planner ?? {};
  if (status === "running" && phase === "PLANNING")
    say(`the planner${agent_id === null ? "" : ` ${agent_id}`} was running; it is pending again`);
  const done = tasks.filter(({ task }) => task.status === "resolved").length;
  if (done > 0) say(`resolved tasks (${done}) stay resolved, not proved here`);
  if (phase === "COMPLETE" || phase === "CANCELLED" || phase === "FAILED")
    say(`the run is over (${phase}), as found`);
  if (session?.extras.some(([key, text]) => key === "verifier_passed" && text === "true"))
    say("verifier_passed is kept, and not believed");
};

/** @param say receives what is read otherwise than it stands there */
export const foundRun = (reading: Reading, place: Place, say: Say): FoundRun => {
  const { session, context, tasks, approved } = reading;
  const folder = `${place.home}/${place.team}/sessions/${place.session}`;
  const explorers = (context?.expected ?? []).map(({ id, hint, isDone }) =>
    asFound(planning(id, "explore", `Explore: ${hint}`, hint), isDone ? "done" : "open"),
  );
  const plan: Draft = {
    ...planning("plan", "plan", "Plan", null),
    after: explorers.map(({ id }) => id),
  };
  const planner = session?.planner ?? null;
  const own: Own = {
    ...place,
    sessionTask: session?.session_task_id ?? place.session,
    findings: context?.findings ?? [],
    planner:
      planner === null
        ? null
        : {
            agent: planner.agent_id,
            startedAt: planner.started_at,
            completedAt: planner.completed_at,
          },
    evidenceLog: session?.log.map(({ text }) => text) ?? [],
    ...(context === null ? {} : { context: context.keys }),
  };
  remarks(reading, say);
  return {
    goal: session?.goal ?? "",
    units: [
      ...explorers,
      asFound(plan, approved ? "done" : "open"),
      ...tasks.map((one) =>
        worked(one, draftOf(one, "task"), statuses[one.task.status ?? "open"], folder, say),
      ),
      verifyFound(reading, folder, say),
    ],
    approved,
    round: roundOf(reading),
    end: endOf(reading),
    extras: reading.extras.map(({ file, pointer, entries }) => ({ file, pointer, entries })),
    more: own,
    startedAt: session?.started_at ?? null,
  };
};
