// Lookup of a program on PATH without starting it, for gates and hooks.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** The file that would run under this name; null: none. */
export const onPath = (name: string, env: NodeJS.ProcessEnv): string | null =>
  (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isProgram) ?? null;
