// Lookup of agent programs before a launch: refuses missing ones and those agents could have written.
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { programOnPath } from "../core/agents/program-path.ts";
import { type Refused, refusedOnPath } from "../core/agents/refused-program.ts";

/** Base for finding programs: `root` for relative paths, `path` for bare names. */
export type Where = { readonly root: string; readonly path: string };

/** The file with links resolved; null: nothing executable. */
const real = (file: string): string | null => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? realpathSync(file) : null;
  } catch {
    return null;
  }
};

/** Cached, so that later additions to PATH have no effect. */
const found = new Map<string, string>();

/** The absolute path of an agent's program; null: none. A bare name never resolves into the working tree, where agents write. */
export const which = (program: string, { root, path }: Where): string | null => {
  const own = resolve(root, program);
  if (program.includes("/") || isAbsolute(program)) return real(own) === null ? null : own;
  const key = [program, root, path].join("\0");
  const known = found.get(key);
  if (known !== undefined && real(known) !== null) return known;
  const file = programOnPath(program, path, { root, delimiter, real });
  if (file !== null) found.set(key, file);
  return file;
};

/** A program of this name on PATH that `which` rejects; null: none. */
export const refusedProgram = (program: string, { root, path }: Where): Refused | null =>
  program === "" || program.includes("/") || which(program, { root, path }) !== null
    ? null
    : refusedOnPath(program, path, { root, delimiter, real });

/** Why launching this name would find no program anywhere; null: it would. A run may choose what its checks run. */
export const lackOf = (
  program: string,
  { root, path }: Where,
): { readonly inert: string | null } | null => {
  const files = program.includes("/")
    ? [resolve(root, program)]
    : path.split(delimiter).map((folder) => join(resolve(root, folder), program));
  if (program === "" || files.some((file) => real(file) !== null)) return null;
  // Not a folder.
  return { inert: files.find((file) => existsSync(file) && !existsSync(`${file}/.`)) ?? null };
};
