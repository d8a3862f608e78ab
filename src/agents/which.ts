// Lookup of agent programs before a launch: refuses missing ones and those agents could have written.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { programOnPath } from "../core/program-path.ts";
import { type Refused, refusedOnPath } from "../core/refused-program.ts";

/** From where programs are looked for: relative ones from `root`, bare names on `path`. */
export type Where = { readonly root: string; readonly path: string };

/** What the file is once links are followed; null: nothing that can be run. */
const real = (file: string): string | null => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? realpathSync(file) : null;
  } catch {
    return null;
  }
};

const named = (program: string, root: string): string | null => {
  const file = resolve(root, program);
  return real(file) === null ? null : file;
};

/** Found once, whatever is put before it on PATH afterwards. */
const found = new Map<string, string>();

/** The absolute path of an agent's program: a bare name is never one of the working tree or of its packages, where agents write; null: there is none. */
export const which = (program: string, { root, path }: Where): string | null => {
  if (program === "") return null;
  if (program.includes("/") || isAbsolute(program)) return named(program, root);
  const key = [program, root, path].join("\0");
  const known = found.get(key);
  if (known !== undefined && real(known) !== null) return known;
  const file = programOnPath(program, path, { root, delimiter, real });
  if (file !== null) found.set(key, file);
  return file;
};

/** One of this name that lies on PATH and that `which` doesn't take; null: none is there. */
export const refusedProgram = (program: string, { root, path }: Where): Refused | null =>
  program === "" || program.includes("/") || which(program, { root, path }) !== null
    ? null
    : refusedOnPath(program, path, { root, delimiter, real });

/** Whether a launch of this name would find a program, wherever it lies: what a check runs is the run's own choice. */
export const isThere = (program: string, { root, path }: Where): boolean =>
  program.includes("/")
    ? named(program, root) !== null
    : path
        .split(delimiter)
        .some((folder) => named(join(resolve(root, folder), program), root) !== null);
