// Tests that stand in the file that they test: in Rust, Zig, D and Nim, for vitest and doctest, and in documentation.
import type { Path } from "../../core/row.ts";

/** Where such tests begin, by the file's ending: a block that is indented below it, or a line with the one after. */
const blocks: readonly (readonly [RegExp, RegExp])[] = [
  [/\.rs$/u, /^\s*#\[(?:cfg\(.*\btest\b|(?:\w+::)*test\b|rstest|test_case)/u],
  [/\.zig$/u, /^\s*test\b.*\{/u],
  [/\.d$/u, /^\s*(?:@\w+\s+)*unittest\b/u],
  [/\.nim$/u, /^\s*when\s+isMainModule\b/u],
  [/\.[cm]?[jt]sx?$/u, /\bimport\.meta\.vitest\b/u],
  [
    /\.(?:c|cc|cpp|cxx|h|hpp|hh)$/u,
    /^\s*(?:TEST_CASE|TEST|TEST_F|SCENARIO|BOOST_AUTO_TEST_CASE)\s*\(/u,
  ],
];
const lines: readonly (readonly [RegExp, RegExp])[] = [
  [/\.py$/u, /^\s*(?:>>>|\.\.\.)\s/u],
  [/\.exs?$/u, /^\s*(?:iex|\.\.\.)(?:\(\d+\))?>/u],
  [/\.hs$/u, /^\s*--\s*>>>/u],
  [/\.rs$/u, /^\s*\/\/[/!].*\bassert/u],
];

const indent = (line: string): number => line.search(/\S/u);

const blockLines = (all: readonly string[], begins: RegExp): readonly string[] => {
  const found: string[] = [];
  let [within, opened] = [-1, false];
  for (const line of all) {
    const at = indent(line);
    if (within < 0 && begins.test(line)) [within, opened] = [at, false];
    if (within < 0) continue;
    found.push(line.trim());
    const isEnd = opened && at !== -1 && at <= within && /^\s*[})\]]/u.test(line);
    opened ||= /[{:]\s*$/u.test(line);
    if (isEnd || (/\{.*\}\s*$/u.test(line) && at <= within)) within = -1;
  }
  return found;
};

/** The lines of a text that are tests. */
const testLines = (path: Path, text: string): readonly string[] => {
  const all = text.split("\n");
  const isOf = ([of]: readonly [RegExp, RegExp]): boolean => of.test(path);
  return [
    ...blocks.filter(isOf).flatMap(([, begins]) => blockLines(all, begins)),
    ...lines
      .filter(isOf)
      .flatMap(([, is]) => all.filter((line, at) => is.test(line) || is.test(all[at - 1] ?? ""))),
  ];
};

const most = 1024 * 1024;
export const mayHoldTests = (path: Path): boolean =>
  [...blocks, ...lines].some(([of]) => of.test(path));

/** Whether tests within a file lost lines that they had. */
export const losesTests = (path: Path, before: string, now: string): boolean => {
  if (before.length > most) return false;
  const rest = now.length > most ? [] : [...testLines(path, now)];
  const counts = new Map<string, number>();
  for (const line of rest) counts.set(line, (counts.get(line) ?? 0) + 1);
  return testLines(path, before).some((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return line !== "" && left === 0;
  });
};
