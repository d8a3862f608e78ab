// Layout of a sandbox: the machine's paths that a job's programs may write and see, and hidden ones.
import { lstatSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join, relative } from "node:path";
import type { Path } from "../../core/row.ts";
import { isWithin } from "../../core/within.ts";
import { realOr } from "../disk/look.ts";
import { gitAround } from "../locate.ts";
import { folderOf, placesFolder, storeIn } from "../places/folder.ts";
import { executable } from "../programs.ts";
import type { Fence, FenceAsk, Hidden } from "./fence.ts";
import { existing, keysFor } from "./hidden-keys.ts";
import { namedSockets } from "./sockets.ts";

const isThere = (path: string): boolean => existing(path) !== null;

const isInside = (outer: string, path: string): boolean => path !== outer && isWithin(outer, path);

/** Temporary folders, which also contain sockets of other programs. */
const temporaryFolders = (): readonly Path[] => [
  ...new Set(["/tmp", "/var/tmp", tmpdir()].filter(isThere).map(realOr)),
];

/** Download caches: one that a job can write would affect everyone later. */
const caches = (env: Readonly<Record<string, string>>): readonly Path[] =>
  [".cache", ".npm"]
    .map((name) => join(env["HOME"] ?? homedir(), name))
    .flatMap((path) => existing(path)?.path ?? []);

/** Browsers for tests: programs, though installed below the caches. Writable only if listed. */
const installed = (env: Readonly<Record<string, string>>): readonly Path[] =>
  ["ms-playwright", "puppeteer", "Cypress"].map((name) =>
    join(env["HOME"] ?? homedir(), ".cache", name),
  );

/** Paths needed to find programs, wherever they are. */
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

/** The folder of the nearest package.json: a script needs other files of its package. */
const packageAround = (path: Path): readonly Path[] => {
  const folder = dirname(path);
  if (folder === path) return [];
  return isThere(join(folder, "package.json")) ? [folder] : packageAround(folder);
};

/**
 * Folders of a program's files: its own, that of its link target, and their parents for `bin`,
 * `lib`, `node_modules`. Programs may be installed below caches and settings, too.
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

/** The path below a folder's real path: parts below it may be links that a job created. */
const below = ({ named, real }: Written, path: Path): Path | null =>
  isInside(named, path) ? join(real, relative(named, path)) : isInside(real, path) ? path : null;

/** The surrounding folder that jobs may write, unless a hidden one lies between. */
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

/** Whether a path may be created by a job and leads out: a link in a writable folder to an outside path. Checked by one look. */
const leadsOut = (
  { named, real }: Written,
  written: readonly Written[],
  covered: readonly Path[],
): boolean => {
  const outer = around(named, written, covered);
  return outer !== undefined && !isWithin(outer.real, real);
};

/** Covered by its surrounding folder: a separate mount would follow what a running job puts there. */
const isAmong = (
  { named, real }: Written,
  written: readonly Written[],
  covered: readonly Path[],
): boolean => [named, real].some((path) => around(path, written, covered) !== undefined);

/** The folders between an outer one and a path in it, outer ones first. */
const between = (outer: Path, path: Path): readonly Path[] =>
  dirname(path) === outer ? [] : [...between(outer, dirname(path)), dirname(path)];

/**
 * Parents of the engine's own paths: mounted separately they can't be renamed. Otherwise hidden
 * paths could be moved away with them and replaced.
 */
const onTheWay = (outermost: readonly Path[], hidden: readonly Path[]): readonly Path[] =>
  outermost.flatMap((outer) =>
    hidden.filter((path) => isInside(outer, path)).flatMap((path) => between(outer, path)),
  );

/** Git's folders of a linked worktree or submodule lie elsewhere, and jobs in the user's checkout commit there. */
const gitOf = ({ root, writable }: FenceAsk): readonly Path[] => {
  const git = writable.includes(root) ? gitAround(realOr(root)) : null;
  return git === null ? [] : [git.own, git.common];
};

/** A job must not change which repository a checkout belongs to: that would lead to another record. */
const gitFileOf = ({ root, writable }: FenceAsk): readonly Path[] => {
  const mark = join(realOr(root), ".git");
  return writable.includes(root) && lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true
    ? [mark]
    : [];
};

/** Missing configured folders can't be written. */
const writtenOf = (ask: FenceAsk, home: Path): readonly Written[] =>
  [...ask.writable, ...gitOf(ask)]
    .map((path) => path.replace(/^~(?=\/)/u, () => home))
    .flatMap(lookedUp);

/** Visible sockets of other programs, except explicitly requested ones. */
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

/** Whether a path lies below a mount and is shown by no path within that. */
export const isCovered = (
  path: Path,
  { mounts, writable, readable }: Pick<Fence, "mounts" | "writable" | "readable">,
): boolean =>
  mounts.some(({ at }) => isInside(at, path)) &&
  ![...writable, ...readable].some((shown) => isWithin(shown, path));

/**
 * The sandbox of one program, computed right before its start.
 * @param temp mounted over the folders for temporary files and caches
 * @param own folders of its agent's program
 */
export const layoutOf = (
  ask: FenceAsk,
  temp: Path,
  own: Fence["mounts"],
): Omit<Fence, "network" | "blanks"> => {
  const { env, root } = ask;
  const home = env["HOME"] ?? homedir();
  // An agent's configuration may give its program another home.
  const homes = [...new Set([home, homedir(), ask.state?.env["HOME"] ?? home])];
  const closed = ["/run", placesFolder(), ...ask.hidden].flatMap((path) => existing(path) ?? []);
  const keys = keysFor(ask, homes, home, closed);
  const hidden = [...closed, ...keys.hidden];
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
  const wanted = [
    ...alwaysReadable(env, root),
    ...ask.readable,
    ...keys.shown,
    ...packages,
    ...programs,
  ]
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
    // Keys below a visible path are hidden, too, unless explicitly requested.
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
