// The run that a found folder becomes. Nothing in it counts as proof, and nobody works on it.
import { oneLine } from "../../../core/words/quote.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { asFound, type FoundRun, type FoundUnit } from "../../../work/adopted.ts";
import { readCheck } from "../../../kit/check/check.ts";
import type { DraftCriterion } from "../../../work/unit.ts";
import type { Own } from "../own.ts";
import { explorerDraft, plannerDraft, verifyDraft } from "../drafts.ts";
import type { SeenSession, SeenTask } from "./documents.ts";
import type { FolderReading } from "./reading.ts";
import type { FoundTask } from "./units.ts";

type Place = Pick<Own, "home" | "team" | "session">;
/** Takes a sentence on what is read otherwise than it stands there. */
type Say = (text: string) => void;

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
  task: FoundTask,
  status: FoundUnit["status"],
  folder: string,
  say: Say,
): FoundUnit => ({
  ...task.draft,
  criteria: task.draft.criteria.map((one) => withCheck(task, one, folder, say)),
  status,
  worker: task.worker_agent_id,
  found: task.evidence.map(({ entry }) => entry),
  startedAt: task.started_at,
  completedAt: status === "open" ? null : task.completed_at,
});

const endOf = ({ phase, session }: FolderReading): FoundRun["end"] => {
  const reason = "as found, without a reason";
  if (phase === "COMPLETE") return { is: "complete", reason: "", at: session.completed_at };
  if (phase === "CANCELLED") return { is: "cancelled", reason, at: session.cancelled_at };
  if (phase !== "FAILED") return null;
  return { is: "failed", reason: session.failure_reason ?? reason, at: session.updated_at };
};
/** Fix tasks name the round that they came of. */
const roundOf = ({ tasks }: FolderReading): number =>
  1 + Math.max(0, ...tasks.map(({ id }) => Number(/^fix-(\d{1,3})-\d+$/u.exec(id)?.[1] ?? 0)));

const remarks = (reading: FolderReading, say: Say): void => {
  const { session, phase, all, tasks, verify } = reading;
  const { agent_id: agent = null, status = null } = session.planner ?? {};
  if (status === "running" && phase === "PLANNING")
    say(`the planner${agent === null ? "" : ` ${agent}`} was running; it is pending again`);
  const done = tasks.filter(({ status }) => status === "resolved").length;
  if (done > 0) say(`resolved tasks (${done}) stay resolved, not proved here`);
  if (endOf(reading) !== null) say(`the run is over (${phase ?? ""}), as found`);
  if (session.extras.some(([key, text]) => key === "verifier_passed" && text === "true"))
    say("verifier_passed is kept, and not believed");
  for (const one of all) {
    const { id, status: was, worker_agent_id: by } = one;
    if (one === verify && phase === "COMPLETE") continue;
    const worker = by === null ? "" : ` by ${by}`;
    if (was === "in_progress") say(`task ${id} was in progress${worker}; it is open again`);
    if (one === verify && was === "resolved")
      say(`the verify task ${id} was resolved; it is open again`);
  }
};

const plannerIn = ({ planner }: SeenSession): Own["planner"] => {
  if (planner === null) return null;
  const { agent_id, started_at, completed_at } = planner;
  return { agent_id, started_at, completed_at };
};
const statuses = { resolved: "done", failed: "failed", in_progress: "open", open: "open" } as const;

/** @param say receives what is read otherwise than it stands there */
export const foundRun = (reading: FolderReading, place: Place, say: Say): FoundRun => {
  const { session, context, tasks, verify, verifyId, approved, phase, extras } = reading;
  const folder = `${place.home}/${place.team}/sessions/${place.session}`;
  remarks(reading, say);
  const explorers = (context?.expected ?? []).map(({ id, hint, isDone }) =>
    asFound(explorerDraft(id, hint), isDone ? "done" : "open"),
  );
  const isComplete = phase === "COMPLETE" ? "done" : "open";
  const whole =
    verify === null
      ? asFound(verifyDraft([], verifyId), isComplete)
      : worked(verify, isComplete, folder, say);
  return {
    goal: session.goal ?? "",
    units: [
      ...explorers,
      asFound(plannerDraft(explorers), approved ? "done" : "open"),
      ...tasks.map((one) => worked(one, statuses[one.status ?? "open"], folder, say)),
      { ...whole, after: tasks.map(({ id }) => id) },
    ],
    approved,
    round: roundOf(reading),
    end: endOf(reading),
    extras,
    more: {
      ...place,
      sessionTask: session.session_task_id ?? place.session,
      findings: context?.findings ?? [],
      planner: plannerIn(session),
      evidenceLog: session.log.map(({ text }) => text),
      ...(context === null ? {} : { context: context.keys }),
    } satisfies Own,
    startedAt: session.started_at,
  };
};
