// Lookup on PATH that skips the working tree, where agents could write programs.
import { isWithin } from "../within.ts";

export type ProgramLook = {
  /** The working tree: absolute, with links resolved. */
  readonly root: string;
  readonly delimiter: string;
  /** The file's target after following links; null if it isn't executable. */
  readonly real: (file: string) => string | null;
};

/** A root of `/` is ignored; otherwise no program could run. */
export const isOfWork = (path: string, root: string): boolean =>
  root !== "/" && isWithin(root, path);
/** Excludes relative folders and those of the working tree. */
export const isApart = (folder: string, root: string): boolean =>
  /^(?:\/|[A-Za-z]:[\\/])/u.test(folder) && !isOfWork(folder, root);

/** The first match on PATH; null if there is none. Links into the working tree are skipped, too. */
export const programOnPath = (
  name: string,
  path: string,
  { root, delimiter, real }: ProgramLook,
): string | null =>
  path
    .split(delimiter)
    .filter((folder) => isApart(folder, root))
    .map((folder) => `${folder.replace(/\/+$/u, "")}/${name}`)
    .find((file) => {
      const found = real(file);
      return found !== null && !isOfWork(found, root);
    }) ?? null;
