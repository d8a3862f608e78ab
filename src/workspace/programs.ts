// Lookup of programs on PATH that Cairn itself runs, never from the working tree.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter } from "node:path";
import { isApart, type ProgramLook, programOnPath } from "../core/agents/program-path.ts";
import { realOr } from "./disk/look.ts";

/** Its path without symbolic links; null: nothing executable. */
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

/** Its absolute path, cached for the life of this process; null: none outside the working tree of this folder. */
export const programOf = (name: string, folder: string): string | null => {
  const path = process.env["PATH"] ?? "";
  const key = `${name}\0${path}`;
  const look = lookFrom(folder);
  const known = found.get(key);
  // Nested repositories share the outermost's result, which comes first.
  if (known !== undefined && isApart(known, look.root)) return known;
  const program = programOnPath(fileName(name), path, look);
  if (program !== null) found.set(key, program);
  return program;
};
