// Tests of a tree measured with the index of the last time: same answers as a fresh one.
import assert from "node:assert/strict";
import { chmodSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, put } from "./workspace-folder.ts";
import { digests, shop } from "./workspace-shop.ts";

const storesIn = (home: string): readonly string[] =>
  readdirSync(join(home, "cache/trees"))
    .filter((name) => name !== "objects")
    .map((name) => join(home, "cache/trees", name));

type Act = readonly [name: string, act: (root: string) => void];
const remove = (root: string, path: string): void => rmSync(join(root, path), { recursive: true });
/** One after another: each finds what the ones before it left. */
const acts: readonly Act[] = [
  ["a change", (root) => put(root, "a.txt", "other\n")],
  ["ignored, and tracked", (root) => put(root, ".gitignore", "*.log\n")],
  ["a change of what is ignored and tracked", (root) => put(root, "src/b.log", "other\n")],
  ["ignored, and there", (root) => put(root, "x.log", "x")],
  ["tracked now, though ignored", (root) => void gitIn(root, "add", "--force", "x.log")],
  ["tracked no longer", (root) => void gitIn(root, "rm", "-q", "--cached", "x.log")],
  ["a tracked one is gone", (root) => remove(root, "lib/c.txt")],
  [
    "and is ignored by rules that no tree shows",
    (root) => put(root, ".git/info/exclude", "/lib\n"),
  ],
  ["and comes again", (root) => put(root, "lib/c.txt", "again\n")],
  [
    "an ignored file of rules, in a folder",
    (root) => put(root, "src/.gitignore", ".gitignore\n*.txt\n"),
  ],
  ["no longer", (root) => remove(root, "src/.gitignore")],
  ["executable", (root) => chmodSync(join(root, "a.txt"), 0o755)],
  [
    "a link to it in the folder's place",
    (root) => {
      renameSync(join(root, "src"), join(root, "moved"));
      symlinkSync("moved", join(root, "src"));
    },
  ],
  [
    "and the folder again",
    (root) => {
      rmSync(join(root, "src"));
      renameSync(join(root, "moved"), join(root, "src"));
    },
  ],
  [
    "names shortened in the index",
    (root) => void gitIn(root, "update-index", "--index-version", "4"),
  ],
  ["tracked now, of such an index", (root) => void gitIn(root, "add", "--force", "x.log")],
  ["names in full", (root) => void gitIn(root, "update-index", "--index-version", "2")],
  ["an index in two files", (root) => void gitIn(root, "update-index", "--split-index")],
  [
    "tracked no longer, of such an index",
    (root) => void gitIn(root, "rm", "-q", "--cached", "x.log"),
  ],
  [
    "flags",
    (root) =>
      void gitIn(
        root,
        "update-index",
        "--no-split-index",
        "--skip-worktree",
        "--assume-unchanged",
        "a.txt",
      ),
  ],
  ["a change behind them", (root) => put(root, "a.txt", "third\n")],
  [
    "to be added",
    (root) => (
      put(root, "later.log", "l"),
      void gitIn(root, "add", "--force", "--intent-to-add", "later.log")
    ),
  ],
  [
    "a repository within",
    (root) => (put(root, "in/f", "f"), void gitIn(join(root, "in"), "init", "-q")),
  ],
  ["no index", (root) => rmSync(join(root, ".git/index"))],
];

test("whatever happens to files, rules and indexes, a measure with the last index finds what one without finds", async (t) => {
  const { folder, root } = await shop(t, {
    "a.txt": "a\n",
    "src/b.log": "b\n",
    "src/d.txt": "d\n",
    "lib/c.txt": "c\n",
    "run/state.json": "{}",
  });
  const [knowing, asking] = [
    await digests(root, join(folder, "knowing")),
    await digests(root, join(folder, "asking")),
  ];
  const both = async (what: string, ignores: readonly string[] = []): Promise<void> => {
    const known = await knowing(ignores);
    for (const store of storesIn(join(folder, "asking"))) rmSync(store, { recursive: true });
    assert.equal(known, await asking(ignores), what);
  };
  await asking();
  for (const [what, act] of acts) {
    act(root);
    await both(what);
    await both(`${what}, and nothing more`);
  }
  await both("less of it", ["run", "src/d.txt"]);
  await both("all of it");
});

test("what is told of our own folder is git's to say", async (t) => {
  const { folder, root } = await shop(t, {
    "a.txt": "a\n",
    ".cairn/b.log": "b\n",
    ".gitignore": "*.log\n",
  });
  gitIn(root, "add", "--force", ".cairn");
  const [tree, anew] = [
    await digests(root, join(folder, "home")),
    await digests(root, join(folder, "anew")),
  ];
  await tree();
  put(root, ".git/info/exclude", "!*.log\n");
  remove(root, ".gitignore");
  assert.equal(await tree(), await anew());
});
