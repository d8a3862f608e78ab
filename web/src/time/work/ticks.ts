// Why: an axis reads from seconds to days, with marks where clocks have them.
import type { Span } from "./lanes.ts";

export type Tick = { readonly at: number; readonly label: string; /** A day begins. */ readonly day: boolean };

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28, 91, 365].map((n) => n * day),
];
/** Room that a label needs, in pixels. */
const labelWidth = 76;

const two = (n: number): string => String(n).padStart(2, "0");
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `offset`: how far the reader's clock is ahead of UTC, in ms. */
export const ticksOf = ({ from, to }: Span, width: number, offset: number): readonly Tick[] => {
  const room = Math.max(1, Math.floor(width / labelWidth));
  const step = steps.find((one) => (to - from) / one <= room) ?? 365 * day;
  const ticks: Tick[] = [];
  for (let local = Math.ceil((from + offset) / step) * step; local - offset <= to; local += step) {
    const date = new Date(local);
    const begins = local % day === 0;
    const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${step < minute ? `:${two(date.getUTCSeconds())}` : ""}`;
    ticks.push({ at: local - offset, label: begins ? `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""}` : time, day: begins });
  }
  return ticks;
};
