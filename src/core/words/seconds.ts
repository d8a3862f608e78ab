// Times cut to whole seconds, as the file formats write them.
import type { Time } from "../row.ts";

/** Without milliseconds; adopted times stay unchanged. */
export const second = (time: Time): string => time.replace(/\.\d+Z$/u, "Z");
export const secondOrNull = (time: Time | null): string | null =>
  time === null ? null : second(time);
