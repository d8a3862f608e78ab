// Lookup on PATH that skips the working tree and packages, where agents could write programs.
import { isWithin } from "./within.ts";

export type ProgramLook = {
  /** The working tree, absolute, links resolved. */
  readonly root: string;
  readonly delimiter: string;
  /** What this file is once links are followed; null: nothing that can be run. */
  readonly real: (file: string) => string | null;
};

/** Where the work is the whole machine, no program could be run. */
export const isOfWork = (path: string, root: string): boolean =>
  root !== "/" && isWithin(root, path);
/** Neither wherever one happens to be, nor what came with packages, nor the work. */
export const isApart = (folder: string, root: string): boolean =>
  /^(?:\/|[A-Za-z]:[\\/])/u.test(folder) &&
  !/[\\/]node_modules[\\/]\.bin[\\/]*$/u.test(folder) &&
  !isOfWork(folder, root);

/** The first on PATH; null: none. A link that leads into the working tree is passed over, too. */
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
