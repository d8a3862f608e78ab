// What lies where in a fence: which paths of the machine a job's programs may write and see, and which are hidden.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join, relative } from "node:path";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { realOr } from "../disk/look.ts";
import { gitAround } from "../locate.ts";
import { folderOf, placesFolder, storeIn } from "../places/folder.ts";
import { executable } from "../programs.ts";
import type { Fence, FenceAsk, Hidden } from "./fence.ts";
import { hiddenPaths } from "./keys.ts";
import { namedSockets } from "./sockets.ts";

const existing = (path: string): Hidden | null => {
  try {
    // As the disk spells it: Seatbelt compares letters, and a Mac's disk often doesn't.
    const real = realpathSync.native(path);
    return { path: real, is: statSync(real).isDirectory() ? "folder" : "file" };
  } catch {
    return null;
  }
};
const isThere = (path: string): boolean => existing(path) !== null;

const isInside = (outer: string, path: string): boolean => path !== outer && isWithin(outer, path);

/** Folders for what is only for now: sockets of other programs lie there, too. */
const temporaryFolders = (): readonly Path[] => [
  ...new Set(["/tmp", "/var/tmp", tmpdir()].filter(isThere).map(realOr)),
];

/** Where programs keep what they fetched: one that could be written by a job would be everybody's tomorrow. */
const caches = (env: Readonly<Record<string, string>>): readonly Path[] =>
  [".cache", ".npm"]
    .map((name) => join(env["HOME"] ?? homedir(), name))
    .flatMap((path) => existing(path)?.path ?? []);

/** Browsers that tests drive: programs, though they are installed below the caches. Written by name alone. */
const installed = (env: Readonly<Record<string, string>>): readonly Path[] =>
  ["ms-playwright", "puppeteer", "Cypress"].map((name) =>
    join(env["HOME"] ?? homedir(), ".cache", name),
  );

/** What a program needs to be found and to find others, wherever it lies. */
const alwaysReadable = (env: Readonly<Record<string, string>>, root: Path): readonly Path[] => {
  const git = gitAround(realOr(root));
  const store = git === null ? [] : [storeIn(folderOf(git)), git.common, git.own];
  const program = dirname(dirname(realOr(process.argv[1] ?? process.execPath)));
  const paths = (env["PATH"] ?? "").split(delimiter).filter((path) => isAbsolute(path));
  return [
    root,
    homedir(),
    env["HOME"] ?? "",
    program,
    dirname(process.execPath),
    "/etc/resolv.conf",
    ...store,
    ...installed(env),
    ...paths,
  ];
};

/** Where a program of this name would be found; null: nowhere. */
export const programIn = (name: string, cwd: Path, path: string): Path | null =>
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
  return [
    dirname(program),
    dirname(real),
    dirname(dirname(real)),
    ...(packages === undefined ? [] : [packages]),
  ];
};

type Written = { readonly named: Path; readonly real: Path };

const lookedUp = (named: Path): readonly Written[] => {
  const real = existing(named)?.path;
  return real === undefined ? [] : [{ named, real }];
};

/** The path below a folder, by that folder's real place alone: what lies within may be a link that a job made. */
const below = ({ named, real }: Written, path: Path): Path | null =>
  isInside(named, path) ? join(real, relative(named, path)) : isInside(real, path) ? path : null;

/** The folder around it that jobs may write, unless something that they don't see lies between. */
const around = (
  path: Path,
  written: readonly Written[],
  covered: readonly Path[],
): Written | undefined =>
  written.find((outer) => {
    const at = below(outer, path);
    return (
      at !== null && !covered.some((cover) => isInside(outer.real, cover) && isWithin(cover, at))
    );
  });

/** What a job may have put there, and what leads out: a link in a folder that is written, to what isn't. One look at the path has to do. */
const leadsOut = (
  { named, real }: Written,
  written: readonly Written[],
  covered: readonly Path[],
): boolean => {
  const outer = around(named, written, covered);
  return outer !== undefined && !isWithin(outer.real, real);
};

/** Seen or written through the folder around it: a mount of its own would follow what a job that runs just now puts there. */
const isAmong = (
  { named, real }: Written,
  written: readonly Written[],
  covered: readonly Path[],
): boolean => [named, real].some((path) => around(path, written, covered) !== undefined);

/** The folders between one and what lies in it, the outer ones first. */
const between = (outer: Path, path: Path): readonly Path[] =>
  dirname(path) === outer ? [] : [...between(outer, dirname(path)), dirname(path)];

/**
 * On the way to what is the engine's own: mounted by themselves they can't be renamed. Else what is hidden would be moved away
 * with them, and something else be put in its place.
 */
const onTheWay = (outermost: readonly Path[], hidden: readonly Path[]): readonly Path[] =>
  outermost.flatMap((outer) =>
    hidden.filter((path) => isInside(outer, path)).flatMap((path) => between(outer, path)),
  );

/** Of a linked worktree or a submodule git's folders lie elsewhere: who works in the user's checkout commits there. */
const gitOf = ({ root, writable }: FenceAsk): readonly Path[] => {
  const git = writable.includes(root) ? gitAround(realOr(root)) : null;
  return git === null ? [] : [git.own, git.common];
};

/** Which repository a checkout belongs to is not for a job to say: such a file would lead to another record. */
const gitFileOf = ({ root, writable }: FenceAsk): readonly Path[] => {
  const mark = join(realOr(root), ".git");
  return writable.includes(root) && lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true
    ? [mark]
    : [];
};

/** A folder of the configuration that isn't there can't be written. */
const writtenOf = (ask: FenceAsk, home: Path): readonly Written[] =>
  [...ask.writable, ...gitOf(ask)]
    .map((path) => path.replace(/^~(?=\/)/u, () => home))
    .flatMap(lookedUp);

/** Sockets of other programs that would be seen; what was asked for by name stays. */
const socketsBut = (
  shown: readonly Path[],
  readable: readonly Path[],
  covered: readonly Path[],
): readonly Hidden[] => {
  const isSeen = (path: Path): boolean => {
    const innermost = [...readable, ...covered]
      .filter((outer) => isWithin(outer, path))
      .toSorted((one, other) => other.length - one.length);
    return !covered.includes(innermost[0] ?? "/") && !shown.some((outer) => isWithin(outer, path));
  };
  return namedSockets()
    .flatMap((path) => existing(path) ?? [])
    .filter(({ path, is }) => is === "file" && isSeen(path));
};

/**
 * The fence of one program, looked up right before it begins.
 * @param temp mounted over the folders for temporary files and caches
 * @param own folders of its agent's program
 */
export const layoutOf = (
  ask: FenceAsk,
  temp: Path,
  own: Fence["mounts"],
): Omit<Fence, "network"> => {
  const { env, root } = ask;
  const home = env["HOME"] ?? homedir();
  // An agent's configuration may give its program another home.
  const homes = [...new Set([home, homedir(), ask.state?.env["HOME"] ?? home])];
  const secrets = homes.flatMap((folder) => hiddenPaths.map((path) => join(folder, path)));
  const hidden = ["/run", placesFolder(), ...secrets, ...ask.hidden].flatMap(
    (path) => existing(path) ?? [],
  );
  const mounts = [
    ...temporaryFolders().map((at) => ({ at, folder: temp })),
    ...caches(env).map((at) => ({ at, folder: temp })),
    ...own,
  ];
  const covered = [
    ...hidden.flatMap(({ path, is }) => (is === "folder" ? [path] : [])),
    ...mounts.map(({ at }) => at),
  ];
  const asked = writtenOf(ask, home);
  const programs = ask.programs.flatMap((name) => foldersOf(name, root, env["PATH"] ?? ""));
  const packages = ask.readable.flatMap((path) => packageAround(realOr(path)));
  const wanted = [...alwaysReadable(env, root), ...ask.readable, ...packages, ...programs]
    .filter((path) => isAbsolute(path))
    .flatMap(lookedUp)
    .filter((one) => !isAmong(one, asked, covered))
    .map(({ real }) => real);
  const readable = [...new Set(wanted)].filter((path) =>
    covered.some((outer) => isInside(outer, path)),
  );
  const written = asked.filter((one) => !leadsOut(one, asked, covered));
  const outermost = [
    ...new Set(written.filter((one) => !isAmong(one, written, covered)).map(({ real }) => real)),
  ];
  const shown = [...written.map(({ real }) => real), ...mounts.map(({ at }) => at)];
  return {
    mounts,
    writable: [
      ...new Set([
        ...outermost,
        ...onTheWay(
          outermost,
          ask.hidden.flatMap((path) => existing(path)?.path ?? []),
        ),
      ]),
    ],
    // A key that lies below what may be seen is hidden there, too; what was asked for by name is not.
    hidden: [
      ...hidden.filter(({ path }) => !shown.includes(path)),
      ...socketsBut([...outermost, ...ask.readable.map(realOr)], readable, [
        "/dev",
        "/proc",
        ...covered,
      ]),
    ],
    readable: [...readable, ...gitFileOf(ask)],
  };
};
