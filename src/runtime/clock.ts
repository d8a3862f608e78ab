// Why: every event bears its time, and writing out the same millisecond again and again costs more than deciding some commands.
import type { Time } from "../core/row.ts";

/** The time now, by `ms` since 1970. */
export const clock = (ms: () => number = Date.now): (() => Time) => {
  let last = Number.NaN;
  let text = "";
  return () => {
    const now = ms();
    if (now !== last) {
      last = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
};
