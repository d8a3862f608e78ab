// Overlap of units' files: decides whether two units may be worked on in parallel.
import type { Path } from "../../core/row.ts";
import type { State, Unit } from "./state.ts";
import { outputPath } from "./units.ts";

type Stem = { readonly text: string; readonly open: boolean };

/** The fixed prefix of a glob; a path without wildcards means itself and everything below it. */
const stemOf = (glob: Path): Stem => {
  const at = glob.search(/[*?{[]/u);
  return at === -1
    ? { text: glob.replace(/\/+$/u, ""), open: false }
    : { text: glob.slice(0, at), open: true };
};

const reaches = ({ text, open }: Stem, path: string): boolean =>
  path === text || path.startsWith(open ? text : `${text}/`);

const meet = (a: Path, b: Path): boolean => {
  const [one, other] = [stemOf(a), stemOf(b)];
  return reaches(one, other.text) || reaches(other, one.text);
};

/** Paths that a unit declares: Files, Output. */
export const declared = (
  state: Pick<State, "slug" | "archive">,
  unit: Pick<Unit, "files" | "output">,
): readonly Path[] => [
  ...unit.files,
  ...(unit.output === null ? [] : [outputPath(state, unit.output)]),
];

type Named = Pick<Unit, "id" | "files" | "output">;

/** The path that both units may change, so that they exclude each other; null if there is none. */
export const meetsAt = (
  state: Pick<State, "slug" | "archive">,
  unit: Named,
  other: Named,
): string | null => {
  const [mine, its] = [declared(state, unit), declared(state, other)];
  if (mine.length === 0) return `${unit.id} names no Files, so it runs alone`;
  if (its.length === 0) return `${other.id} names no Files, so it runs alone`;
  const shared = mine.find((path) => its.some((one) => meet(path, one)));
  return shared === undefined ? null : `${other.id} may touch ${shared} too`;
};
