// Overlap of two tasks' files (paths or globs): in doubt they overlap.
import type { Path } from "../../core/row.ts";

const wild = /[*?[{]/u;

/** Fixed start and end of a path segment; the whole segment if it has no wildcard. */
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
  // The rest is below the other path: a folder includes everything in it.
  if (left === undefined || right === undefined) return true;
  if (left === "**") return meet(restLeft, b) || meet(a, restRight);
  if (right === "**") return meet(a, restRight) || meet(restLeft, b);
  return partsMeet(left, right) && meet(restLeft, restRight);
};

/** `below`: prefix of paths inside it, if it is a folder. */
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

/** Whether both may match the same file. If unsure, yes: waiting costs less than an overwritten file. */
export const mayShare = (a: Path, b: Path): boolean => share(named(a), named(b));

const known = new WeakMap<readonly Path[], readonly Named[]>();
/** Cached, because each task of a plan is compared with many others. */
const namedOnce = (paths: readonly Path[]): readonly Named[] => {
  const before = known.get(paths);
  if (before !== undefined) return before;
  const now = paths.map(named);
  known.set(paths, now);
  return now;
};

/** The first path of `mine` that may match one of `theirs`. */
export const sharedFile = (
  mine: readonly Path[] | null,
  theirs: readonly Path[] | null,
): Path | null => {
  if (mine === null || theirs === null) return null;
  const others = namedOnce(theirs);
  return namedOnce(mine).find((file) => others.some((other) => share(file, other)))?.path ?? null;
};
