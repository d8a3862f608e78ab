// Git LFS without its program: pointers, and the contents that they name in the user's store and in the engine's own.
import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "../disk/atomic.ts";
import { diskFault, isMissing } from "../disk/fault.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { blobSizes, objectsBy } from "../git/batch.ts";
import { type Ask, joinNames } from "../git/git.ts";
import { pathOf } from "./tree-path.ts";
import { type Repository, settingOf } from "./repository.ts";

export type Pointer = { readonly oid: string; readonly size: number };

/** By the specification. */
export const pointerLimit = 1_024;
/** How long one of git-lfs is; 0: the index doesn't know. */
export const isPointerSize = (size: number): boolean => size === 0 || (size >= 125 && size <= 140);
const spec = "version https://git-lfs.github.com/spec/v1";
const form = new RegExp(
  String.raw`^${spec.replaceAll(".", String.raw`\.`)}\noid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n?$`,
  "u",
);

export const pointerIn = (bytes: Buffer): Pointer | null => {
  const [, oid, size] =
    bytes.length > pointerLimit ? [] : (form.exec(bytes.toString("latin1")) ?? []);
  return oid === undefined ? null : { oid, size: Number(size) };
};
export const pointerText = ({ oid, size }: Pointer): string =>
  `${spec}\noid sha256:${oid}\nsize ${size}\n`;
export const isSame = (one: Pointer, other: Pointer): boolean =>
  one.oid === other.oid && one.size === other.size;

/** The folders of git-lfs that hold contents: the user's, and the engine's, which git-lfs in a place finds as that of an alternate. */
export type Stores = { readonly users: string; readonly own: string };

export const storesOf = async (repository: Repository): Promise<Stores> => {
  const named = await settingOf(repository, "lfs.storage", true);
  const users = resolve(repository.user.common, named || "lfs");
  return { users, own: join(repository.store, "lfs") };
};

const objectIn = (lfs: string, { oid }: Pointer): string =>
  join(lfs, "objects", oid.slice(0, 2), oid.slice(2, 4), oid);
const hasIn = (lfs: string, pointer: Pointer): boolean => {
  const stat = statSync(objectIn(lfs, pointer), { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === pointer.size;
};

/** Where its contents lie; null: nowhere. */
export const contentsOf = ({ users, own }: Stores, pointer: Pointer): string | null => {
  const lfs = [users, own].find((one) => hasIn(one, pointer));
  return lfs === undefined ? null : objectIn(lfs, pointer);
};

/** Reads a plain file, never through a link or from a pipe. @param to where a copy is written, durably; null: none */
export const measure = async (from: string | Buffer, to: string | null): Promise<Pointer> => {
  const plain = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const source = createReadStream("", { fd: openSync(from, plain) });
  const hash = createHash("sha256");
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  if (to === null) for await (const _ of counted(source));
  else {
    await pipeline(source, counted, createWriteStream(to, { flags: "wx" }));
    const handle = openSync(to, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
  return { oid: hash.digest("hex"), size };
};

/** Copies a file's contents into a store, under the name of what was read. */
export const keepContents = async (lfs: string, from: string | Buffer): Promise<Pointer> => {
  const fresh = join(lfs, "tmp", randomBytes(8).toString("hex"));
  try {
    makeFolder(dirname(fresh));
    const pointer = await measure(from, fresh);
    const path = objectIn(lfs, pointer);
    makeFolder(dirname(path));
    renameSync(fresh, path);
    syncFolder(dirname(path));
    return pointer;
  } catch (error) {
    rmSync(fresh, { force: true });
    throw diskFault(error, "keep the contents of", from.toString());
  }
};

const asking = /filter=lfs/u;

/** Whether attributes on the way to one of these names speak of LFS; needs no git. */
export const mayBeLfs = (
  repository: Repository,
  tree: string,
  names: Iterable<string>,
): boolean => {
  if (repository.user.kept) return false;
  const folders = new Set([""]);
  for (const name of names)
    for (let end = name.lastIndexOf("/"); end !== -1; end = name.lastIndexOf("/", end - 1)) {
      if (folders.has(name.slice(0, end + 1))) break;
      folders.add(name.slice(0, end + 1));
    }
  return [...folders].some((folder) => asksFor(tree, `${folder}.gitattributes`) === true);
};

/** Whether a file of attributes speaks of LFS; null: it isn't there. */
export const asksFor = (tree: string, name: string): boolean | null => {
  const path = pathOf(tree, name);
  try {
    return lstatSync(path).isFile() && asking.test(readFileSync(path, "latin1"));
  } catch (error) {
    if (isMissing(error)) return null;
    throw diskFault(error, "read", path.toString());
  }
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
export const pointersOf = async (
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
