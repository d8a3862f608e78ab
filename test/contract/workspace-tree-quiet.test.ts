// Tests of measuring an unchanged tree: few processes, nothing missed.
import assert from "node:assert/strict";
import { renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { gitIn, ownFolder, put, repositoryIn } from "./workspace-folder.ts";
import { digests, shop, started } from "./workspace-shop.ts";

test("where nothing changed three lists and a tree tell it; what was seen or read just now is not asked again", async (t) => {
  const { folder, root } = await shop(t, { "a.txt": "a\n", "src/b.txt": "b\n" });
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  const first = await workspace.tree(ground);
  assert.deepEqual(await started(t, folder, () => workspace.tree(ground)), [
    "ls-files",
    "ls-files",
    "ls-files",
    "write-tree",
  ]);
  const contents = { src: { globs: ["src"] } };
  const facts = async (): Promise<void> => {
    const told = await workspace.facts(ground, { tree: true, contents }, "", first);
    assert.deepEqual([told.tree, told.head], [first.tree, first.head]);
  };
  assert.deepEqual(await started(t, folder, facts), ["ls-tree"]);
  assert.deepEqual(await started(t, folder, facts), []);
  const then = { src: { globs: ["src"], tree: first.tree } };
  const ask = { span: { from: first, to: first }, contents: then };
  assert.deepEqual(await started(t, folder, () => workspace.facts(ground, ask, "")), ["status"]);
});

test("what was seen just now stands for the tree, whatever has come since; an earlier moment is told by itself", async (t) => {
  const { root } = await shop(t, { "a.txt": "a\n" });
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  const first = await workspace.tree(ground);
  const contents = { a: { globs: ["a.txt"] } };
  const before = (await workspace.facts(ground, { contents }, "")).contents;
  put(root, "a.txt", "A\n");
  assert.deepEqual((await workspace.facts(ground, { contents }, "", first)).contents, before);
  assert.notDeepEqual((await workspace.facts(ground, { contents }, "")).contents, before);
  const then = { a: { globs: ["a.txt"], tree: first.tree } };
  const told = await workspace.facts(
    ground,
    { contents: then, span: { from: first, to: first } },
    "",
  );
  assert.deepEqual([told.contents, told.tree, told.span?.changed], [before, null, []]);
});

test("of trees that are gone from the cache equal ones differ in nothing, and the present one stands for what was in the other", async (t) => {
  const { root } = await shop(t, { "a.txt": "a\n" });
  const home = join(root, ".cairn");
  const workspace = await openWorkspace({ home });
  const ground = { root, place: null, ignores: [] };
  const gone = { tree: "1".repeat(40), head: gitIn(root, "rev-parse", "HEAD") };
  const contents = { a: { globs: ["a.txt"], tree: gone.tree }, now: { globs: ["a.txt"] } };
  const { span, contents: found } = await workspace.facts(
    ground,
    { span: { from: gone, to: gone }, contents },
    "",
  );
  assert.deepEqual([span?.known, span?.changed], [true, []]);
  assert.equal(found?.["a"], found?.["now"]);
  const other = { tree: "2".repeat(40), head: gone.head };
  assert.equal(
    (await workspace.facts(ground, { span: { from: gone, to: other } }, "")).span?.known,
    false,
  );
});

test("a new time alone changes nothing; a link to the folder in the folder's place does", async (t) => {
  const { root, tree } = await shop(t, { "a.txt": "a\n", "src/b.txt": "b\n" });
  const first = await tree();
  utimesSync(join(root, "a.txt"), 1, 1);
  assert.equal(await tree(), first);
  renameSync(join(root, "src"), join(root, "moved"));
  symlinkSync("moved", join(root, "src"));
  const linked = await tree();
  put(root, ".gitignore", "/src\n");
  const ignored = await tree();
  assert.equal(new Set([first, linked, ignored]).size, 3);
  rmSync(join(root, ".cairn/cache"), { recursive: true });
  assert.equal(await tree(), ignored, "the same without what was known");
  rmSync(join(root, ".gitignore"));
  rmSync(join(root, "src"));
  renameSync(join(root, "moved"), join(root, "src"));
  assert.equal(await tree(), first);
});

test("a tracked file counts although it is ignored, in a folder of any name", async (t) => {
  const folder = ownFolder(t);
  const root = repositoryIn(join(folder, "Büro 山"), { "a.txt": "a\n", "ü/b.txt": "b\n" });
  const tree = await digests(root, join(root, ".cairn"));
  put(root, ".gitignore", "ü\n");
  const first = await tree();
  put(root, "ü/b.txt", "B\n");
  const second = await tree();
  rmSync(join(root, ".cairn/cache"), { recursive: true });
  assert.equal(await tree(), second);
  assert.notEqual(second, first);
});
