// Lookup of programs on PATH that Cairn itself runs, never from the working tree.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter } from "node:path";
import { isApart, type ProgramLook, programOnPath } from "../core/program-path.ts";
import { realOr } from "./disk/look.ts";

/** Its path without symbolic links; null: nothing that can be run is there. */
export const executable = (file: string): string | null => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? realpathSync(file) : null;
  } catch {
    return null;
  }
};

const found = new Map<string, string>();

export const lookFrom = (folder: string): ProgramLook => ({
  root: realOr(folder),
  delimiter,
  real: executable,
});
export const fileName = (name: string): string =>
  process.platform === "win32" ? `${name}.exe` : name;

/** Its absolute path, the same for as long as this process lives; null: there is none outside of the working tree that this folder is. */
export const programOf = (name: string, folder: string): string | null => {
  const path = process.env["PATH"] ?? "";
  const key = `${name}\0${path}`;
  const look = lookFrom(folder);
  const known = found.get(key);
  // Repositories within one another share what the outermost, which comes first, was given.
  if (known !== undefined && isApart(known, look.root)) return known;
  const program = programOnPath(fileName(name), path, look);
  if (program !== null) found.set(key, program);
  return program;
};
