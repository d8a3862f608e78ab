// Why: who looks for one event among thousands says what he knows of it: its type, who said it, what it was about, a word of it.
import type { LogLine } from "../../../../src/http/answers.ts";

/** null and "": anything. `about`: what a job was about, or a name that stands in the line. */
export type Sieve = { readonly type: string | null; readonly by: string | null; readonly about: string | null; readonly words: string };

export const isOpen = ({ type, by, about, words }: Sieve): boolean => type === null && by === null && about === null && words.trim() === "";

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
/** As a word of its own: `T1` isn't in `T12`. */
const names = (about: string): ((text: string) => boolean) => {
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}_])${escaped(about)}(?![\p{L}\p{N}_])`, "u");
  return (text) => word.test(text);
};

/** `subjectOf`: what the job under a lease was about. */
export const sifter = (sieve: Sieve, subjectOf: (fence: number) => string | null): ((line: LogLine) => boolean) => {
  const sought = sieve.words.toLowerCase().split(/\s+/u).filter(Boolean);
  const named = sieve.about === null ? null : names(sieve.about);
  return (line) => {
    if (sieve.type !== null && line.type !== sieve.type) return false;
    if (sieve.by !== null && line.by !== sieve.by) return false;
    if (named !== null && (line.fence === null || subjectOf(line.fence) !== sieve.about) && !named(line.told) && !named(line.job ?? ""))
      return false;
    if (sought.length === 0) return true;
    const text = `#${line.version} ${line.type} ${line.by} ${line.told} ${line.job ?? ""}`.toLowerCase();
    return sought.every((word) => text.includes(word));
  };
};

/** Versions that fit, the newest first, none behind `top`. */
export const sifted = (pages: readonly (readonly LogLine[])[], fits: (line: LogLine) => boolean, top: number): readonly number[] => {
  const found: number[] = [];
  for (const page of pages.toReversed())
    for (let index = page.length - 1; index >= 0; index -= 1) {
      const line = page[index];
      if (line !== undefined && line.version <= top && fits(line)) found.push(line.version);
    }
  return found;
};

/** What there is to choose from, with how often: the names in order. */
export const countsOf = (
  pages: readonly (readonly LogLine[])[],
  name: (line: LogLine) => string,
): readonly (readonly [string, number])[] => {
  const counts = new Map<string, number>();
  for (const page of pages) for (const line of page) counts.set(name(line), (counts.get(name(line)) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one.localeCompare(other));
};
