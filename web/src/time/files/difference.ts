// Difference between two texts, in hunks, within bounds that can be read.
import { structuredPatch } from "diff";
import type { FileChanges } from "../../../../src/http/answers.ts";
import { shorten, splitLines } from "./lines.ts";

type Change = FileChanges["changes"][number];
export type DiffLine = {
  readonly sign: "+" | "-" | " ";
  /** Its number before and after; null if absent. */
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
  readonly cut: number;
};
export type Hunk = { readonly title: string; readonly lines: readonly DiffLine[] };
export type Difference = {
  readonly path: string;
  readonly is: "added" | "removed" | "changed";
  readonly added: number;
  readonly removed: number;
  /** null: too different for a useful comparison. */
  readonly hunks: readonly Hunk[] | null;
  /** Only the beginnings were compared. */
  readonly cut: boolean;
};

/** Context lines, and limit of edits: the work grows with their square. */
const context = 3;
const editsMost = 1_000;

export const numberLines = (
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

const whole = (path: string, is: "added" | "removed", text: string, cut: boolean): Difference => {
  const sign = is === "added" ? "+" : "-";
  const lines = splitLines(text);
  const hunk = {
    title: "",
    lines: numberLines(
      [1, 1],
      lines.map((line) => `${sign}${line}`),
    ),
  };
  return {
    path,
    is,
    added: is === "added" ? lines.length : 0,
    removed: is === "added" ? 0 : lines.length,
    hunks: [hunk],
    cut,
  };
};

export const differenceOf = ({ path, before, after, cut }: Change): Difference => {
  if (before === null) return whole(path, "added", after ?? "", cut);
  if (after === null) return whole(path, "removed", before, cut);
  const patch = structuredPatch(path, path, before, after, undefined, undefined, {
    context,
    maxEditLength: editsMost,
  });
  if (patch === undefined)
    return {
      path,
      is: "changed",
      added: splitLines(after).length,
      removed: splitLines(before).length,
      hunks: null,
      cut,
    };
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }): Hunk => ({
    title: `line ${newStart}`,
    lines: numberLines([oldStart, newStart], lines),
  }));
  const signs = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.sign === sign).length, 0);
  return { path, is: "changed", added: signs("+"), removed: signs("-"), hunks, cut };
};

/** Total characters to compare. */
export const weightOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);

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
