// Why: what belongs to a found folder may lie outside of it, and reading it must lead neither far away nor out of the working tree.
import { join } from "node:path";
import type { Found } from "../core/dialect.ts";
import type { Protocol } from "../core/protocol.ts";
import type { Path } from "../core/row.ts";

const mostFiles = 8;
/** Folders above the found one, then a plain way down. */
const form = /^(?:\.\.\/){1,4}(?!\.\.(?:\/|$))[^/]/u;

type Folder = Pick<Found, "folder" | "files">;

/** Texts by path from the folder. `text`: of a file by its absolute path; null: none is there, or none that may be read. */
export const sought = async (
  protocol: Protocol,
  found: Folder,
  text: (path: string) => Promise<string | null> | string | null,
): Promise<Readonly<Record<Path, string>>> => {
  const paths = (await protocol.seeks?.(found)) ?? [];
  const files: Record<Path, string> = {};
  for (const path of paths.slice(0, mostFiles)) {
    if (!form.test(path) || /\/\.\.(?:\/|$)/u.test(path.replace(/^(?:\.\.\/)+/u, ""))) continue;
    const read = await text(join(found.folder, path));
    if (read !== null) files[path] = read;
  }
  return files;
};
