// Fences of this machine: what a job's program may see and write, put together from what lies where.
import { lstatSync, mkdtempSync, realpathSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../confine.ts";
import { diskFault, errorCode } from "../disk/fault.ts";
import { namesIn, realOr } from "../disk/look.ts";
import { gitAround } from "../locate.ts";
import { folderOf, placesFolder, storeIn } from "../places/folder.ts";
import { removeWhole } from "../places/remove.ts";
import { executable } from "../programs.ts";
import { bubblewrapTelling } from "./bubblewrap.ts";
import type { Fence, FenceAsk, Fenced, Fences, Hidden } from "./fence.ts";
import { fenceHere } from "./here.ts";
import { openState, type OwnState } from "./state.ts";
import { keptFromPrograms, waysOut } from "./keys.ts";

const seen = (path: string): Hidden | null => {
  try {
    const real = realpathSync(path);
    return { path: real, is: statSync(real).isDirectory() ? "folder" : "file" };
  } catch {
    return null;
  }
};
const isThere = (path: string): boolean => seen(path) !== null;

const isInside = (outer: string, path: string): boolean => path !== outer && isWithin(outer, path);

/** Folders for what is only for now: sockets of other programs lie there, too. */
const forNow = (): readonly Path[] => [...new Set(["/tmp", "/var/tmp", tmpdir()].filter(isThere).map(realOr))];

/** Where programs keep what they fetched: one that could be written by a job would be everybody's tomorrow. */
const caches = (env: Readonly<Record<string, string>>): readonly Path[] =>
  [".cache", ".npm"].map((name) => join(env["HOME"] ?? homedir(), name)).flatMap((path) => seen(path)?.path ?? []);

/** What a program needs to be found and to find others, wherever it lies. */
const always = (env: Readonly<Record<string, string>>, root: Path): readonly Path[] => {
  const git = gitAround(realOr(root));
  const store = git === null ? [] : [storeIn(folderOf(git)), git.common, git.own];
  const program = dirname(dirname(realOr(process.argv[1] ?? process.execPath)));
  const paths = (env["PATH"] ?? "").split(delimiter).filter((path) => isAbsolute(path));
  return [root, homedir(), env["HOME"] ?? "", program, dirname(process.execPath), "/etc/resolv.conf", ...store, ...paths];
};

/** Where a program of this name would be found; null: nowhere. */
const programIn = (name: string, cwd: Path, path: string): Path | null =>
  name.includes("/")
    ? executable(isAbsolute(name) ? name : join(cwd, name))
    : (path
        .split(delimiter)
        .flatMap((folder) => executable(join(folder === "" ? cwd : folder, name)) ?? [])
        .at(0) ?? null);

/** The folder of the nearest package.json: a script needs what lies beside it in its package. */
const packageAround = (path: Path): readonly Path[] => {
  const folder = dirname(path);
  if (folder === path) return [];
  return isThere(join(folder, "package.json")) ? [folder] : packageAround(folder);
};

/**
 * Where a program's own files lie: beside it, beside what it is a link to, and around that, as in `bin`, `lib`, `node_modules`.
 * Programs install themselves below caches and below their own settings, too.
 */
const foldersOf = (name: string, root: Path, path: string): readonly Path[] => {
  const program = programIn(name, root, path);
  if (program === null) return [];
  const real = realOr(program);
  const packages = /^.*?\/node_modules(?=\/)/u.exec(real)?.[0];
  return [dirname(program), dirname(real), dirname(dirname(real)), ...(packages === undefined ? [] : [packages])];
};

const fenceOf = (ask: FenceAsk, temp: Path, own: Fence["stands"]): Omit<Fence, "network"> => {
  const { env, root, writable } = ask;
  const home = env["HOME"] ?? homedir();
  const secrets = [...new Set([home, homedir()])].flatMap((folder) => keptFromPrograms.map((path) => join(folder, path)));
  const hidden = ["/run", placesFolder(), ...secrets, ...ask.hidden].flatMap((path) => seen(path) ?? []);
  const stands = [...forNow().map((at) => ({ at, folder: temp })), ...caches(env).map((at) => ({ at, folder: temp })), ...own];
  const covered = [...hidden.flatMap(({ path, is }) => (is === "folder" ? [path] : [])), ...stands.map(({ at }) => at)];
  const programs = ask.programs.flatMap((name) => foldersOf(name, root, env["PATH"] ?? ""));
  const packages = ask.readable.flatMap((path) => packageAround(realOr(path)));
  const wanted = [...always(env, root), ...ask.readable, ...packages, ...programs]
    .filter((path) => isAbsolute(path) && isThere(path))
    .map(realOr);
  const readable = [...new Set(wanted)].filter((path) => covered.some((outer) => isInside(outer, path)));
  // A folder of the configuration that isn't there can't be written.
  const written = writable.map((path) => path.replace(/^~(?=\/)/u, () => home)).flatMap((path) => seen(path)?.path ?? []);
  const bared = [...written, ...stands.map(({ at }) => at)];
  return {
    stands,
    writable: written,
    // A key that lies below what may be seen is hidden there, too; what was asked for by name is not.
    hidden: hidden.filter(({ path }) => !bared.includes(path)),
    readable,
  };
};

const withoutWaysOut = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !waysOut.includes(name)));

const temporary = "cairn-tmp-";

const makeTemporary = (): Path => {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), `${temporary}${process.pid}-`)));
  } catch (error) {
    throw diskFault(error, "make a temporary folder in", tmpdir());
  }
};

const isDead = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === "ESRCH";
  }
};

/** Removes what killed hosts of this user left; one whose number another process has by now stays for a while. */
const sweepTemporary = async (): Promise<void> => {
  const own = process.getuid?.();
  for (const name of namesIn(tmpdir())) {
    const pid = Number(new RegExp(`^${temporary}(\\d+)-`, "u").exec(name)?.[1] ?? 0);
    const path = join(tmpdir(), name);
    if (pid !== 0 && isDead(pid) && lstatSync(path, { throwIfNoEntry: false })?.uid === own) await removeWhole(path);
  }
};

const opened = async (ask: FenceAsk["state"], temp: Path): Promise<OwnState | null> => {
  try {
    return ask === null ? null : await openState(ask);
  } catch (error) {
    await removeWhole(temp);
    throw error;
  }
};

const around = async (program: Path, ask: FenceAsk): Promise<Fenced> => {
  await sweepTemporary();
  const temp = makeTemporary();
  const state = await opened(ask.state, temp);
  const fence = fenceOf(ask, temp, state?.stands ?? []);
  return {
    env: { ...withoutWaysOut(ask.env), TMPDIR: "/tmp", ...state?.env },
    wrap(argv, cwd, path, { network, also }) {
      const writable = also === undefined ? fence.writable : [...fence.writable, realOr(also)];
      return programIn(argv[0] ?? "", cwd, path) === null ? null : bubblewrapTelling(program, { ...fence, writable, network }, argv, cwd);
    },
    async close() {
      try {
        state?.close();
      } finally {
        await removeWhole(temp);
      }
    },
  };
};

export const openFences = (): Fences => ({
  here: fenceHere,
  around: async (ask) => {
    const here = await fenceHere();
    return here.is === "none" ? null : around(here.program, ask);
  },
});
