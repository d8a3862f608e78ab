// A job's own copy of an agent program's state: copied from the user's before, examined after.
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  type Stats,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { digest } from "../../core/hash.ts";
import type { Path } from "../../core/row.ts";
import type { StateFolder } from "../../core/agents/state-folder.ts";
import { diskFault } from "../disk/fault.ts";
import { namesIn, realOr } from "../disk/look.ts";
import { makeOwn } from "../home.ts";
import { removeWhole } from "../places/remove.ts";
import type { AgentState, Fence } from "./fence.ts";
import { isGone } from "./gone.ts";
import { handBack, type JobCopy, maxBytes, namesOf, plainFile } from "./hand-back.ts";

type Env = Readonly<Record<string, string>>;
export type OwnState = Pick<Fence, "mounts"> & {
  readonly env: Env;
  /** Hands back renewed logins and conversations; the rest stays for the next attempt. */
  close(): Promise<void>;
};

/** How many threads keep their conversations: the newest, and active ones. */
const maxThreads = 64;

/** null: missing, or unreadable. */
const statOf = (path: Path): Stats | null => {
  try {
    return statSync(path);
  } catch {
    return null;
  }
};

const isReadable = (path: Path): boolean => {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

/** Follows links, since the user may keep settings behind them. */
const copyIn = (from: Path, to: Path): void => {
  const stat = statOf(from);
  if (stat === null) return;
  if (stat.isDirectory())
    for (const name of namesOf(from)) copyIn(join(from, name), join(to, name));
  else if (stat.isFile() && stat.size <= maxBytes && isReadable(from)) {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFileSync(from, to);
  }
};

const namesFor = (name: string, folder: Path): readonly string[] =>
  name.startsWith("*") ? namesIn(folder).filter((one) => one.endsWith(name.slice(1))) : [name];

const usersFolder = ({ path, variable, around }: StateFolder, env: Env, home: Path): Path => {
  const named = (name: string | undefined): string => (name === undefined ? "" : (env[name] ?? ""));
  if (isAbsolute(named(variable))) return named(variable);
  return isAbsolute(named(around))
    ? join(named(around), path.slice(path.lastIndexOf("/") + 1))
    : join(home, path);
};

type Opened = { readonly folder: StateFolder; readonly copy: JobCopy };

/** Discards settings that an attempt changed, and removes logins as soon as possible. */
const clear = async ({ sessions }: StateFolder, { own, before }: JobCopy): Promise<void> => {
  // A job may have closed it to keep something from being removed.
  chmodSync(own, 0o700);
  for (const path of readdirSync(own))
    if (!sessions.includes(path)) await removeWhole(join(own, path));
  await removeWhole(before);
};

const openFolder = async (
  folder: StateFolder,
  own: Path,
  { cwd, env }: AgentState,
  home: Path,
): Promise<Opened> => {
  const users = usersFolder(folder, env, home);
  // A mount needs an existing folder.
  mkdirSync(users, { recursive: true, mode: 0o700 });
  const copy = { cwd: realOr(cwd), own, before: `${own}.given`, users: realOr(users) };
  // Left by a killed host: some logins can be renewed only once, so a renewed one must not be lost.
  if (existsSync(copy.before)) handBack(folder, copy);
  await clear(folder, copy);
  for (const path of folder.copies.flatMap((name) => namesFor(name, users)))
    copyIn(join(users, path), join(own, path));
  for (const path of folder.beside ?? []) {
    const inside = join(users, path);
    copyIn(existsSync(inside) ? inside : join(home, path), join(own, path));
  }
  for (const path of folder.logins)
    if (plainFile(join(own, path))) copyIn(join(own, path), join(copy.before, path));
  return { folder, copy };
};

/** The process that marked a folder by this name; 0: none. */
const markedBy = (name: string): number => Number(/^held\.(\d+)$/u.exec(name)?.[1] ?? 0);
const isInUse = (folder: Path): boolean =>
  namesOf(folder).some((name) => markedBy(name) !== 0 && !isGone(markedBy(name)));

/** Marks the folder as used by this process, and removes marks of killed ones. */
const markInUse = (folder: Path): Path => {
  for (const name of namesOf(folder))
    if (markedBy(name) !== 0 && isGone(markedBy(name))) rmSync(join(folder, name), { force: true });
  const mark = join(folder, `held.${process.pid}`);
  writeFileSync(mark, "", { mode: 0o600 });
  return mark;
};

const surplus = (top: Path): readonly string[] =>
  namesIn(top)
    .map((name) => ({
      name,
      since: lstatSync(join(top, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .toSorted((one, other) => other.since - one.since)
    .slice(maxThreads)
    .map(({ name }) => name)
    .filter((name) => !isInUse(join(top, name)));

export const openState = async (state: AgentState): Promise<OwnState> => {
  const { home, thread, folders, env } = state;
  const usersHome = env["HOME"] ?? homedir();
  const top = join(home, "state");
  const own = join(top, digest(JSON.stringify(thread)).slice(0, 16));
  try {
    makeOwn(home, "state", basename(own));
    const mark = markInUse(own);
    for (const n of folders.keys()) makeOwn(home, "state", basename(own), String(n));
    const opened = await Promise.all(
      folders.map((folder, n) => openFolder(folder, join(own, String(n)), state, usersHome)),
    );
    utimesSync(own, new Date(), new Date());
    for (const name of surplus(top)) await removeWhole(join(top, name));
    return {
      mounts: opened.map(({ copy }) => ({ at: copy.users, folder: realOr(copy.own) })),
      env: Object.fromEntries(
        opened.flatMap(({ folder, copy }) =>
          folder.variable === undefined ? [] : [[folder.variable, copy.users] as const],
        ),
      ),
      async close() {
        try {
          for (const { folder, copy } of opened) handBack(folder, copy);
          for (const { folder, copy } of opened) await clear(folder, copy);
          rmSync(mark, { force: true });
        } catch (error) {
          throw diskFault(error, "hand back conversations from", own);
        }
      },
    };
  } catch (error) {
    throw diskFault(error, "make the folder", own);
  }
};
