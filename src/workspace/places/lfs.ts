// Git LFS by its own program, which git runs as a filter; and the contents that its pointers name.
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { firstOf } from "../../core/words/how-many.ts";
import { Fault } from "../../core/refusal.ts";
import { syncFolder } from "../disk/atomic.ts";
import { onDisk } from "../disk/fault.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { blobSizes, objectsBy } from "../git/batch.ts";
import { type Ask, joinNames, readable } from "../git/git.ts";
import { programOf } from "../programs.ts";
import { entriesIn } from "../git/trees.ts";
import { askStore, inUsers, type Repository } from "./repository.ts";

type Pointer = { readonly oid: string; readonly size: number };

/** By the specification. */
const pointerLimit = 1_024;
const form =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n?$/u;

const pointerIn = (bytes: Buffer): Pointer | null => {
  const [, oid, size] =
    bytes.length > pointerLimit ? [] : (form.exec(bytes.toString("latin1")) ?? []);
  return oid === undefined ? null : { oid, size: Number(size) };
};

const usersLfs = ({ user }: Repository): string => join(user.common, "lfs");
/** Git-lfs in a place finds it as that of an alternate. */
const ownLfs = ({ store }: Repository): string => join(store, "lfs");

/** The repository with the program that filters its files of LFS, where there is one. */
export const withLfs = (repository: Repository): Repository => {
  const program = repository.user.kept ? null : programOf("git-lfs", repository.root);
  return program === null ? repository : { ...repository, lfs: program };
};

/** Whether it holds contents of LFS: elsewhere a text that looks like a pointer is just a text. */
const hasLfs = (repository: Repository): boolean =>
  [usersLfs(repository), ownLfs(repository)].some((lfs) => existsSync(lfs));

const objectIn = (lfs: string, { oid }: Pointer): string =>
  join(lfs, "objects", oid.slice(0, 2), oid.slice(2, 4), oid);
const holds = (lfs: string, pointer: Pointer): boolean => {
  const stat = statSync(objectIn(lfs, pointer), { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === pointer.size;
};

export const isPointer = (repository: Repository, blob: Buffer): boolean =>
  pointerIn(blob) !== null && hasLfs(repository);

/** What a blob stands for: of a pointer its contents. "pointer": they are nowhere here. "large": they are new, and of more than `most` bytes. */
export const meantBy = (
  repository: Repository,
  blob: Buffer,
  most: number,
): Buffer | "pointer" | "large" => {
  const pointer = hasLfs(repository) ? pointerIn(blob) : null;
  if (pointer === null) return blob;
  const isKnown = holds(usersLfs(repository), pointer);
  const lfs = isKnown ? usersLfs(repository) : ownLfs(repository);
  if (!isKnown && !holds(lfs, pointer)) return "pointer";
  if (pointer.size > most) return isKnown ? blob : "large";
  return readFileSync(objectIn(lfs, pointer));
};

/** The names that attributes give to LFS. */
export const lfsAmong = async (
  ask: Ask,
  names: readonly string[],
  ...how: readonly string[]
): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set();
  const words = ["check-attr", ...how, "-z", "--stdin", "filter"];
  const fields = (await ask(words, { input: joinNames(names) })).out.toString("latin1").split("\0");
  return new Set(fields.filter((_, at) => at % 3 === 0 && fields[at + 2] === "lfs"));
};

/** Pointers among blobs, by id. */
const pointersOf = async (
  ask: Ask,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pointer>> => {
  const sizes = await blobSizes(ask, [...new Set(ids)]);
  const small = [...sizes].flatMap(([id, size]) => (size <= pointerLimit ? [id] : []));
  return new Map(
    (await objectsBy(ask, small)).flatMap((found) => {
      const pointer = found === null ? null : pointerIn(found.bytes);
      return found === null || pointer === null ? [] : [[found.id, pointer] as const];
    }),
  );
};

export const missingLfs = (root: string, paths: readonly string[]): Fault =>
  new Fault(
    "LFS_MISSING",
    `${root} lacks the contents of ${paths.length} ${paths.length === 1 ? "file" : "files"} of Git LFS: ${firstOf(paths, 3)}`,
    "fetch them with `git lfs fetch`, then repeat",
  );

/** Files of the checkout whose contents the user's store lacks. */
export const lackingLfs = async (repository: Repository): Promise<readonly string[]> => {
  const ask: Ask = (args, rest) => inUsers(repository, args, rest);
  const listed = entriesIn((await ask(["ls-files", "-z", "--stage"])).out);
  const entries = listed.filter(({ mode }) => mode.startsWith("100"));
  const names = entries.map(({ name }) => name);
  const lfs = await lfsAmong(ask, names, "--cached");
  const wanted = entries.filter(({ name }) => lfs.has(name));
  const ids = wanted.map(({ id }) => id);
  const pointers = await pointersOf(ask, ids);
  return wanted.flatMap(({ id, name }) => {
    const pointer = pointers.get(id);
    const isThere = pointer === undefined || holds(usersLfs(repository), pointer);
    return isThere ? [] : [readable(name)];
  });
};

const copy = (from: string, to: string): void =>
  onDisk("keep the contents of", to, () => {
    const fresh = `${to}.${randomBytes(6).toString("hex")}`;
    try {
      makeFolder(dirname(to));
      copyFileSync(from, fresh, constants.COPYFILE_FICLONE);
      const handle = openSync(fresh, "r");
      try {
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(fresh, to);
      syncFolder(dirname(to));
    } finally {
      rmSync(fresh, { force: true });
    }
  });

/** Copies the contents that commits name into the user's store, from where git-lfs pushes them. */
export const bringLfs = async (
  repository: Repository,
  commit: string,
  had: readonly string[],
): Promise<void> => {
  const [own, users] = [ownLfs(repository), usersLfs(repository)];
  if (!existsSync(own)) return;
  const ask = askStore(repository);
  const range = [commit, ...had.map((one) => `^${one}`)];
  const listed = (await ask(["rev-list", "--objects", ...range])).out.toString("latin1");
  const ids = listed.split("\n").flatMap((line) => (line === "" ? [] : [line.split(" ")[0] ?? ""]));
  for (const pointer of (await pointersOf(ask, ids)).values())
    if (holds(own, pointer) && !holds(users, pointer))
      copy(objectIn(own, pointer), objectIn(users, pointer));
};
