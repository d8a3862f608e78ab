// Rules of `check` on what a folder says of itself: proofs, phases and times that contradict each other.
import { isBefore, type Remarks, type Spot } from "../../../kit/document/remarks.ts";
import type { FoundTask, Reading } from "../read/units.ts";

type Rule = (reading: Reading, notes: Remarks) => void;
const short = (text: string): string => JSON.stringify(text.slice(0, 120));

/** Let go by a person, who is named: what waits for it may start. */
const isWaived = ({ session }: Reading, { id }: FoundTask): boolean =>
  session?.log.some(
    (entry) =>
      entry.task === id && entry.criteria === "" && entry.content.startsWith("[waived by "),
  ) === true;
/** Shown, waived, or judged; until the end also what was red on the whole, and says so itself. */
const settled = /^\[(?:waived by |captured\]|verdict by [^\]]*\] met)/u;
const red = /^\[(?:exit |timed out\])/u;

const dangling: Rule = ({ all }, notes) => {
  for (const { id, evidence, draft } of all)
    for (const { entry, spot } of evidence)
      if (entry.criteria !== "" && !draft.criteria.some(({ text }) => text === entry.criteria))
        notes.warn(
          spot,
          "EVIDENCE_DANGLING",
          `task ${id} has no criterion ${short(entry.criteria)}, of which this speaks`,
        );
};
const unproven: Rule = (reading, notes) => {
  const { phase, all } = reading;
  const isComplete = phase === "COMPLETE";
  const [severity, code] = isComplete
    ? (["error", "COMPLETE_UNPROVEN"] as const)
    : (["warning", "RESOLVED_UNPROVEN"] as const);
  // No task can be resolved while it is planned, which the rule of phases says.
  for (const one of phase === "PLANNING" ? [] : all) {
    const { id, status, evidence, draft, at } = one;
    if (isWaived(reading, one)) continue;
    if (status !== "resolved") {
      const text = `the phase is COMPLETE, and task ${id} isn't resolved`;
      if (isComplete) notes.error(at("status"), code, text);
      continue;
    }
    const shown = evidence.flatMap(({ entry: { criteria, verified, output } }) =>
      verified || settled.test(output) || (!isComplete && red.test(output)) ? [criteria] : [],
    );
    for (const { text } of draft.criteria.filter(({ text }) => !shown.includes(text)))
      notes.add(
        at("evidence"),
        severity,
        code,
        `task ${id} is resolved, and nothing verified shows ${short(text)}`,
      );
  }
};

const blockers: Rule = (reading, notes) => {
  for (const { id, status, blocked_by: waitsFor, at } of reading.tasks) {
    if (status !== "in_progress" && status !== "resolved") continue;
    for (const one of reading.tasks.filter((other) => waitsFor.includes(other.id)))
      if (one.status !== "resolved" && !isWaived(reading, one))
        notes.warn(
          at("status"),
          "BLOCKER_UNRESOLVED",
          `task ${id} was begun, and ${one.id}, which it waits for, isn't resolved`,
        );
  }
};

const ends = [
  ["completed_at", "COMPLETE"],
  ["cancelled_at", "CANCELLED"],
  ["failure_reason", "FAILED"],
] as const;
const phases: Rule = ({ session, phase, tasks }, notes) => {
  if (session === null || phase === null) return;
  const say = (spot: Spot, what: string): void =>
    notes.warn(spot, "PHASE_MISMATCHED", `the phase is ${phase}, and ${what}`);
  for (const [key, end] of ends) {
    if (session[key] !== null && phase !== end) say(session.at(key), `${key} is set`);
    if (session[key] === null && phase === end) say(session.at("phase"), `${key} isn't set`);
  }
  const begun = tasks.find(({ status }) => status !== null && status !== "open");
  if (phase === "PLANNING" && begun !== undefined)
    say(begun.at("status"), `task ${begun.id} was begun`);
  const open = tasks.find(({ status }) => status === "open" || status === "in_progress");
  if (phase === "VERIFICATION" && open !== undefined)
    say(session.at("phase"), `task ${open.id} isn't resolved`);
};

type Timed = { readonly started_at: string | null; at(key: string): Spot };
const times: Rule = ({ session, all }, notes) => {
  const compare = <K extends string>(
    what: string,
    of: (Timed & Readonly<Record<K, string | null>>) | null | undefined,
    key: K,
  ): void => {
    if (of && isBefore(of[key], of.started_at))
      notes.warn(of.at(key), "TIME_DISORDERED", `${what} before it was started`);
  };
  for (const task of all) compare(`task ${task.id} was completed`, task, "completed_at");
  compare("the run was updated", session, "updated_at");
  compare("the run was completed", session, "completed_at");
  compare("planning was completed", session?.planner, "completed_at");
};

export const rules: readonly Rule[] = [dangling, unproven, blockers, phases, times];
