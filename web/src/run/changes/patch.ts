// Why: what git tells of changed lines is shown as differences between texts are shown everywhere else.
import { parsePatch } from "diff";
import type { WorkChanges } from "../../../../src/http/answers.ts";
import { type Difference, type Hunk, numbered } from "../../time/files/difference.ts";

const nameOf = (name: string | undefined): string => (name ?? "").replace(/^[ab]\//u, "").replace(/\t.*$/u, "");

/** Each file of the list with its hunks; without those where it is no text, or the patch was cut before it. */
export const differencesIn = ({ files, patch, cut }: Pick<WorkChanges, "files" | "patch" | "cut">): readonly Difference[] => {
  // A patch that was cut may end in the midst of a line: its last file counts for what is whole.
  const text = cut ? patch.slice(0, patch.lastIndexOf("\ndiff --git ") + 1) : patch;
  const hunksOf = new Map<string, readonly Hunk[]>();
  for (const { oldFileName, newFileName, hunks } of parsePatch(text)) {
    const path = nameOf(newFileName === "/dev/null" ? oldFileName : newFileName);
    hunksOf.set(
      path,
      hunks.map(({ oldStart, newStart, lines }) => ({ title: `line ${newStart}`, lines: numbered([oldStart, newStart], lines) })),
    );
  }
  return files.map(({ path, how, added, removed }) => ({
    path,
    is: how === "added" ? "added" : how === "deleted" ? "removed" : "changed",
    added: added ?? 0,
    removed: removed ?? 0,
    hunks: hunksOf.get(path) ?? [],
    cut: cut && !hunksOf.has(path),
  }));
};
