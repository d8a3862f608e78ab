// Words of the verbs' texts: joined parts, ages, takers, counts.
import { howMany, span } from "../../core/words/how-many.ts";
import type { ViewNode } from "../../core/view.ts";
import { cleanLine } from "../../core/words/clean.ts";

/** Those parts that say something. */
export const joined = (parts: readonly (string | null | undefined)[], between = " · "): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== "").join(between);

/** A past duration; without seconds beyond the first minute. */
export const ago = (ms: number): string =>
  `${span(ms < 60_000 ? Math.max(0, ms) : Math.floor(ms / 60_000) * 60_000)} ago`;

/** Who will do work that hasn't begun. */
export const taker = ({ by }: ViewNode): readonly string[] =>
  by === undefined ? [] : [`by ${by === null ? "nobody yet" : cleanLine(by)}`];

/** For a run whose runner, if any, isn't known of here. */
export const goOn = (run: string): string => `go on, if no runner is at work: cairn run ${run}`;

const two = (number: number): string => String(number).padStart(2, "0");
/** `23:45:41` */
export const clockOf = (ms: number): string => {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
};
/** `2026-11-29` */
export const dayOf = (ms: number): string => {
  const at = new Date(ms);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join("-");
};

/** `2 credentials taken out`; null: none. */
export const redactedWords = (times: number): string | null =>
  times === 0 ? null : `${howMany(times, "credential")} taken out`;
