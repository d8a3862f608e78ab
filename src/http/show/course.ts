// Course of a run for a time bar: sampled event times, quiet stretches and marks, few however long the ledger is.
import { gathered, type Mark, tellingOf } from "../../core/telling.ts";
import type { Course } from "../answers.ts";
import type { IndexedLine } from "../keep/line-index.ts";
import { inOrder } from "./in-order.ts";

/** Up to this number all events of a run are included. */
const mostEvents = 300;
const mostMarks = 120;
const mostQuiet = 24;
/** Number of samples by count, and by time; each yields two points. */
const byCount = 64;
const byTime = 64;
/** Minimum duration of a pause, in ms. */
const leastQuiet = 60_000;

/** Indices of events followed by time without events and work; the longest of these. */
const quietAfter = (lines: readonly IndexedLine[], times: Float64Array): readonly number[] => {
  const last = new Map<number, number>();
  for (const [index, { fence }] of lines.entries()) if (fence !== null) last.set(fence, index);
  const found: number[] = [];
  let workedUntil = -1;
  for (const [index, { fence }] of lines.entries()) {
    if (fence !== null) workedUntil = Math.max(workedUntil, last.get(fence) ?? -1);
    if (workedUntil <= index && (times[index + 1] ?? 0) - (times[index] ?? 0) >= leastQuiet)
      found.push(index);
  }
  const length = (index: number): number => (times[index + 1] ?? 0) - (times[index] ?? 0);
  return found
    .toSorted((one, other) => length(other) - length(one))
    .slice(0, mostQuiet)
    .toSorted((one, other) => one - other);
};

/** The times without the quiet stretches, scaled to 0..1. */
const shares = (times: Float64Array, quiet: readonly number[]): Float64Array => {
  const ends = new Set(quiet.map((index) => index + 1));
  const sums = new Float64Array(times.length);
  for (let index = 1; index < times.length; index += 1)
    sums[index] =
      (sums[index - 1] ?? 0) +
      (ends.has(index) ? 0 : (times[index] ?? 0) - (times[index - 1] ?? 0));
  const whole = sums.at(-1) ?? 0;
  return whole > 0 ? sums.map((sum) => sum / whole) : sums;
};

const samples = (placed: Float64Array): readonly number[] => {
  const found = Array.from({ length: byCount }, (_, n) =>
    Math.floor((n / byCount) * placed.length),
  );
  for (let index = 1; index < placed.length; index += 1)
    if (Math.floor((placed[index] ?? 0) * byTime) > Math.floor((placed[index - 1] ?? 0) * byTime))
      found.push(index - 1, index);
  return found;
};

/**
 * @param from the version of the first line
 * @param first the run's first event, if the lines begin later
 */
export const courseOf = (
  run: string,
  { from, lines }: { readonly from: number; readonly lines: readonly IndexedLine[] },
  first: { readonly at: number } | null,
): Course => {
  const times = inOrder(lines.map(({ at }) => at));
  const quiet = quietAfter(lines, times);
  const placed = shares(times, quiet);
  const telling = lines.flatMap((line, index): readonly Mark[] => {
    const is = tellingOf(line);
    return is === null ? [] : [{ version: from + index, is, count: 1 }];
  });
  const marks =
    telling.length <= mostMarks
      ? telling
      : gathered(telling, ({ version }) => placed[version - from] ?? 0, mostMarks);
  const shown =
    lines.length <= mostEvents
      ? lines.map((_, index) => index)
      : [
          ...new Set([
            ...samples(placed),
            lines.length - 1,
            ...quiet.flatMap((index) => [index, index + 1]),
            ...marks.map(({ version }) => version - from),
          ]),
        ].toSorted((one, other) => one - other);
  const points = shown.map((index): readonly [number, number] => [
    from + index,
    Math.round((times[index] ?? 0) * 1_000) / 1_000,
  ]);
  const start = points[0]?.[1] ?? 0;
  return {
    run,
    points: first === null ? points : [[1, Math.min(first.at, start)], ...points],
    quiet: quiet.map((index) => from + index),
    marks,
  };
};
