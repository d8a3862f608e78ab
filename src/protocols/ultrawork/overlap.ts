// Overlap of two tasks' files (paths or globs): in doubt they overlap.
import type { Path } from "../../core/row.ts";

const wild = /[*?[{]/u;

/** What a part of a path surely begins and ends with; all of it if it holds no wildcard. */
const edges = (
  part: string,
): { readonly head: string; readonly tail: string; readonly exact: boolean } => {
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

/** `below`: what begins the path of everything in it, were it a folder. */
type Named = {
  readonly path: Path;
  readonly parts: readonly string[];
  readonly below: string;
  readonly wild: boolean;
};

const named = (path: Path): Named => {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return { path, parts, below: parts.map((part) => `${part}/`).join(""), wild: wild.test(path) };
};

const share = (a: Named, b: Named): boolean =>
  a.wild || b.wild
    ? meet(a.parts, b.parts)
    : a.below.startsWith(b.below) || b.below.startsWith(a.below);

/** May both mean one file? In doubt yes: waiting costs less than an overwritten file. */
export const mayShare = (a: Path, b: Path): boolean => share(named(a), named(b));

const known = new WeakMap<readonly Path[], readonly Named[]>();
/** Every task of a plan is compared with many others: its list is taken apart once. */
const namedOnce = (paths: readonly Path[]): readonly Named[] => {
  const before = known.get(paths);
  if (before !== undefined) return before;
  const now = paths.map(named);
  known.set(paths, now);
  return now;
};

/** The first of `mine` that may be one of `theirs`. */
export const sharedFile = (
  mine: readonly Path[] | null,
  theirs: readonly Path[] | null,
): Path | null => {
  if (mine === null || theirs === null) return null;
  const others = namedOnce(theirs);
  return namedOnce(mine).find((file) => others.some((other) => share(file, other)))?.path ?? null;
};
