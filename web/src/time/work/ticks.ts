// Clock marks of a time axis: from seconds to days, where clocks have them.
import type { Span } from "./lanes.ts";

export type Tick = {
  readonly at: number;
  readonly label: string;
  /** A day begins. */ readonly day: boolean;
};

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28, 91, 365].map((n) => n * day),
];
/** Width of a label, in pixels. */
const labelWidth = 76;

export const two = (n: number): string => String(n).padStart(2, "0");
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `22 Nov`. @param local in ms, by the reader's clock */
export const dayName = (local: number): string => {
  const date = new Date(local);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""}`;
};

/** The time between two marks of an axis of this length (ms) and width (pixels). */
export const stepOf = (length: number, width: number): number => {
  const room = Math.max(1, Math.floor(width / labelWidth));
  return steps.find((one) => length / one <= room) ?? 365 * day;
};

/** @param offset the reader's UTC offset at a time, in ms: it changes with daylight saving time */
export const ticksEvery = (
  { from, to }: Span,
  step: number,
  offset: (at: number) => number,
): readonly Tick[] => {
  const ticks: Tick[] = [];
  for (let local = Math.ceil((from + offset(from)) / step) * step; ; local += step) {
    const at = local - offset(local - offset(from));
    if (at > to) return ticks;
    const date = new Date(local);
    const begins = local % day === 0;
    const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${step < minute ? `:${two(date.getUTCSeconds())}` : ""}`;
    if (at >= from) ticks.push({ at, label: begins ? dayName(local) : time, day: begins });
  }
};

export const ticksOf = (
  span: Span,
  width: number,
  offset: (at: number) => number,
): readonly Tick[] => ticksEvery(span, stepOf(span.to - span.from, width), offset);

/** By the browser's time zone. */
export const offsetHere = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000;
