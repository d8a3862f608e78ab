// List of files that can bend checks: tests, build and tool settings, for all protocols.
import type { Change } from "../protocol.ts";
import { instructions, languages } from "./check-file-names.ts";
import type { Path } from "../row.ts";

const all = (which: "tests" | "builds"): readonly string[] =>
  Object.values(languages).flatMap((names) => names[which]?.split(" ") ?? []);

const glob = (name: string): string => `**/${name}${name.endsWith("/") ? "**" : ""}`;
/** The same as globs. */
export const testGlobs: readonly string[] = all("tests").map(glob);

/** In whatever case, but for what begins anyhow: `CartTest.java` is a test, `Contest.java` none. */
const source = (name: string): string => {
  const text = name.replaceAll(/[.+]/gu, "\\$&").replaceAll("*", "[^/]*");
  return `${name.startsWith("*") ? text : `(?i:${text})`}${name.endsWith("/") ? "" : "$"}`;
};
const matcher = (names: readonly string[]): RegExp =>
  new RegExp(`(?:^|/)(?:${names.map(source).join("|")})`, "u");

const tests = matcher(all("tests"));
const builds = matcher(all("builds"));
export const instructionNames: readonly string[] = instructions.split(" ");
const told = matcher(instructionNames);

export const isTestFile = (path: Path): boolean => tests.test(path);
export const isBuildFile = (path: Path): boolean => builds.test(path);
/** A change to this file may change the result of a check. */
export const isCheckFile = (path: Path): boolean => isTestFile(path) || isBuildFile(path);

/** Agents let themselves be told by this file. */
export const isInstruction = (path: Path): boolean => told.test(path);

/** Longer lists are cut at the end, which holds what matters least. */
const mostKept = 10_000;
/**
 * Changed files that can affect checks and agents: existing tests first, then instructions for agents, what else a
 * check names or is in git by force, and what builds and runs tests.
 */
export const bentIn = (
  changed: readonly Change[],
  isNamed: (change: Change) => boolean = () => false,
): readonly Path[] => {
  const rank = (change: Change): number => {
    const { path, how } = change;
    const isTest = isTestFile(path);
    if (isTest && how !== "added") return 0;
    if (isInstruction(path)) return 1;
    // A new test is the work, whatever names it.
    if (!isTest && isNamed(change)) return 2;
    return isBuildFile(path) ? 3 : 4;
  };
  return changed
    .map((one) => ({ path: one.path, at: rank(one) }))
    .filter(({ at }) => at < 4)
    .toSorted((one, other) => one.at - other.at)
    .map(({ path }) => path)
    .slice(0, mostKept);
};
