// Conversion of tasks of an existing ultrawork folder; their evidence is only a hint at checks.
import type { foundRun } from "../found-shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import type { Remarks } from "../../../core/remarks.ts";
import { ownTexts } from "../evolve/draft.ts";
import type { Phase } from "../state.ts";
import { runnable } from "./checks.ts";
import type { Merged } from "./merge.ts";

type FoundRun = Of<typeof foundRun>;
export type FoundTask = FoundRun["tasks"][number];

const criterionLimit = 20;

/** A check from the file, else the newest command in its evidence; the author of both is unknown. */
const checkOf = (
  { task, evidence }: Merged,
  text: string,
  place: string,
  notes: Remarks,
): FoundTask["criteria"][number] => {
  const given = task.checks.find((one) => one.criteria === text);
  const found = evidence.findLast(
    ({ entry }) => entry.criteria === text && entry.command.trim() !== "",
  );
  const check =
    given !== undefined
      ? runnable({ ...given, type: given.type ?? undefined }, given.spot, place, notes)
      : found === undefined
        ? null
        : runnable(
            { type: "command_output", command: found.entry.command },
            found.spot,
            place,
            notes,
          );
  return { text, check, chosenBy: check === null ? null : "worker" };
};

const criteriaOf = (
  merged: Merged,
  verify: boolean,
  place: string,
  notes: Remarks,
): FoundTask["criteria"] => {
  const { task } = merged;
  const texts = [...new Set(task.success_criteria.filter((text) => text.trim() !== ""))];
  const at = task.at("success_criteria");
  if (texts.length < task.success_criteria.length)
    notes.error(
      at,
      "CRITERIA_REPEATED",
      `task ${task.id}: criteria that are empty or repeated are read once`,
    );
  if (texts.length > criterionLimit)
    notes.warn(at, "FIELD_OVERSIZED", `task ${task.id} has more than ${criterionLimit} criteria`);
  const own: ReadonlySet<string> = new Set(verify ? ownTexts : []);
  const kept = texts.filter((text) => !own.has(text));
  if (kept.length > 0 || verify) return kept.map((text) => checkOf(merged, text, place, notes));
  notes.error(
    at,
    "CRITERIA_EMPTY",
    `task ${task.id} has no criterion; it is given one without a check, its subject`,
  );
  return [{ text: task.subject, check: null, chosenBy: null }];
};

export const foundTask = (
  merged: Merged,
  place: string,
  notes: Remarks,
  verify: { readonly id: string; readonly phase: Phase } | null,
): FoundTask => {
  const { task, evidence } = merged;
  const status = task.status ?? "open";
  const open =
    status === "in_progress" || (verify !== null && !isOver(verify.phase) && status !== "open");
  if (open)
    notes.warn(
      task.at("status"),
      "WORK_UNHELD",
      verify === null
        ? `task ${task.id} was in progress${task.worker_agent_id === null ? "" : ` by ${task.worker_agent_id}`}; nobody holds it now, so it is open again`
        : `the verify task was ${status}; it is open again, since nothing found is proof`,
    );
  return {
    id: verify?.id ?? task.id,
    subject: task.subject,
    description: task.description,
    complexity: task.complexity,
    files: task.files === null || task.files.length === 0 ? null : task.files,
    blockedBy: task.blocked_by,
    criteria: criteriaOf(merged, verify !== null, place, notes),
    status: open ? "open" : status,
    worker: task.worker_agent_id,
    evidence: evidence.map(({ entry }) => entry),
    startedAt: task.started_at,
    completedAt: open || status === "open" ? null : task.completed_at,
  };
};

const isOver = (phase: Phase): boolean =>
  phase === "COMPLETE" || phase === "FAILED" || phase === "CANCELLED";
