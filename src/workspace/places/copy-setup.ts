// Copy of a setup's output between folders: complete or not at all.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPlainPath, matchesAny } from "../../core/glob.ts";
import { digest } from "../../core/hash.ts";
import type { Path } from "../../core/row.ts";
import { diskFault } from "../disk/fault.ts";
import { namesIn } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { linkLook } from "./tree-path.ts";
import { isOpen } from "./lend.ts";
import { naming, readNamed, rename } from "./own-path.ts";
import { removeWhole } from "./remove.ts";
import type { Repository } from "./repository.ts";

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const walk = (root: string, folder: Path, makes: readonly Path[]): readonly Path[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (path === ".git") return [];
    if (matchesAny(makes, path)) return [path];
    // A name that is no valid text can't be looked up again.
    return entry.isDirectory() && !path.includes("\uFFFD") ? walk(root, path, makes) : [];
  });

/** The outermost files and folders below `root` that match; links aren't followed. */
export const made = (root: string, makes: readonly Path[]): readonly Path[] => {
  if (!makes.every(isPlainPath)) return existsSync(root) ? walk(root, "", makes) : [];
  const isBehindLink = linkLook(root);
  const nameOf = (path: Path): string => Buffer.from(path).toString("latin1");
  return makes.filter((path) => exists(join(root, path)) && !isBehindLink(nameOf(path)));
};

/** By `cp`, ten times as fast as Node's own copy, which takes over where there is none or it lacks an option. Shares blocks if the file system can. */
const copyOne = async (from: string, to: string): Promise<void> => {
  const words = process.platform === "linux" ? ["-a", "--reflink=auto"] : ["-a"];
  const isCopied = await new Promise<boolean>((resolve) => {
    execFile("/bin/cp", [...words, "--", from, to], (error) => resolve(error === null));
  });
  if (isCopied) return;
  await removeWhole(to);
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  });
};

/** Copies to a new name and renames: a kill leaves nothing half copied under `to`. */
const copyWhole = async (to: string, copy: (fresh: string) => Promise<void>): Promise<void> => {
  const fresh = `${to}.${randomBytes(6).toString("hex")}`;
  try {
    await copy(fresh);
    await removeWhole(to);
    renameSync(fresh, to);
  } catch (error) {
    await removeWhole(fresh);
    throw diskFault(error, "copy", to);
  }
};

/** More than these go, those that nothing used for longest first. */
const mostKept = 8;

const setups = ({ folder }: Repository): string => join(folder, "setup");

/** Folder of what a run's own work made, or of what serves all. */
export const setupsOf = (repository: Repository, run: string | null): string =>
  join(setups(repository), run === null ? "all" : digest(run).slice(0, 16));

export const sweepSetups = async (repository: Repository): Promise<void> => {
  const all = setups(repository);
  const kept = namesIn(all)
    .flatMap((run) => namesIn(join(all, run)).map((name) => join(all, run, name)))
    .flatMap((path) => {
      const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      return at === undefined ? [] : [{ path, at }];
    })
    .toSorted((one, other) => other.at - one.at);
  for (const { path } of kept.slice(mostKept)) await removeWhole(path);
};

const keptTree = (kept: string): string => join(kept, "tree");
const keptPaths = (kept: string): string => join(kept, "paths.json");

/** Keeps what a setup made, for the next checkout. `there`: what matched before, thus belongs to the commit. Nothing is kept where a part is missing. */
export const keepSetup = async (
  from: string,
  kept: string,
  makes: readonly Path[],
  there: readonly Path[],
): Promise<void> => {
  const fresh = made(from, makes).filter((path) => makes.includes(path) || !there.includes(path));
  if (!makes.every((one) => fresh.some((path) => matchesAny([one], path)))) return;
  makeFolder(dirname(kept), 0o700);
  await copyWhole(kept, async (whole) => {
    for (const path of fresh) {
      const to = join(keptTree(whole), path);
      makeFolder(dirname(to), 0o700);
      await copyOne(join(from, path), to);
    }
    const files = await naming(keptTree(whole), from);
    writeFileSync(keptPaths(whole), JSON.stringify({ root: from, files }));
  });
};

const copyKept = async (kept: string, to: string, makes: readonly Path[]): Promise<boolean> => {
  if (makes.length === 0 || !existsSync(kept)) return false;
  const tree = keptTree(kept);
  const all = made(tree, makes).filter((path) => makes.includes(path) || !exists(join(to, path)));
  if (!all.every((path) => isOpen(to, path))) return false;
  utimesSync(kept, new Date(), new Date());
  const named = readNamed(keptPaths(kept));
  try {
    for (const path of all)
      await copyWhole(join(to, path), async (fresh) => {
        await copyOne(join(tree, path), fresh);
        for (const file of named.files)
          if (file === path || file.startsWith(`${path}/`))
            rename(fresh + file.slice(path.length), named.root, to);
      });
  } catch (error) {
    if (existsSync(kept)) throw error;
    // Another process removed it meanwhile: the setup runs instead.
    return false;
  }
  return true;
};

/** Puts the first result that is kept into a checkout, through no link and over no file of its commit; false: none is, so the setup has to run. */
export const copySetup = async (
  kept: readonly string[],
  to: string,
  makes: readonly Path[],
): Promise<boolean> => {
  for (const one of kept) if (await copyKept(one, to, makes)) return true;
  return false;
};
