// Filter of event lines by subject and words, for searches of the ledger.
import type { LogLine } from "../answers.ts";

/** null and "": anything. `about`: the subject of the sender's job, or a name in the event's line. */
export type Sieve = {
  readonly about: string | null;
  readonly words: string;
};
export type SiftedLine = Pick<LogLine, "type" | "by" | "told" | "job" | "fence">;

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
/** Matches whole words: `T1` isn't in `T12`. */
const names = (about: string): ((text: string) => boolean) => {
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}_])${escaped(about)}(?![\p{L}\p{N}_])`, "u");
  return (text) => word.test(text);
};

/**
 * @param sieve All parts must match; words ignore case, each anywhere in the line.
 * @param subjectOf The subject of the job under a lease.
 */
export const sifter = (
  sieve: Sieve,
  subjectOf: (fence: number) => string | null,
): ((line: SiftedLine, version: number) => boolean) => {
  const sought = sieve.words.toLowerCase().split(/\s+/u).filter(Boolean);
  const named = sieve.about === null ? null : names(sieve.about);
  return ({ type, by, told, job, fence }, version) => {
    if (
      named !== null &&
      (fence === null || subjectOf(fence) !== sieve.about) &&
      !named(told) &&
      !named(job ?? "")
    )
      return false;
    if (sought.length === 0) return true;
    const text = `#${version} ${type} ${by} ${told} ${job ?? ""}`.toLowerCase();
    return sought.every((word) => text.includes(word));
  };
};
