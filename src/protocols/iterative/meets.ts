// Overlap of units' files: decides whether two units may be worked on in parallel.
import type { Path } from "../../core/row.ts";
import type { State, Unit } from "./state.ts";
import { outputPath } from "./units.ts";

type Stem = { readonly text: string; readonly open: boolean };

/** A glob's fixed beginning; a path without wildcards stands for itself and all below it. */
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

/** What a unit says it touches: Files, Output. */
export const declared = (
  state: Pick<State, "slug" | "archive">,
  unit: Pick<Unit, "files" | "output">,
): readonly Path[] => [
  ...unit.files,
  ...(unit.output === null ? [] : [outputPath(state, unit.output)]),
];

type Named = Pick<Unit, "id" | "files" | "output">;

/** Why two units keep each other out, as the path that both may touch; null: they don't. */
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
