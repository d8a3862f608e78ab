// Axis of the time bar: places of times, and skipped quiet stretches.
import type { Course } from "../../../../src/http/answers.ts";

/** A stretch of the axis. Times in ms, places from 0 to 1. `quiet`: skipped, and shown as a break of fixed width. */
export type Part = {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
  readonly quiet: boolean;
};
export type Axis = readonly Part[];
type Points = Course["points"];
type Gap = { readonly from: number; readonly to: number };

/** Width of a break, in pixels; the more there are, the narrower. */
const breakWidth = { most: 44, least: 5 };
/** Maximum share of the axis for all breaks. */
const breaksMost = 0.4;
/** Skipping must enlarge the rest by this factor in total, and per break. */
const gain = { least: 1.5, each: 1.05 };
/** Minimum ratio of the shortest skipped stretch to the longest kept one, so that similar stretches look similar. */
const longer = 1.5;
/** Minimum time that is kept, in ms: a shorter axis shows nothing. */
const leastShown = 1_000;

/** Minimum pause since the last event, in ms: the server uses the same between events. */
const leastStill = 60_000;

const length = ({ from, to }: Gap): number => to - from;
const breaksOf = (count: number, width: number): number =>
  Math.max(breakWidth.least, Math.min(breakWidth.most, (breaksMost * width) / Math.max(1, count))) /
  width;

/** The longest quiet stretches, as many as it pays to skip. */
const leftOut = (gaps: readonly Gap[], whole: number, width: number): readonly Gap[] => {
  const sorted = gaps.toSorted((one, other) => length(other) - length(one));
  let [best, bestGain, rest] = [0, gain.least, whole];
  for (const [index, gap] of sorted.entries()) {
    const count = index + 1;
    rest -= length(gap);
    if (count * breakWidth.least > breaksMost * width) break;
    const room = 1 - count * breaksOf(count, width);
    const enlarged = (room * whole) / Math.max(leastShown, rest) / gain.each ** count;
    const stays = sorted[count];
    const differs = stays === undefined || length(gap) >= longer * length(stays);
    if (differs && rest >= leastShown && enlarged > bestGain) [best, bestGain] = [count, enlarged];
  }
  return sorted.slice(0, best).toSorted((one, other) => one.from - other.from);
};

/** The time of a version; events between two points count as evenly spaced. */
export const timeOf = (points: Points, version: number): number => {
  const after = points.findIndex(([other]) => other >= version);
  const [next, before] = [points[after === -1 ? points.length - 1 : after], points[after - 1]];
  if (next === undefined) return 0;
  if (before === undefined || version >= next[0]) return next[1];
  return before[1] + ((version - before[0]) / (next[0] - before[0])) * (next[1] - before[1]);
};

/** The newest version at a time; before the first event: the first. */
export const versionAt = (points: Points, time: number): number => {
  const at = points.findLastIndex(([, other]) => other <= time);
  const [here, next] = [points[Math.max(0, at)], points[at + 1]];
  if (here === undefined) return 1;
  if (at === -1 || next === undefined) return here[0];
  return Math.min(
    next[0] - 1,
    here[0] + Math.floor(((time - here[1]) / (next[1] - here[1])) * (next[0] - here[0])),
  );
};

/**
 * @param end the time at the right end, in ms: now, if the run continues
 * @param still no event since the last one, and no running job
 * @param width in pixels
 */
export const axisOf = (
  { points, quiet }: Pick<Course, "points" | "quiet">,
  end: number,
  still: boolean,
  width: number,
): Axis => {
  const [first, last] = [points[0]?.[1] ?? end, points.at(-1)?.[1] ?? end];
  const to = Math.max(end, last, first + 1);
  const after = new Set(quiet);
  const gaps = points.flatMap(([version, from], index): readonly Gap[] => {
    const next = points[index + 1];
    return after.has(version) && next !== undefined ? [{ from, to: next[1] }] : [];
  });
  const out = leftOut(
    still && to - last >= leastStill ? [...gaps, { from: last, to }] : gaps,
    to - first,
    width,
  );
  const breaks = breaksOf(out.length, width);
  const shown = to - first - out.reduce((sum, gap) => sum + length(gap), 0);
  const scale = (1 - out.length * breaks) / Math.max(1, shown);
  const parts: Part[] = [];
  const add = (from: number, until: number, quietly: boolean): void => {
    const left = parts.at(-1)?.right ?? 0;
    parts.push({
      from,
      to: until,
      left,
      right: quietly ? left + breaks : left + (until - from) * scale,
      quiet: quietly,
    });
  };
  let at = first;
  for (const gap of out) {
    if (gap.from > at) add(at, gap.from, false);
    add(gap.from, gap.to, true);
    at = gap.to;
  }
  if (to > at) add(at, to, false);
  return parts;
};

/** The place of a time, from 0 to 1. */
export const placeOf = (axis: Axis, time: number): number => {
  const part = axis.find(({ to }) => time <= to) ?? axis.at(-1);
  if (part === undefined) return 0;
  const share = (time - part.from) / (part.to - part.from);
  return part.left + Math.min(1, Math.max(0, share)) * (part.right - part.left);
};

/** The time at a place. */
export const timeAt = (axis: Axis, place: number): number => {
  const part = axis.find(({ right }) => place <= right) ?? axis.at(-1);
  if (part === undefined) return 0;
  const share = (place - part.left) / Math.max(Number.MIN_VALUE, part.right - part.left);
  return part.from + Math.min(1, Math.max(0, share)) * (part.to - part.from);
};

/** The number and total length of skipped stretches, in ms. */
export const outOf = (axis: Axis): { readonly count: number; readonly ms: number } => {
  const out = axis.filter(({ quiet }) => quiet);
  return { count: out.length, ms: out.reduce((sum, part) => sum + part.to - part.from, 0) };
};
