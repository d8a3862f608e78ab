// Words of the offer to adopt a folder, with a command that a shell takes as printed.
import type { Path } from "../row.ts";

/** Paths that need no quoting in a shell. */
export const isPlain = (path: Path): boolean => /^[\w./-]+$/u.test(path);

/** The command that adopts a found folder. */
export const takesOver = (path: Path): string =>
  isPlain(path)
    ? `\`cairn adopt ${path}\` takes it over`
    : "`cairn adopt` takes it over by its path";
