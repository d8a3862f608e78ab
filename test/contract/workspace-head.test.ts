// Tests of what a working tree tells without a commit that is named: what is checked out, as it was committed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { branchOf } from "../../src/workspace/git/head.ts";
import { repositoryOf } from "../../src/workspace/locate.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { gitIn, ownFolder, put, repositoryIn } from "./workspace-folder.ts";

const opened = async (folder: string, root: string) => {
  const workspace = await openWorkspace({ home: join(folder, "home") });
  return { workspace, ground: { root, place: null, ignores: [] } };
};

test("HEAD, its tree and the branch are git's, loose, packed, detached or unborn", async (t) => {
  const folder = ownFolder(t);
  const root = repositoryIn(join(folder, "shop"), { "a.txt": "a\n" });
  const { workspace, ground } = await opened(folder, root);
  const facts = async () => {
    const { head, tree } = await workspace.facts(ground, { tree: true }, "");
    const repository = repositoryOf(ground);
    return [head, tree, repository === null ? null : await branchOf(repository)];
  };
  const [head, tree] = [gitIn(root, "rev-parse", "HEAD"), gitIn(root, "rev-parse", "HEAD^{tree}")];
  assert.deepEqual(await facts(), [head, tree, "main"]);
  gitIn(root, "pack-refs", "--all");
  assert.deepEqual(await facts(), [head, tree, "main"]);
  gitIn(root, "checkout", "-q", "-b", "feat/ü");
  assert.deepEqual(await facts(), [head, tree, "feat/ü"]);
  gitIn(root, "checkout", "-q", "--detach");
  assert.deepEqual(await facts(), [head, tree, null]);
  gitIn(root, "checkout", "-q", "--orphan", "new");
  assert.deepEqual(await facts(), [null, null, "new"]);
});

test("what isn't committed changes no tree and no content, but is read as it lies there", async (t) => {
  const folder = ownFolder(t);
  const root = repositoryIn(join(folder, "shop"), { "a.txt": "a\n" });
  const { workspace, ground } = await opened(folder, root);
  const tree = gitIn(root, "rev-parse", "HEAD^{tree}");
  const ask = { tree: true, changed: tree, files: ["a.txt"], contents: { a: { globs: ["*"] } } };
  const clean = await workspace.facts(ground, ask, "");
  put(root, "a.txt", "A\n");
  put(root, "b.txt", "b\n");
  gitIn(root, "add", "b.txt");
  const { files, ...dirty } = await workspace.facts(ground, ask, "");
  assert.deepEqual({ ...clean, files }, { ...dirty, files });
  assert.deepEqual([files["a.txt"]?.text, dirty.changed], ["A\n", []]);
});

test("outside of a repository there is neither commit nor tree", async (t) => {
  const folder = ownFolder(t);
  put(folder, "plain/a.txt", "a\n");
  const { workspace, ground } = await opened(folder, join(folder, "plain"));
  const ask = { tree: true, contents: { a: { globs: ["a.txt"] } }, files: ["a.txt"] };
  const { tree, head, contents, files } = await workspace.facts(ground, ask, "");
  assert.deepEqual([tree, head, files["a.txt"]?.text], [null, null, "a\n"]);
  assert.notEqual(contents?.["a"], null, "a file that is named counts as it lies there");
});

test("whether a commit exists is git's word, and only ids are asked for", async (t) => {
  const folder = ownFolder(t);
  const root = repositoryIn(join(folder, "shop"), { "a.txt": "a\n" });
  const { workspace, ground } = await opened(folder, root);
  const [head, tree] = [gitIn(root, "rev-parse", "HEAD"), gitIn(root, "rev-parse", "HEAD^{tree}")];
  const asked = [head, head.slice(0, 10), "f".repeat(40), tree, "HEAD", "main", "x\ny", ""];
  const { commits } = await workspace.facts(ground, { commits: asked }, "");
  assert.deepEqual(
    asked.map((commit) => commits[commit]),
    [true, true, false, false, false, false, false, false],
  );
});
