// Keys of jobs, and whose job a key is. A key is never parsed: it is compared with those of the units.
import type { Sender } from "../core/sender.ts";
import { digest } from "../core/hash.ts";
import type { Holder } from "../core/row.ts";
import { type Dialect, kindOf } from "./dialect.ts";
import type { Unit } from "./unit.ts";
import type { Work } from "./work.ts";

/** @param n from 1; default: that of the newest begun one */
export const workKey = (dialect: Dialect, unit: Unit, n: number = unit.begun): string =>
  `${kindOf(dialect, unit).key(unit.id)}-${n}`;
/** Of the job that is under way, or would begin next. */
export const nextKey = (dialect: Dialect, unit: Unit): string =>
  workKey(dialect, unit, unit.status === "live" ? unit.begun : unit.begun + 1);
export const judgeKey = ({ id, judging }: Unit, n: number = judging.begun): string =>
  `judge-${id}-${n}`;
export const nextJudgeKey = (unit: Unit): string =>
  judgeKey(unit, unit.judging.live ? unit.judging.begun : unit.judging.begun + 1);
export const checkKey = ({ id, runs }: Unit): string => `check-${id}-${runs + 1}`;
export const beforeKey = ({ id, trials }: Unit): string => `before-${id}-${trials + 1}`;

/** Whose job the key is; null: nobody's, or not the newest of its unit. */
export const holderOf = (
  dialect: Dialect,
  { units }: Work,
  key: string,
): { readonly as: "worker" | "judge"; readonly unit: Unit } | null => {
  for (const unit of units) {
    if (workKey(dialect, unit) === key) return { as: "worker", unit };
    if (judgeKey(unit) === key) return { as: "judge", unit };
  }
  return null;
};
export type Part =
  | { readonly as: "person" | "file" | "engine" | "nobody" }
  | { readonly as: "worker" | "judge"; readonly unit: Unit };
/** What a sender is to the run; `nobody` for an agent whose job isn't the newest of its unit. */
export const partOf = (dialect: Dialect, state: Work, by: Sender): Part => {
  if (by.kind === "person" || by.kind === "file") return { as: by.kind };
  if (by.kind !== "agent") return { as: "engine" };
  return (by.job === undefined ? null : holderOf(dialect, state, by.job)) ?? { as: "nobody" };
};
/** The name in claims and files. */
export const shownName = (part: Part, by: Sender): string =>
  part.as === "worker" || part.as === "judge" ? (part.unit.worker ?? by.name) : by.name;
/** A hosted agent is one conversation of its own: its name follows from run and job. */
export const workerName = (
  { run }: Work,
  noun: string,
  job: string,
  holder: Holder,
  hosted: boolean,
): string => (hosted ? `${noun}-${digest(`${run}\n${job}`).slice(0, 6)}` : holder.name);
