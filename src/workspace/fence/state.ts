// A job's own copy of what an agent program keeps: made before it from the user's, and looked through after it.
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
import type { StateFolder } from "../../core/state-folder.ts";
import { diskFault } from "../disk/fault.ts";
import { namesIn, realOr } from "../disk/look.ts";
import { makeOwn } from "../home.ts";
import { removeWhole } from "../places/remove.ts";
import type { State } from "./fence.ts";
import { isGone } from "./gone.ts";
import { handBack, type Left, mostBytes, namesOf, plainFile } from "./hand-back.ts";

type Env = Readonly<Record<string, string>>;
export type OwnState = {
  readonly stands: readonly { readonly at: Path; readonly folder: Path }[];
  readonly env: Env;
  /** Hands back what was renewed and said; the rest stays for the next attempt. */
  close(): Promise<void>;
};

/** Conversations of this many threads stay, the newest, and those that are under way. */
const mostKept = 64;

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

const placeOf = ({ path, variable, around }: StateFolder, env: Env, home: Path): Path => {
  const named = (name: string | undefined): string => (name === undefined ? "" : (env[name] ?? ""));
  if (isAbsolute(named(variable))) return named(variable);
  return isAbsolute(named(around)) ? join(named(around), path.slice(path.lastIndexOf("/") + 1)) : join(home, path);
};

type One = { readonly kept: StateFolder; readonly left: Left };

/** Settings that an attempt changed are not believed by the next, and a login lies nowhere longer than it is needed. */
const clear = async ({ sessions, stays = [] }: StateFolder, { own, given }: Left): Promise<void> => {
  // A job may have closed it to keep something from being removed.
  chmodSync(own, 0o700);
  for (const path of readdirSync(own)) if (![...sessions, ...stays].includes(path)) await removeWhole(join(own, path));
  await removeWhole(given);
};

const openOne = async (kept: StateFolder, own: Path, { folder, env }: State, home: Path): Promise<One> => {
  const users = placeOf(kept, env, home);
  // What stands in a place within must have a place to stand in.
  mkdirSync(users, { recursive: true, mode: 0o700 });
  const left = { folder: realOr(folder), own, given: `${own}.given`, users: realOr(users) };
  // Still there where its host was killed: some logins can be renewed but once, so a renewed one must not be lost.
  if (existsSync(left.given)) handBack(kept, left);
  await clear(kept, left);
  for (const path of kept.given.flatMap((name) => namesFor(name, users))) give(join(users, path), join(own, path));
  for (const path of kept.beside ?? []) {
    const inside = join(users, path);
    give(existsSync(inside) ? inside : join(home, path), join(own, path));
  }
  for (const path of kept.renewed) if (plainFile(join(own, path))) give(join(own, path), join(left.given, path));
  return { kept, left };
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

export const openState = async (state: State): Promise<OwnState> => {
  const { home, thread, kept: all, env } = state;
  const usersHome = env["HOME"] ?? homedir();
  const top = join(home, "state");
  const own = join(top, digest(JSON.stringify(thread)).slice(0, 16));
  try {
    makeOwn(home, "state", basename(own));
    const mark = hold(own);
    for (const n of all.keys()) makeOwn(home, "state", basename(own), String(n));
    const ones = await Promise.all(all.map((kept, n) => openOne(kept, join(own, String(n)), state, usersHome)));
    utimesSync(own, new Date(), new Date());
    for (const name of oldest(top)) await removeWhole(join(top, name));
    return {
      stands: ones.map(({ left }) => ({ at: left.users, folder: left.own })),
      env: Object.fromEntries(
        ones.flatMap(({ kept, left }) => (kept.variable === undefined ? [] : [[kept.variable, left.users] as const])),
      ),
      async close() {
        try {
          for (const { kept, left } of ones) handBack(kept, left);
          for (const { kept, left } of ones) await clear(kept, left);
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
