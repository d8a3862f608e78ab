// A job's own copy of what an agent program keeps: made before it from the user's, and looked through after it.
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { digest } from "../../core/hash.ts";
import { isRecord } from "../../core/record.ts";
import type { Path } from "../../core/row.ts";
import type { StateFolder } from "../../core/state-folder.ts";
import { makeFile, replaceFile } from "../disk/atomic.ts";
import { diskFault } from "../disk/fault.ts";
import { namesIn, realOr } from "../disk/look.ts";
import type { State } from "./fence.ts";
import { isGone } from "./gone.ts";
import { makeOwn } from "../home.ts";
import { removeWhole } from "../places/remove.ts";

type Env = Readonly<Record<string, string>>;
export type OwnState = {
  readonly stands: readonly { readonly at: Path; readonly folder: Path }[];
  readonly env: Env;
  /** Hands back what was renewed and said; the rest stays for the next attempt. */
  close(): void;
};

/** Larger files are no settings, logins or conversations. */
const mostBytes = 64 * 1024 * 1024;
/** Conversations of this many threads stay, the newest, and those that are under way. */
const mostKept = 64;

const plainFile = (path: Path): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isFile() && stat.size <= mostBytes;
};
const isPlainFolder = (path: Path): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** None where the folder can't be read: it was closed by a job, or is somebody else's. */
const namesOf = (folder: Path): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Every plain file of a folder, by its path from there; links are not followed. */
const filesIn = (folder: Path, below: Path = "."): readonly Path[] => {
  const here = join(folder, below);
  if (plainFile(here)) return [below];
  if (!isPlainFolder(here)) return [];
  return namesOf(here).flatMap((name) => filesIn(folder, join(below, name)));
};

/** null: nothing is there, or nobody can tell. */
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

/** The user may keep settings behind links of his own: these are followed. */
const give = (from: Path, to: Path): void => {
  const stat = statOf(from);
  if (stat === null) return;
  if (stat.isDirectory()) for (const name of namesOf(from)) give(join(from, name), join(to, name));
  else if (stat.isFile() && stat.size <= mostBytes && isReadable(from)) {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    copyFileSync(from, to);
  }
};

const namesFor = (name: string, folder: Path): readonly string[] =>
  name.startsWith("*") ? namesIn(folder).filter((one) => one.endsWith(name.slice(1))) : [name];

const parsed = (bytes: Buffer): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};
const keysOf = (value: Readonly<Record<string, unknown>>): string => JSON.stringify(Object.keys(value).toSorted());

/** Only what looks as the login did, and only where the user's own is still the one that was given. */
const handBackLogin = (own: Path, given: Buffer, users: Path): void => {
  if (!plainFile(own)) return;
  const now = readFileSync(own);
  const [before, after] = [parsed(given), parsed(now)];
  if (now.equals(given) || before === null || after === null || keysOf(before) !== keysOf(after)) return;
  if (existsSync(users) && readFileSync(users).equals(given)) replaceFile(realOr(users), now, 0o600);
};

/** A conversation goes where none lies, or goes on with the one that lies there. */
const handBackSession = (own: Path, users: Path): void => {
  const now = readFileSync(own);
  if (!existsSync(users)) {
    mkdirSync(dirname(users), { recursive: true, mode: 0o700 });
    makeFile(users, now);
  } else if (plainFile(users)) {
    const before = readFileSync(users);
    if (now.length > before.length && now.subarray(0, before.length).equals(before)) replaceFile(users, now);
  }
};

const placeOf = ({ path, variable, around }: StateFolder, env: Env, home: Path): Path => {
  const named = (name: string | undefined): string => (name === undefined ? "" : (env[name] ?? ""));
  if (isAbsolute(named(variable))) return named(variable);
  return isAbsolute(named(around)) ? join(named(around), path.slice(path.lastIndexOf("/") + 1)) : join(home, path);
};

type One = { readonly kept: StateFolder; readonly at: Path; readonly folder: Path; readonly logins: ReadonlyMap<Path, Buffer> };

const openOne = async (kept: StateFolder, folder: Path, env: Env, home: Path): Promise<One> => {
  const users = placeOf(kept, env, home);
  // What stands in a place within must have a place to stand in.
  mkdirSync(users, { recursive: true, mode: 0o700 });
  // Settings that an earlier attempt changed are not believed.
  const stays = [...kept.sessions, ...(kept.stays ?? [])];
  for (const path of readdirSync(folder)) if (!stays.includes(path)) await removeWhole(join(folder, path));
  for (const path of kept.given.flatMap((name) => namesFor(name, users))) give(join(users, path), join(folder, path));
  for (const path of kept.beside ?? []) {
    const inside = join(users, path);
    give(existsSync(inside) ? inside : join(home, path), join(folder, path));
  }
  const logins = kept.renewed.flatMap((path) => (plainFile(join(folder, path)) ? [[path, readFileSync(join(folder, path))] as const] : []));
  return { kept, at: realOr(users), folder, logins: new Map(logins) };
};

const closeOne = ({ kept, at, folder, logins }: One): void => {
  for (const [path, given] of logins) handBackLogin(join(folder, path), given, join(at, path));
  const said = kept.sessions.flatMap((session) => filesIn(folder, session));
  for (const path of said) if (kept.handedBack.some((end) => path.endsWith(end))) handBackSession(join(folder, path), join(at, path));
};

/** The process that marked a folder by this name; 0: none did. */
const holderOf = (name: string): number => Number(/^held\.(\d+)$/u.exec(name)?.[1] ?? 0);
const isHeld = (folder: Path): boolean => namesOf(folder).some((name) => holderOf(name) !== 0 && !isGone(holderOf(name)));

/** Marks the folder as used by this process, and removes the marks of those that were killed. */
const hold = (folder: Path): Path => {
  for (const name of namesOf(folder)) if (holderOf(name) !== 0 && isGone(holderOf(name))) rmSync(join(folder, name), { force: true });
  const mark = join(folder, `held.${process.pid}`);
  writeFileSync(mark, "", { mode: 0o600 });
  return mark;
};

const oldest = (top: Path): readonly string[] =>
  namesIn(top)
    .map((name) => ({ name, since: lstatSync(join(top, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.since - one.since)
    .slice(mostKept)
    .map(({ name }) => name)
    .filter((name) => !isHeld(join(top, name)));

export const openState = async ({ home, thread, kept: all, env }: State): Promise<OwnState> => {
  const usersHome = env["HOME"] ?? homedir();
  const top = join(home, "state");
  const own = join(top, digest(JSON.stringify(thread)).slice(0, 16));
  try {
    makeOwn(home, "state", basename(own));
    const mark = hold(own);
    for (const n of all.keys()) makeOwn(home, "state", basename(own), String(n));
    const ones = await Promise.all(all.map((kept, n) => openOne(kept, join(own, String(n)), env, usersHome)));
    utimesSync(own, new Date(), new Date());
    for (const name of oldest(top)) await removeWhole(join(top, name));
    return {
      stands: ones.map(({ at, folder }) => ({ at, folder })),
      env: Object.fromEntries(ones.flatMap(({ kept, at }) => (kept.variable === undefined ? [] : [[kept.variable, at] as const]))),
      close() {
        try {
          for (const one of ones) closeOne(one);
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
