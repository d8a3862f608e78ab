// Check rules of evidence: tasks that look finished without proof.
import type { LogEntry, SeenEvidence } from "../read/evidence.ts";
import type { SeenTask } from "../read/task.ts";
import { type Rule, isVerify, isWaived } from "./view.ts";

/** Settled without a current proof: waived by name, or a screenshot to be judged. */
const settledElse = ({ entry }: SeenEvidence): boolean =>
  /^\[(?:waived by |captured\])/u.test(entry.output);

const holds = (task: SeenTask, criterion: string): boolean =>
  task.evidence.some(
    (one) => one.entry.criteria === criterion && (one.entry.verified || settledElse(one)),
  );

const criteria: Rule = (judged) => {
  for (const task of judged.tasks) {
    const at = task.at("success_criteria");
    const { notes } = judged;
    if (
      task.success_criteria.length === 0 ||
      task.success_criteria.some((text) => text.trim() === "")
    )
      notes.error(at, "CRITERIA_EMPTY", `task ${task.id} has no criterion, or one without text`);
    const repeated = task.success_criteria.find(
      (text, index) => task.success_criteria.indexOf(text) !== index,
    );
    if (repeated !== undefined)
      notes.error(
        at,
        "CRITERIA_REPEATED",
        `task ${task.id} has the criterion ${JSON.stringify(repeated)} twice`,
      );
    for (const { entry, spot } of task.evidence)
      if (entry.criteria !== "" && !task.success_criteria.includes(entry.criteria))
        notes.warn(
          spot,
          "EVIDENCE_ORPHANED",
          `task ${task.id} has no criterion ${JSON.stringify(entry.criteria.slice(0, 120))}, of which this speaks`,
        );
  }
};

/** During planning no task can be resolved, which the phase's rule reports. */
const resolved: Rule = (judged) => {
  const { tasks, seen, notes } = judged;
  if (seen.session?.phase === "PLANNING" || seen.session?.phase === "COMPLETE") return;
  for (const task of tasks) {
    if (task.status !== "resolved" || task.success_criteria.length === 0) continue;
    const bare = task.success_criteria.filter((text) => !holds(task, text));
    const shown =
      task.evidence.some(({ entry }) => entry.verified) || task.evidence.some(settledElse);
    if (bare.length === task.success_criteria.length && !shown && task.evidence.length === 0)
      notes.error(
        task.at("status"),
        "RESOLVED_UNPROVEN",
        `task ${task.id} is resolved without any evidence`,
      );
    else
      for (const text of bare)
        notes.warn(
          task.at("evidence"),
          "RESOLVED_UNPROVEN",
          `task ${task.id} is resolved, and nothing verified shows ${JSON.stringify(text.slice(0, 120))}`,
        );
  }
};

const logged: Rule = ({ tasks, seen, notes }) => {
  if (seen.session === null) return;
  const key = ({ task, criteria }: Pick<LogEntry, "task" | "criteria">): string =>
    `${task}\n${criteria}`;
  const known = new Set([...seen.session.log, ...seen.lines.entries].map(key));
  for (const task of tasks)
    for (const { entry, spot } of task.evidence)
      if (entry.verified && !known.has(key({ task: task.id, criteria: entry.criteria })))
        notes.error(
          spot,
          "LOG_DISAGREES",
          `task ${task.id}: called verified here, and evidence_log knows nothing of it`,
        );
};

const complete: Rule = (judged) => {
  const { tasks, seen, notes, whole } = judged;
  if (seen.session?.phase !== "COMPLETE" || !whole) return;
  const unresolved = tasks.filter(
    (task) => task.status !== "resolved" && !isWaived(judged, task.id),
  );
  for (const task of unresolved)
    notes.error(
      task.at("status"),
      "COMPLETE_UNPROVEN",
      `the phase is COMPLETE, and ${isVerify(judged, task) ? "the verify task" : `task ${task.id}`} isn't resolved`,
    );
  for (const task of tasks.filter((one) => !unresolved.includes(one) && one.status === "resolved"))
    for (const text of task.success_criteria.filter((one) => !holds(task, one)))
      notes.error(
        task.at("evidence"),
        "COMPLETE_UNPROVEN",
        `the phase is COMPLETE, and nothing verified shows ${JSON.stringify(text.slice(0, 120))} of task ${task.id}`,
      );
};

export const proofs: readonly Rule[] = [criteria, resolved, logged, complete];
