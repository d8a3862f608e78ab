// Bare repository of the engine beside a user's: it sees the user's objects and stores unlanded work.
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../disk/atomic.ts";
import { diskFault } from "../disk/fault.ts";
import { trimmedText } from "../disk/look.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { removeWhole } from "./remove.ts";
import type { Repository } from "./repository.ts";

const alternatesOf = ({ user }: Repository): string => `${join(user.common, "objects")}\n`;

export const formatOf = ({ user }: Repository): "sha1" | "sha256" =>
  /^\s*objectformat\s*=\s*sha256/imu.test(trimmedText(join(user.common, "config")) ?? "")
    ? "sha256"
    : "sha1";

/** A bare repository that appears atomically: one of several creators wins, with equal results. */
export const makeBare = async (
  { git, root }: Pick<Repository, "git" | "root">,
  folder: string,
  fill: (fresh: string) => Promise<void> | void,
  format: "sha1" | "sha256" = "sha1",
): Promise<void> => {
  if (existsSync(join(folder, "HEAD"))) return;
  const fresh = `${folder}.${randomBytes(6).toString("hex")}`;
  try {
    await git({
      cwd: root,
      args: [
        "init",
        "-q",
        "--bare",
        "--template=",
        `--object-format=${format}`,
        "-b",
        "none",
        fresh,
      ],
    });
    await fill(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    await removeWhole(fresh);
    if (!existsSync(join(folder, "HEAD")))
      throw diskFault(error, "make the store of commits", folder);
  }
};

/** An empty one that works on the store's objects. */
export const makeBeside = (
  repository: Repository,
  folder: string,
  fill: (fresh: string) => void,
): Promise<void> => makeBare(repository, folder, fill, formatOf(repository));

/** Creates a missing store, and points it to the user's objects. */
export const openStore = async (repository: Repository): Promise<string> => {
  const { store, folder } = repository;
  try {
    makeFolder(folder, 0o700);
    await makeBeside(repository, store, () => {});
    const list = join(store, "objects", "info", "alternates");
    if (!existsSync(list) || readFileSync(list, "utf8") !== alternatesOf(repository)) {
      makeFolder(join(store, "objects", "info"), 0o700);
      replaceFile(list, alternatesOf(repository));
    }
    return store;
  } catch (error) {
    throw diskFault(error, "make the store of commits", store);
  }
};

/** Access to the store that ignores encodings in attributes. */
export const openRaw = async (
  repository: Repository,
): Promise<Readonly<Record<string, string>>> => {
  const raw = join(repository.folder, "raw.git");
  await makeBeside(repository, raw, (fresh) => {
    makeFolder(join(fresh, "info"), 0o700);
    writeFileSync(join(fresh, "info", "attributes"), "* !working-tree-encoding\n");
  });
  return { GIT_DIR: raw, GIT_OBJECT_DIRECTORY: join(repository.store, "objects") };
};

/** The same, ignoring all attributes by which git writes other bytes than a blob's. */
export const openBytes = async (
  repository: Repository,
): Promise<Readonly<Record<string, string>>> => {
  const bytes = join(repository.folder, "bytes.git");
  await makeBeside(repository, bytes, (fresh) => {
    makeFolder(join(fresh, "info"), 0o700);
    writeFileSync(
      join(fresh, "info", "attributes"),
      "* -text !eol -ident !working-tree-encoding -filter\n",
    );
  });
  return { GIT_DIR: bytes, GIT_OBJECT_DIRECTORY: join(repository.store, "objects") };
};

/** The settings of a place's repository, as git chose them for this disk when it created the store. */
export const placeConfig = ({ store }: Repository): string =>
  readFileSync(join(store, "config"), "utf8").replace(
    /^(\s*)bare\s*=.*$/mu,
    "$1bare = false\n$1logallrefupdates = true",
  );

/** The alternate object folders of a place's repository. */
export const placeAlternates = (repository: Repository): string =>
  `${join(repository.store, "objects")}\n${alternatesOf(repository)}`;
