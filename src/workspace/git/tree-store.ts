// Index and object store for tree digests, apart from the user's repository: raw bytes, no filters.
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  linkSync,
  copyFileSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { digest } from "../../core/hash.ts";
import { replaceFile } from "../disk/atomic.ts";
import { diskFault, errorCode, isMissing, onDisk } from "../disk/fault.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { makeHome } from "../home.ts";
import { gitAround, type GitFolders } from "../locate.ts";
import { git } from "./git.ts";
import { folderLitter } from "./litter-lines.ts";
import { isScratch } from "./scratch.ts";

export type TreeStore = {
  readonly root: string;
  /** Our git directory for this root; the user's is only read. */
  readonly folder: string;
  /** The user's repository whose top is this root; null: none. */
  readonly repository: GitFolders | null;
  /** Temporary: only object ids are needed, without stored contents. */
  readonly scratch: boolean;
  readonly env: Readonly<Record<string, string>>;
};

/** Raw bytes from disk: no conversion of line ends and no filters, whatever .gitattributes says. */
const attributes = "* -text !eol !filter -ident !working-tree-encoding\n";

/** Git's own choice here; elsewhere it first tests the disk's capabilities. */
const settings =
  "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tignorecase = false\n";

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
};
const writeIfOther = (path: string, text: string): void => {
  if (textOf(path) !== text) replaceFile(path, text);
};

const cacheOf = (home: string): string => join(home, "cache", "trees");

/** Renames it away at once, even if a process is still writing in it. */
const setAside = (folder: string): void => {
  const aside = `${folder}.${randomBytes(6).toString("hex")}.gone`;
  try {
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};

const make = async (root: string, folder: string, objects: string): Promise<void> => {
  const fresh = `${folder}.${randomBytes(6).toString("hex")}`;
  makeFolder(join(fresh, "info"), 0o700);
  makeFolder(join(objects, "info"), 0o700);
  try {
    await git({
      cwd: root,
      args: ["init", "-q", "--template="],
      env: {
        GIT_DIR: fresh,
        GIT_WORK_TREE: root,
        GIT_OBJECT_DIRECTORY: objects,
        GIT_DEFAULT_HASH: "sha1",
      },
    });
    if (existsSync(folder) && !existsSync(join(folder, "HEAD"))) setAside(folder);
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process may have been first: its folder is equivalent.
    if (!existsSync(join(folder, "HEAD"))) throw error;
  }
};

/** Objects in the repository needn't be written again; this requires the same hash function. */
const share = (objects: string, repository: GitFolders): void => {
  const theirs = join(repository.common, "objects");
  if (
    theirs.includes("\n") ||
    /^\s*objectformat\s*=\s*sha256/im.test(textOf(join(repository.common, "config")))
  )
    return;
  const list = join(objects, "info", "alternates");
  if (!textOf(list).split("\n").includes(theirs)) appendFileSync(list, `${theirs}\n`);
};

/** The store for a root, created if missing. Faults: GIT_MISSING and the disk's. */
export const openTreeStore = async (home: string, root: string): Promise<TreeStore> => {
  const cache = cacheOf(home);
  const folder = join(cache, digest(root).slice(0, 16));
  const objects = join(cache, "objects");
  const around = gitAround(root);
  const repository = around !== null && around.top === root ? around : null;
  const scratch = isScratch(home);
  try {
    makeHome(home);
    // Without its objects the index is useless and is removed, too.
    if (makeFolder(join(objects, "info"), 0o700)) rmSync(join(folder, "index"), { force: true });
    if (!existsSync(join(folder, "HEAD"))) await make(root, folder, objects);
    writeIfOther(join(folder, "info", "attributes"), attributes);
    if (process.platform === "linux") writeIfOther(join(folder, "config"), settings);
    const own =
      repository === null ? folderLitter : textOf(join(repository.common, "info", "exclude"));
    writeIfOther(join(folder, "info", "exclude"), `/.cairn\n${own}\n`);
    if (repository !== null && !scratch) share(objects, repository);
  } catch (error) {
    throw diskFault(error, "prepare the tree digest in", folder);
  }
  return {
    root,
    folder,
    repository,
    scratch,
    env: { GIT_DIR: folder, GIT_WORK_TREE: root, GIT_OBJECT_DIRECTORY: objects },
  };
};

/** Deletes indexes and objects of all roots: they are a cache. A concurrent measurement fails and repeats. */
export const dropTreeStores = (home: string): void => setAside(cacheOf(home));

const hourMs = 3_600_000;
const sweepOld = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (
      name.startsWith("index.") &&
      Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > hourMs
    )
      rmSync(path, { force: true });
  }
};

/**
 * An index for one call: a hard link of the kept one, since git replaces an index and never writes into it. `done` makes it the kept
 * one; of two concurrent calls the later wins, and both are correct.
 */
export const borrowIndex = (
  store: TreeStore,
): { readonly path: string; readonly fresh: boolean; done(keep: boolean): void } => {
  const kept = join(store.folder, "index");
  const path = `${kept}.${randomBytes(6).toString("hex")}`;
  let fresh = false;
  try {
    linkSync(kept, path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") {
      fresh = true;
      sweepOld(store.folder);
    } else {
      const { mtime } = statSync(kept);
      onDisk("copy git's index to", path, () => copyFileSync(kept, path));
      // Git treats a file as unchanged only if it is older than the index: the copy must keep its time.
      utimesSync(path, mtime, mtime);
    }
  }
  return {
    path,
    fresh,
    done(keep) {
      if (keep && existsSync(path)) renameSync(path, kept);
      rmSync(path, { force: true });
    },
  };
};
