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

const formatOf = ({ user }: Repository): "sha1" | "sha256" =>
  /^\s*objectformat\s*=\s*sha256/imu.test(trimmedText(join(user.common, "config")) ?? "")
    ? "sha256"
    : "sha1";

/** A bare repository that appears atomically: one of several creators wins, with equal results. */
export const makeBare = async (
  { git, root }: Pick<Repository, "git" | "root">,
  folder: string,
  format: "sha1" | "sha256" = "sha1",
  fill: (fresh: string) => Promise<void> | void = () => {},
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

/** Creates a missing store, and points it to the user's objects. */
export const openStore = async (repository: Repository): Promise<string> => {
  const { store, folder } = repository;
  try {
    makeFolder(folder, 0o700);
    await makeBare(repository, store, formatOf(repository));
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

const ignored = {
  raw: "!working-tree-encoding",
  bytes: "-text !eol -ident !working-tree-encoding -filter",
} as const;

/** Access to the store that ignores some attributes. raw: encodings. bytes: all by which git writes other bytes than a blob's. */
export const openWithout = async (
  repository: Repository,
  which: keyof typeof ignored,
): Promise<Readonly<Record<string, string>>> => {
  const folder = join(repository.folder, `${which}.git`);
  await makeBare(repository, folder, formatOf(repository), (fresh) => {
    makeFolder(join(fresh, "info"), 0o700);
    writeFileSync(join(fresh, "info", "attributes"), `* ${ignored[which]}\n`);
  });
  return { GIT_DIR: folder, GIT_OBJECT_DIRECTORY: join(repository.store, "objects") };
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
