// Keys and logins as they lie on this machine: which of them a sandbox hides, and which a job may see.
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { realOr } from "../disk/look.ts";
import type { FenceAsk, Fences, Hidden } from "./fence.ts";
import { agentFolders, baseFolders, hiddenPaths, namedPaths, registryLogins } from "./keys.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** null: missing. */
export const existing = (path: string): Hidden | null => {
  try {
    // A thrown error costs more than all the rest, and most are missing.
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined
      ? null
      : { path: realpathSync(path), is: stat.isDirectory() ? "folder" : "file" };
  } catch {
    return null;
  }
};
const moved = (path: string, env: Env): readonly Path[] =>
  Object.entries(baseFolders).flatMap(([base, variable]) => {
    const folder = env[variable] ?? "";
    return path.startsWith(base) && isAbsolute(folder)
      ? [join(folder, path.slice(base.length))]
      : [];
  });

/** Where some paths below a home may lie, whether there or not. */
const homePaths = (
  paths: readonly string[],
  env: Env,
  homes: readonly Path[] = [env["HOME"] ?? homedir()],
): readonly Path[] =>
  paths.flatMap((path) => [...homes.map((home) => join(home, path)), ...moved(path, env)]);

/** All that is hidden, whether there or not. */
const keyPaths = (env: Env, homes?: readonly Path[]): readonly Path[] => [
  ...homePaths(hiddenPaths, env, homes),
  ...Object.entries(namedPaths).flatMap(([variable, names]) =>
    (env[variable] ?? "")
      .split(":")
      .filter((path) => isAbsolute(path))
      .flatMap((path) => names.map((name) => join(path, name))),
  ),
];

/** Names in command lines: a shell's script names its programs among others. */
export const wordsOf = (commands: readonly string[]): ReadonlySet<string> =>
  new Set(commands.flatMap((word) => word.split(/[\s"'`;&|()$=]+/u).map((path) => basename(path))));

/** Of a table by names of programs: the paths of those that some command lines name. */
const pathsOf = (
  table: Readonly<Record<string, readonly string[]>>,
  commands: readonly string[],
): readonly string[] => {
  const words = wordsOf(commands);
  return Object.entries(table).flatMap(([names, paths]) =>
    names.split(" ").some((name) => words.has(name)) ? paths : [],
  );
};

/** Keys and logins that are there; a variable may also name a device, or a folder around all that a job needs. */
const keysIn = (env: Env, homes: readonly Path[], root: Path): readonly Hidden[] =>
  keyPaths(env, homes)
    .flatMap((path) => existing(path) ?? [])
    .filter(
      ({ path, is }) =>
        (is === "folder" || statSync(path).isFile()) &&
        ![...homes, root].some((inner) => isWithin(path, realOr(inner))),
    );

/** Those of a configuration's `shows`, and a program's own folders, that would be hidden as keys; nothing else is opened by them. */
const shownKeys = (
  { shows, programs, env }: FenceAsk,
  home: Path,
  keys: readonly Hidden[],
  closed: readonly Path[],
): readonly Path[] =>
  [
    ...shows.map((path) => path.replace(/^~(?=\/)/u, () => home)),
    ...homePaths(pathsOf(agentFolders, programs), env),
  ]
    .flatMap((path) => existing(path)?.path ?? [])
    .filter(
      (path) =>
        keys.some((key) => isWithin(key.path, path)) &&
        !closed.some((outer) => isWithin(outer, path)),
    );

/** Keys and logins as a job has them. @param closed what nothing opens */
export const keysFor = (
  ask: FenceAsk,
  homes: readonly Path[],
  home: Path,
  closed: readonly Hidden[],
): { readonly hidden: readonly Hidden[]; readonly shown: readonly Path[] } => {
  // What is held back from a job may name a file all the same.
  const keys = keysIn({ ...process.env, ...ask.env }, homes, ask.root);
  const paths = closed.map(({ path }) => path);
  const shown = shownKeys(ask, home, keys, paths);
  return { shown, hidden: keys.filter(({ path }) => !shown.includes(path)) };
};

export const hiddenKeys: Fences["keys"] = (root, commands) => {
  const all = keysIn(process.env, [homedir()], root).map(({ path }) => path);
  const read = homePaths(pathsOf(registryLogins, commands), process.env, [homedir()]).flatMap(
    (path) => existing(path)?.path ?? [],
  );
  return { all, read: all.filter((path) => read.includes(path)) };
};
