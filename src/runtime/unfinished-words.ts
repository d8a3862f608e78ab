// Why: a tree in the midst of a merge is told of by the runner that waits for it and by doctor, in the same words and with the same way out.
import { cleanLine } from "../core/clean.ts";
import { firstOf } from "../core/how-many.ts";
import type { Unfinished } from "../workspace/workspace.ts";

/** Files that are named; the others are counted. */
const most = 5;

const named = (files: readonly string[]): string => {
  return files.length === 0 ? "" : `, with unmerged files: ${firstOf(files.map(cleanLine), most)}`;
};

export const unfinishedWords = (root: string, { what, files }: Unfinished): string =>
  `the working tree ${root} ${what === "conflict" ? "has conflicts that nobody resolved" : `is in the midst of a ${what}`}${named(files)}`;

export const unfinishedWay = "end it or take it back, as `git status` there tells";
