// Limits of the player: nesting 3, value 64 KiB, context 256 KiB, arguments 128 KiB, and others.
import type { Limits } from "../../core/job.ts";

/** Maximum depth of nested runs. */
export const nestingLimit = 3;
/** In UTF-8 bytes: one context value, and all of them. */
export const valueLimit = 64 * 1024;
export const contextLimit = 256 * 1024;
/** In UTF-8 bytes: the arguments of a node. */
export const argsLimit = 128 * 1024;
/** Characters kept of an error, from its start and end. */
export const errorLimit = 2 * 1024;
export const artifactsLimit = 200;
/** Characters of one explanation. */
export const reasonLimit = 16 * 1024;
/** Characters of session ids, task ids and paths. */
export const nameLimit = 1024;
/** Total characters of kept unknown keys. */
export const extrasLimit = 64 * 1024;
/** Consecutive retries of a lost read-only process. */
export const lostRetries = 2;
/** Characters of the template's slug in the run's folder name. */
export const slugLimit = 48;

/** Output of one process; more than that ends it as flooded. */
const bytes = 64 * 1024 * 1024;
export const nodeLimits = (seconds: number): Limits => ({ ms: seconds * 1000, bytes, tries: 1 });

/** Keeps the start and the end of a text that is too long, and marks the cut with a line. */
export const headAndTail = (text: string, limit = errorLimit): string => {
  if (text.length <= limit) return text;
  const half = Math.floor((limit - 40) / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half)}`;
};

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;
