// Why: two tasks that may change the same file must not run side by side, and their files are given as paths or globs.
import type { Path } from "../../core/row.ts";

const wild = /[*?[{]/u;

/** What a part of a path surely begins and ends with; all of it if it holds no wildcard. */
const edges = (part: string): { readonly head: string; readonly tail: string; readonly exact: boolean } => {
  const first = part.search(wild);
  if (first < 0) return { head: part, tail: part, exact: true };
  const tail = /[^*?[\]{}]*$/u.exec(part)?.[0] ?? "";
  return { head: part.slice(0, first), tail, exact: false };
};

const partsMeet = (a: string, b: string): boolean => {
  const [left, right] = [edges(a), edges(b)];
  if (left.exact && right.exact) return a === b;
  const heads = left.head.startsWith(right.head) || right.head.startsWith(left.head);
  const tails = left.tail.endsWith(right.tail) || right.tail.endsWith(left.tail);
  return heads && tails;
};

const meet = (a: readonly string[], b: readonly string[]): boolean => {
  const [left, ...restLeft] = a;
  const [right, ...restRight] = b;
  // What is left over lies below the other's path: a folder stands for all that is in it.
  if (left === undefined || right === undefined) return true;
  if (left === "**") return meet(restLeft, b) || meet(a, restRight);
  if (right === "**") return meet(a, restRight) || meet(restLeft, b);
  return partsMeet(left, right) && meet(restLeft, restRight);
};

const parts = (path: Path): readonly string[] => path.split("/").filter((part) => part !== "" && part !== ".");

/** May both mean one file? In doubt yes: waiting costs less than an overwritten file. */
export const mayShare = (a: Path, b: Path): boolean => a === b || meet(parts(a), parts(b));

/** The first of `mine` that may be one of `theirs`. */
export const sharedFile = (mine: readonly Path[] | null, theirs: readonly Path[] | null): Path | null =>
  mine?.find((file) => theirs?.some((other) => mayShare(file, other)) === true) ?? null;
