// Limits of the player: nesting 3, value 64 KiB, context 256 KiB, arguments 128 KiB, and others.
import type { Limits } from "../../core/job.ts";

/** Levels of runs within runs. */
export const nestingLimit = 3;
/** UTF-8 bytes of one context value, and of all. */
export const valueLimit = 64 * 1024;
export const contextLimit = 256 * 1024;
/** UTF-8 bytes of a node's arguments. */
export const argsLimit = 128 * 1024;
/** Characters of an error as kept: its head and its tail. */
export const errorLimit = 2 * 1024;
export const artifactsLimit = 200;
/** Characters of one explanation. */
export const reasonLimit = 16 * 1024;
/** Characters of ids of sessions and tasks, and of paths. */
export const nameLimit = 1024;
/** Characters of unknown keys kept in all. */
export const extrasLimit = 64 * 1024;
/** Retries in a row of a lost process that only reads. */
export const lostRetries = 2;
/** Characters of the run's folder name that stand for the template. */
export const slugLimit = 48;

/** Output of one process; what goes beyond it ends the process as flooded. */
const bytes = 64 * 1024 * 1024;
export const nodeLimits = (seconds: number): Limits => ({ ms: seconds * 1000, bytes, tries: 1 });

/** The first and the last of a text that is too long, with a line between them that says so. */
export const headAndTail = (text: string, limit = errorLimit): string => {
  if (text.length <= limit) return text;
  const half = Math.floor((limit - 40) / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half)}`;
};

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;
