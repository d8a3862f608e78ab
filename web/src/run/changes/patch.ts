// Differences read from git's patch.
import { parsePatch } from "diff";
import type { WorkChanges } from "../../../../src/http/answers.ts";

export type DiffLine = {
  readonly sign: "+" | "-" | " ";
  /** Its number before and after; null if absent. */
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
  /** Number of omitted characters. */
  readonly cut: number;
};
export type Hunk = { readonly title: string; readonly lines: readonly DiffLine[] };
export type Difference = {
  readonly path: string;
  readonly is: "added" | "removed" | "changed";
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Only the beginning is here. */
  readonly cut: boolean;
};

/** Characters of a line. */
const lineMost = 4_000;
const shorten = (text: string): Pick<DiffLine, "text" | "cut"> => ({
  text: text.slice(0, lineMost),
  cut: Math.max(0, text.length - lineMost),
});

const numberLines = (
  start: readonly [before: number, after: number],
  lines: readonly string[],
): readonly DiffLine[] => {
  let [before, after] = start;
  return lines.flatMap((line): readonly DiffLine[] => {
    const [sign, said] = [line[0], shorten(line.slice(1))];
    if (sign === "+") return [{ sign, before: null, after: after++, ...said }];
    if (sign === "-") return [{ sign, before: before++, after: null, ...said }];
    // A missing final line end is reported as a line that isn't part of the file.
    return sign === " " ? [{ sign, before: before++, after: after++, ...said }] : [];
  });
};

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

/** The first lines of them, up to a limit. */
export const hunksWithin = (hunks: readonly Hunk[], most: number): readonly Hunk[] => {
  const within: Hunk[] = [];
  let room = most;
  for (const { title, lines } of hunks) {
    if (room <= 0) break;
    within.push({ title, lines: lines.slice(0, room) });
    room -= lines.length;
  }
  return within;
};
