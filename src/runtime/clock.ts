// Clock of event times, with the last millisecond's text cached.
import type { Time } from "../core/row.ts";

/** The current time from `ms` since 1970. */
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
