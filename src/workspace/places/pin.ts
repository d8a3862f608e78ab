// Pinned paths in a clean checkout: as in another commit while a check runs, and back again.
import { lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { matchesAny } from "../../core/glob.ts";
import { Fault } from "../../core/refusal.ts";
import { onDisk } from "../disk/fault.ts";
import { objectsBy } from "../git/batch.ts";
import { type Ask, joinNames, readable } from "../git/git.ts";
import { differences, indexInfo, treeEntries } from "../git/trees.ts";
import type { Pin, Site } from "../places.ts";
import { withIndex, writeTree } from "./gather.ts";
import { linkLook, pathOf } from "./tree-path.ts";
import { isPointer } from "./lfs.ts";
import { ownRecord } from "./pool.ts";
import { askStore, inTree, type Repository, treeOf } from "./repository.ts";
import { openWithout } from "./store.ts";
import { checkoutOf, hasTree, type Slot, slotOf } from "./slot.ts";

/** A commit's tree with the pinned paths of another, without files added there. */
const pinnedTree = async (
  repository: Repository,
  slot: Slot,
  at: string,
  { paths, commit }: Pin,
): Promise<string> => {
  const changed = await differences(askStore(repository), at, commit);
  const back = changed.filter(({ name }) => matchesAny(paths, readable(name)));
  if (back.length === 0) return treeOf(repository, at);
  return withIndex(slot.folder, async (index) => {
    const ask: Ask = (args, rest) => inTree(repository, { tree: slot.tree, index }, args, rest);
    await ask(["read-tree", at]);
    await ask(["update-index", "-z", "--replace", "--index-info"], { input: indexInfo(back) });
    return writeTree(ask);
  });
};

/** Blobs in memory at once. */
const batch = 256;

/** Writes exactly the other commit's bytes, whatever attributes the work adds for conversion. */
const writeRaw = async (
  repository: Repository,
  slot: Slot,
  { paths, commit }: Pin,
): Promise<void> => {
  const { tree } = slot;
  const past = Date.now() / 1000 - 10;
  const files = (await treeEntries(askStore(repository), commit)).filter(
    ({ mode, name }) => mode.startsWith("100") && matchesAny(paths, readable(name)),
  );
  const written: string[] = [];
  for (let from = 0; from < files.length; from += batch) {
    const some = files.slice(from, from + batch);
    const blobs = await objectsBy(
      askStore(repository),
      some.map(({ id }) => id),
    );
    const isBehindLink = linkLook(tree);
    onDisk("write pinned files in", tree, () => {
      for (const [at, { name, mode }] of some.entries()) {
        const [path, bytes] = [pathOf(tree, name), blobs[at]?.bytes];
        // Git has put the contents of LFS there.
        if (bytes !== undefined && isPointer(repository, bytes)) continue;
        written.push(name);
        const stat = isBehindLink(name) ? undefined : lstatSync(path, { throwIfNoEntry: false });
        if (bytes === undefined || stat === undefined || !stat.isFile())
          throw new Fault(
            "CHECKOUT_INEXACT",
            `the pinned file ${readable(name)} can't be put into ${tree}`,
            "repeat the command",
          );
        if (readFileSync(path).equals(bytes)) continue;
        // A fresh file: hard links that a check created elsewhere keep their content.
        rmSync(path);
        writeFileSync(path, bytes, { flag: "wx", mode: mode === "100755" ? 0o777 : 0o666 });
        // Older than the index written next: git compares a younger file's bytes using attributes.
        utimesSync(path, past, past);
      }
    });
  }
  if (written.length === 0) return;
  const env = await openWithout(repository, "bytes");
  await inTree(repository, slot, ["update-index", "-z", "--stdin"], {
    input: joinNames(written),
    env,
  });
};

/** @returns the resulting tree; null: no such checkout */
export const pin = async (
  repository: Repository,
  site: Site,
  key: string,
  to: Pin | null,
): Promise<string | null> => {
  const owner = checkoutOf(site, key);
  const slot = slotOf(repository, owner);
  const at = ownRecord(repository, owner)?.at ?? null;
  if (at === null || !hasTree(slot)) return null;
  const tree =
    to === null ? await treeOf(repository, at) : await pinnedTree(repository, slot, at, to);
  await inTree(repository, slot, ["update-index", "-q", "--refresh"], { also: [1] });
  await inTree(repository, slot, [
    "read-tree",
    "-m",
    "-u",
    "--exclude-per-directory=.gitignore",
    tree,
  ]);
  if (to !== null) await writeRaw(repository, slot, to);
  return tree;
};
