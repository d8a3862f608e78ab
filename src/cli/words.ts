// Words of the verbs' texts: ages, takers, counts.
import { count, span } from "../core/span-words.ts";
import type { ViewNode } from "../core/view.ts";
import { cleanLine } from "./clean.ts";

export { count, span };

/** A past duration; without seconds beyond the first minute. */
export const ago = (ms: number): string =>
  `${span(ms < 60_000 ? Math.max(0, ms) : Math.floor(ms / 60_000) * 60_000)} ago`;

/** Who will do work that hasn't begun. */
export const taker = ({ by }: ViewNode): readonly string[] =>
  by === undefined ? [] : [`by ${by === null ? "nobody yet" : cleanLine(by)}`];
