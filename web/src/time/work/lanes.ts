// Lanes of the Gantt chart: one per task, role or agent, with bars that never overlap.
import { attemptStates } from "../../../../src/core/attempt-states.ts";
import { type Shade } from "../../../../src/core/state-words.ts";
import { agentOf, type Attempt, type Course, courseOf, stateOf } from "../../attempts.ts";

/** The grouping of lanes. */
export type LaneOf = "subject" | "role" | "by";
export type Bar = {
  readonly attempt: Attempt;
  readonly is: Course;
  /** In ms. `to`: for a running one the viewed time. */
  readonly from: number;
  readonly to: number;
  /** The index of its row within the lane. */
  readonly row: number;
  /** Its number among those with the same subject and role. */
  readonly nth: number;
};
export type Lane = { readonly name: string; readonly bars: readonly Bar[]; readonly rows: number };
const nothing = "No subject";
export const nameIn = (attempt: Attempt, by: LaneOf): string => {
  if (by === "subject") return attempt.subject ?? attempt.job;
  return by === "role" ? (attempt.role ?? nothing) : (agentOf(attempt) ?? "unknown");
};

/** Lanes ordered by their beginning. `now` in ms: the end of unfinished attempts. */
export const lanesOf = (
  attempts: readonly Attempt[],
  by: LaneOf,
  live: ReadonlySet<number> | null,
  now: number,
): readonly Lane[] => {
  const lanes = new Map<string, { bars: Bar[]; ends: number[] }>();
  const tries = new Map<string, number>();
  for (const attempt of attempts) {
    const what = `${attempt.subject ?? attempt.job}\n${attempt.role ?? ""}\n${attempt.kind ?? ""}`;
    const nth = (tries.get(what) ?? 0) + 1;
    tries.set(what, nth);
    const name = nameIn(attempt, by);
    const lane = lanes.get(name) ?? { bars: [], ends: [] };
    lanes.set(name, lane);
    const is = courseOf(attempt, live);
    const from = Date.parse(attempt.from);
    const to = Math.max(from, is === "live" ? now : Date.parse(attempt.to));
    const free = lane.ends.findIndex((end) => end <= from);
    const row = free === -1 ? lane.ends.length : free;
    lane.ends[row] = Math.max(to, from + 1);
    lane.bars.push({ attempt, is, from, to, row, nth });
  }
  return [...lanes].map(([name, { bars, ends }]) => ({ name, bars, rows: ends.length }));
};

/** From the first beginning to the last end, with a margin; at least a second. */
export const spanOf = (lanes: readonly Lane[]): Span => {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { bars } of lanes)
    for (const bar of bars) {
      from = Math.min(from, bar.from);
      to = Math.max(to, bar.to);
    }
  if (from > to) return { from: 0, to: 1_000 };
  const room = Math.max(500, (to - from) * 0.02);
  return { from: from - room, to: to + room };
};
export type Span = { readonly from: number; readonly to: number };

/** Lanes with something in the span. */
export const lanesWithin = (lanes: readonly Lane[], { from, to }: Span): readonly Lane[] =>
  lanes.filter(({ bars }) => bars.some((bar) => bar.to >= from && bar.from <= to));

/** What is drawn in one place: a bar, or several within a few pixels. `left`, `width` in pixels. */
export type Drawn = {
  readonly bars: readonly [Bar, ...Bar[]];
  readonly left: number;
  readonly width: number;
  readonly row: number;
};
const widthLeast = 4;

/** Shades by priority, so that problems show among merged bars. */
const shades = ["bad", "doubt", "busy", "strong", "dim", "good"] as const;
export const worstOf = (bars: readonly Bar[]): Shade => {
  const all = new Set(bars.map(({ attempt, is }) => attemptStates[stateOf(attempt, is)].shade));
  return shades.find((shade) => all.has(shade)) ?? "dim";
};

/** The visible part of a lane, merged to pixel resolution. */
export const drawnOf = ({ bars }: Lane, { from, to }: Span, width: number): readonly Drawn[] => {
  const scale = width / Math.max(1, to - from);
  type Growing = { bars: [Bar, ...Bar[]]; left: number; width: number; row: number };
  const last = new Map<number, Growing>();
  const drawn: Drawn[] = [];
  for (const bar of bars) {
    if (bar.to < from || bar.from > to) continue;
    const left = Math.max(0, (bar.from - from) * scale);
    const right = Math.min(width, (bar.to - from) * scale);
    const one: Growing = {
      bars: [bar],
      left: Math.min(left, width - widthLeast),
      width: Math.max(widthLeast, right - left),
      row: bar.row,
    };
    const before = last.get(bar.row);
    const small = right - left < widthLeast;
    if (
      before !== undefined &&
      left < before.left + before.width &&
      (small || before.width <= 2 * widthLeast)
    ) {
      before.bars.push(bar);
      before.width = Math.max(before.width, right - before.left);
      continue;
    }
    last.set(bar.row, one);
    drawn.push(one);
  }
  return drawn;
};

/** A span scaled around its middle (`by` above 1 enlarges), kept within `all`. */
export const zoomSpan = (
  { from, to }: Span,
  by: number,
  all: Span,
  around = (from + to) / 2,
): Span => {
  const length = Math.min(all.to - all.from, Math.max(1_000, (to - from) * by));
  return moved({ from: around - (around - from) * (length / (to - from)), to: 0 }, length, all);
};
const moved = ({ from }: Span, length: number, all: Span): Span => {
  const start = Math.min(Math.max(all.from, from), all.to - length);
  return { from: start, to: start + length };
};
/** Shifted by a fraction of its length. */
export const panSpan = (span: Span, by: number, all: Span): Span =>
  moved({ from: span.from + (span.to - span.from) * by, to: 0 }, span.to - span.from, all);
