// Rules of `check` on what a folder says of itself: proofs, phases and times that contradict each other.
import { isBefore, type Remarks, type Spot } from "../../../core/remarks.ts";
import type { Reading } from "../read/reading.ts";
import type { SeenEvidence } from "../read/task.ts";
import type { Merged } from "../read/units.ts";

type Rule = (reading: Reading, notes: Remarks) => void;
const short = (text: string): string => JSON.stringify(text.slice(0, 120));

const units = ({ tasks, verify }: Reading): readonly Merged[] => [
  ...tasks,
  ...(verify === null ? [] : [verify]),
];
/** Let go by a person, who is named: what waits for it may start. */
const isWaived = ({ session }: Reading, { id, task }: Merged): boolean =>
  session?.log.some(
    ({ task_id, criteria, content }) =>
      (task_id === id || task_id === task.id) &&
      criteria === "" &&
      content.startsWith("[waived by "),
  ) === true;
/** Shown, waived, or judged; until the end also what was red on the whole, and says so itself. */
const settled = /^\[(?:waived by |captured\]|verdict by [^\]]*\] met)/u;
const red = /^\[(?:exit |timed out\])/u;
const bareOf = (
  { task: { evidence }, criteria }: Merged,
  isComplete: boolean,
): readonly string[] => {
  const settles = ({ entry: { verified, output } }: SeenEvidence): boolean =>
    verified || settled.test(output) || (!isComplete && red.test(output));
  return criteria.filter(
    (text) => !evidence.some((one) => one.entry.criteria === text && settles(one)),
  );
};

const dangling: Rule = (reading, notes) => {
  for (const { id, task, criteria } of units(reading))
    for (const { entry, spot } of task.evidence)
      if (entry.criteria !== "" && !criteria.includes(entry.criteria))
        notes.warn(
          spot,
          "EVIDENCE_DANGLING",
          `task ${id} has no criterion ${short(entry.criteria)}, of which this speaks`,
        );
};
const unproven: Rule = (reading, notes) => {
  const { phase } = reading;
  const isComplete = phase === "COMPLETE";
  // No task can be resolved while it is planned, which the rule of phases says.
  for (const one of phase === "PLANNING" ? [] : units(reading)) {
    const { id, task } = one;
    if (isWaived(reading, one)) continue;
    if (task.status === "resolved")
      for (const text of bareOf(one, isComplete))
        notes.add(
          task.at("evidence"),
          isComplete ? "error" : "warning",
          isComplete ? "COMPLETE_UNPROVEN" : "RESOLVED_UNPROVEN",
          `task ${id} is resolved, and nothing verified shows ${short(text)}`,
        );
    else if (isComplete)
      notes.error(
        task.at("status"),
        "COMPLETE_UNPROVEN",
        `the phase is COMPLETE, and task ${id} isn't resolved`,
      );
  }
};

const blockers: Rule = (reading, notes) => {
  const tasks = new Map(reading.tasks.map((one) => [one.id, one]));
  for (const { id, task } of reading.tasks)
    for (const blocker of task.status === "in_progress" || task.status === "resolved"
      ? task.blocked_by
      : []) {
      const one = tasks.get(blocker);
      if (one !== undefined && one.task.status !== "resolved" && !isWaived(reading, one))
        notes.warn(
          task.at("status"),
          "BLOCKER_UNRESOLVED",
          `task ${id} was begun, and ${blocker}, which it waits for, isn't resolved`,
        );
    }
};

const phases: Rule = ({ session, phase, tasks }, notes) => {
  if (session === null || phase === null) return;
  const say = (spot: Spot, what: string): void =>
    notes.warn(spot, "PHASE_MISMATCHED", `the phase is ${phase}, and ${what}`);
  const ends = [
    ["completed_at", "COMPLETE"],
    ["cancelled_at", "CANCELLED"],
    ["failure_reason", "FAILED"],
  ] as const;
  for (const [key, end] of ends) {
    if (session[key] !== null && phase !== end) say(session.at(key), `${key} is set`);
    if (session[key] === null && phase === end) say(session.at("phase"), `${key} isn't set`);
  }
  const first = tasks.find(({ task }) => task.status !== null && task.status !== "open");
  if (phase === "PLANNING" && first !== undefined)
    say(first.task.at("status"), `task ${first.id} was begun`);
  const open = tasks.filter(({ task }) => task.status === "open" || task.status === "in_progress");
  if (phase === "VERIFICATION" && open.length > 0)
    say(session.at("phase"), `task ${open[0]?.id ?? ""} isn't resolved`);
};

const times: Rule = (reading, notes) => {
  const { session } = reading;
  const say = (spot: Spot, what: string): void =>
    notes.warn(spot, "TIME_DISORDERED", `${what} before it was started`);
  for (const { id, task } of units(reading))
    if (isBefore(task.completed_at, task.started_at))
      say(task.at("completed_at"), `task ${id} was completed`);
  if (session === null) return;
  const { planner, started_at: start } = session;
  if (isBefore(session.updated_at, start)) say(session.at("updated_at"), "the run was updated");
  if (isBefore(session.completed_at, start))
    say(session.at("completed_at"), "the run was completed");
  if (planner !== null && isBefore(planner.completed_at, planner.started_at))
    say(planner.at("completed_at"), "planning was completed");
};

export const rules: readonly Rule[] = [dangling, unproven, blockers, phases, times];
