// Differences read from git's patch.
import { parsePatch } from "diff";
import type { WorkChanges } from "../../../../src/http/answers.ts";
import { type Difference, type Hunk, numberLines } from "../../time/files/difference.ts";

const nameOf = (name: string | undefined): string =>
  (name ?? "").replace(/^[ab]\//u, "").replace(/\t.*$/u, "");

/** Fewer lines are present than were changed. */
const isShort = (
  { added, removed }: WorkChanges["files"][number],
  hunks: readonly Hunk[],
): boolean => {
  const count = (wanted: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(({ sign }) => sign === wanted).length, 0);
  return count("+") < (added ?? 0) || count("-") < (removed ?? 0);
};

/** Each listed file with its hunks; without them for binary files, or beyond the patch's truncation. */
export const differencesIn = ({
  files,
  patch,
  cut,
}: Pick<WorkChanges, "files" | "patch" | "cut">): readonly Difference[] => {
  const hunksOf = new Map<string, readonly Hunk[]>();
  for (const { oldFileName, newFileName, hunks } of parsePatch(patch)) {
    const path = nameOf(newFileName === "/dev/null" ? oldFileName : newFileName);
    hunksOf.set(
      path,
      hunks.map(({ oldStart, newStart, lines }) => ({
        title: `line ${newStart}`,
        lines: numberLines([oldStart, newStart], lines),
      })),
    );
  }
  return files.map((file) => {
    const { path, how, added, removed } = file;
    const hunks = hunksOf.get(path) ?? [];
    return {
      path,
      is: how === "added" ? "added" : how === "deleted" ? "removed" : "changed",
      added: added ?? 0,
      removed: removed ?? 0,
      hunks,
      cut: cut && isShort(file, hunks),
    };
  });
};
