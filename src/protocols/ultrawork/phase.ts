// The run's units by kind, and the words that files show for them: phase, status of tasks and planner.
import { isSettled, type Unit } from "../../work/unit.ts";
import { isBegun, type Work } from "../../work/work.ts";
import type { Phase, PlannerWord, TaskWord } from "./documents/words.ts";

const ofKind = ({ units }: Work, kind: string): readonly Unit[] =>
  units.filter((unit) => unit.kind === kind);
export const explorers = (state: Work): readonly Unit[] => ofKind(state, "explore");
export const planner = (state: Work): Unit | undefined => ofKind(state, "plan")[0];
/** In plan order, fix tasks in order of creation. */
export const tasks = (state: Work): readonly Unit[] => ofKind(state, "task");
export const verify = (state: Work): Unit | undefined => ofKind(state, "verify")[0];
export const isVerify = ({ kind }: Unit): boolean => kind === "verify";

/** The phase by units alone, which a person may take up again. */
const reached = (state: Work): Phase => {
  if (!isBegun(state)) return "PLANNING";
  return tasks(state).every(isSettled) ? "VERIFICATION" : "EXECUTION";
};
const ends = { complete: "COMPLETE", failed: "FAILED", cancelled: "CANCELLED" } as const;
export const phase = (state: Work): Phase =>
  state.end === null ? reached(state) : ends[state.end.is];

/** The run failed while it was verified: so did its verify task. */
const isLost = (state: Work, unit: Unit): boolean =>
  isVerify(unit) && phase(state) === "FAILED" && reached(state) === "VERIFICATION";

const words = {
  open: "open",
  live: "in_progress",
  claimed: "in_progress",
  judged: "in_progress",
  done: "resolved",
  failed: "failed",
  skipped: "failed",
} as const;
export const taskWord = (state: Work, unit: Unit): TaskWord => {
  const word = unit.waived === null ? words[unit.status] : "failed";
  if (!isVerify(unit) || word === "resolved" || word === "failed") return word;
  if (isLost(state, unit)) return "failed";
  return phase(state) === "VERIFICATION" ? "in_progress" : "open";
};
/** When it landed or failed, as its word tells. */
export const taskEnd = (state: Work, unit: Unit): string | null =>
  unit.completedAt ?? (isLost(state, unit) ? (state.end?.at ?? null) : null);

export const plannerWord = (state: Work): PlannerWord => {
  if (state.plan.state !== "draft") return "completed";
  const status = planner(state)?.status;
  return status === "live" ? "running" : status === "failed" ? "failed" : "pending";
};
