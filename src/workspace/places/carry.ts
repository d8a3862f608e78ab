// Transport of commits from one object store to another, by packs: no remote's settings are read and no program of theirs is run.
import { isFullId } from "../../core/commit-id.ts";
import type { Ask } from "../git/git.ts";
import { askStore, durable, inStore, inUsers, type Repository } from "./repository.ts";

/** Below this, objects are written loose, as git itself does. */
const looseLimit = 100;

/** A pack of everything that commits need beyond `had`. Fault GIT_FAILED: objects are missing. */
const packOf = async (
  ask: Ask,
  wanted: readonly string[],
  had: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Buffer> => {
  const input = [...wanted, ...had.map((commit) => `^${commit}`), ""].join("\n");
  return (
    await ask(["pack-objects", "--revs", "--thin", "--stdout", "-q", "--delta-base-offset"], {
      input,
      env,
    })
  ).out;
};

const alternatesAt = (objects: string): Readonly<Record<string, string>> => ({
  GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects),
});

/** A pack's header contains the number of objects. */
const countIn = (pack: Buffer): number => (pack.length < 12 ? 0 : pack.readUInt32BE(8));

const unpack = async (
  ask: Ask,
  pack: Buffer,
  env: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const count = countIn(pack);
  if (count === 0) return;
  const how =
    count < looseLimit
      ? ["unpack-objects", "-q", "--strict"]
      : ["index-pack", "--stdin", "--fix-thin", "--strict"];
  await ask(how, { input: pack, env });
};

/** Names of blobs over `most` bytes that a commit adds to `from`, checked before copying. */
export const largeIn = async (
  repository: Repository,
  objects: string,
  { commit, from, most }: { readonly commit: string; readonly from: string; readonly most: number },
): Promise<readonly string[]> => {
  const env = alternatesAt(objects);
  const listed = (await inStore(repository, ["rev-list", "--objects", commit, `^${from}`], { env }))
    .out;
  const words = ["cat-file", "--batch-check=%(objecttype) %(objectsize) %(rest)"];
  const told = await inStore(repository, words, { env, input: listed });
  const lines = told.out.toString("latin1").split("\n");
  const names = lines.flatMap((line) => {
    const [, size = "0", name = ""] = /^blob (\d+) (.*)$/su.exec(line) ?? [];
    return Number(size) > most ? [name] : [];
  });
  return [...new Set(names)];
};

/** Imports a commit from a copied object folder into the store; recomputes each object's name and requires all. */
export const carryIn = async (
  repository: Repository,
  objects: string,
  commit: string,
  from: string,
): Promise<void> => {
  const ask = askStore(repository);
  await unpack(ask, await packOf(ask, [commit], [from], alternatesAt(objects)));
  await ask(["rev-list", "--objects", "--quiet", commit, `^${from}`]);
};

/** Copies commits of the store into the user's repository, durably. `had`: commits that exist there. */
export const carryOut = async (
  repository: Repository,
  commits: readonly string[],
  had: readonly string[],
): Promise<void> => {
  const pack = await packOf(askStore(repository), commits, had.filter(isFullId));
  await unpack((args, rest) => inUsers(repository, args, rest), pack, durable);
};
