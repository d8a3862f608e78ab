// Tests of tree digests over a damaged or missing cache, in parallel, in linked worktrees.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { gitIn, ownFolder, put } from "./workspace-folder.ts";
import { shop } from "./workspace-shop.ts";

test("many at once, in several processes, while files come and go, agree when it is quiet again", async (t) => {
  const { folder, root, tree } = await shop(t);
  for (let number = 0; number < 200; number += 1) put(root, `src/${number}.txt`, `${number}`);
  const script = join(folder, "measure.ts");
  writeFileSync(
    script,
    `import { openWorkspace } from ${JSON.stringify(join(import.meta.dirname, "../../src/workspace/open-workspace.ts"))};
const workspace = await openWorkspace({ home: ${JSON.stringify(join(root, ".cairn"))} });
for (let round = 0; round < 3; round += 1) await Promise.all([1, 2].map(() => workspace.tree({ root: ${JSON.stringify(root)}, place: null, ignores: [] })));
`,
  );
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, [script], { stdio: ["ignore", "ignore", "inherit"] }),
  );
  const ended = Promise.all(children.map((child) => once(child, "exit")));
  const state = { running: true };
  void ended.then(() => (state.running = false));
  for (let round = 0; state.running; round += 1) {
    put(root, `src/${round % 50}.txt`, `round ${round}`);
    rmSync(join(root, `src/${(round + 25) % 50}.txt`), { force: true });
    await tree();
  }
  for (const [code] of await ended) assert.equal(code, 0);
  const last = await tree();
  rmSync(join(root, ".cairn/cache"), { recursive: true });
  assert.equal(await tree(), last);
});

test("a damaged or deleted cache is made anew; changes since a lost tree are: any file may have", async (t) => {
  const { root, tree } = await shop(t, { "a.txt": "a\n", "b.txt": "b\n" });
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  put(root, "a.txt", "A\n");
  const first = await tree();
  put(root, "b.txt", "B\n");
  const second = await tree();
  assert.deepEqual(await workspace.changed(ground, first, second), [
    { path: "b.txt", how: "modified" },
  ]);
  const trees = join(root, ".cairn/cache/trees");
  const own = readdirSync(trees).find((name) => name !== "objects") ?? "";
  writeFileSync(join(trees, own, "index"), "no index");
  assert.equal(await tree(), second);
  rmSync(trees, { recursive: true });
  assert.equal(await tree(), second);
  assert.deepEqual(await workspace.changed(ground, first, second), [
    { path: "a.txt", how: "modified" },
    { path: "b.txt", how: "modified" },
  ]);
  await assert.rejects(workspace.changed(ground, second, first), { code: "TREE_UNKNOWN" });
  await assert.rejects(workspace.changed(ground, second, "--output=x"), { code: "TREE_UNKNOWN" });
});

test("a linked worktree is measured by its own files, a bare repository not at all", async (t) => {
  const { folder, root, tree } = await shop(t);
  gitIn(root, "worktree", "add", "-q", "../other");
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root: join(folder, "other"), place: null, ignores: [] };
  const first = await workspace.tree(ground);
  assert.equal(first.tree, await tree());
  put(ground.root, "a.txt", "other\n");
  assert.notEqual((await workspace.tree(ground)).tree, first.tree);
  assert.equal(await tree(), first.tree);
  gitIn(folder, "clone", "-q", "--bare", root, join(folder, "bare.git"));
  await assert.rejects(
    workspace.tree({ root: join(folder, "bare.git"), place: null, ignores: [] }),
    { code: "TREE_MISSING" },
  );
  gitIn(join(folder, "bare.git"), "worktree", "add", "-q", join(folder, "of-bare"), "main");
  assert.deepEqual(
    await workspace.tree({ root: join(folder, "of-bare"), place: null, ignores: [] }),
    first,
  );
  await assert.rejects(
    workspace.tree({ root: join(folder, "nowhere"), place: null, ignores: [] }),
    { code: "ROOT_MISSING" },
  );
});

test("a repository of the longer hash is measured all the same", async (t) => {
  const root = join(ownFolder(t), "long");
  mkdirSync(root);
  gitIn(root, "init", "-q", "--object-format=sha256");
  put(root, "a.txt", "a\n");
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-q", "-m", "first");
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  const head = gitIn(root, "rev-parse", "HEAD");
  const first = await workspace.tree(ground);
  assert.equal(first.head, head);
  assert.deepEqual(await workspace.commits(ground, null, head), [head]);
  put(root, "a.txt", "b\n");
  const second = await workspace.tree(ground);
  assert.deepEqual(await workspace.changed(ground, first.tree, second.tree), [
    { path: "a.txt", how: "modified" },
  ]);
});

test("HEAD and branch are git's, loose, packed, detached or unborn", async (t) => {
  const { root } = await shop(t);
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const facts = async (): Promise<readonly [string | null, string | null]> => {
    const { head, branch } = await workspace.facts(
      { root, place: null, ignores: [] },
      { tree: true },
      "",
    );
    return [head, branch];
  };
  const head = gitIn(root, "rev-parse", "HEAD");
  assert.deepEqual(await facts(), [head, "main"]);
  gitIn(root, "pack-refs", "--all");
  assert.deepEqual(await facts(), [head, "main"]);
  gitIn(root, "checkout", "-q", "-b", "feat/ü");
  assert.deepEqual(await facts(), [head, "feat/ü"]);
  gitIn(root, "checkout", "-q", "--detach");
  assert.deepEqual(await facts(), [head, null]);
  gitIn(root, "checkout", "-q", "--orphan", "new");
  assert.deepEqual(await facts(), [null, "new"]);
});

test("commits between two heads come oldest first; whether one exists is git's word", async (t) => {
  const { root } = await shop(t);
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: [] };
  const first = gitIn(root, "rev-parse", "HEAD");
  for (const name of ["b", "c"]) {
    put(root, name, name);
    gitIn(root, "add", "-A");
    gitIn(root, "commit", "-q", "-m", name);
  }
  const [third = "", second = ""] = gitIn(root, "log", "--format=%H").split("\n");
  assert.deepEqual(await workspace.commits(ground, first, third), [second, third]);
  assert.deepEqual(await workspace.commits(ground, null, second), [first, second]);
  assert.deepEqual(await workspace.commits(ground, third, third), []);
  assert.deepEqual(await workspace.commits(ground, third, null), []);
  await assert.rejects(workspace.commits(ground, "f".repeat(40), third), { code: "GIT_FAILED" });
  const tree = gitIn(root, "rev-parse", "HEAD^{tree}");
  const asked = [first, third.slice(0, 10), "f".repeat(40), tree, "HEAD", "main", "x\ny", ""];
  const { commits } = await workspace.facts(ground, { commits: asked }, "2026-01-01T00:00:00.000Z");
  assert.deepEqual(
    asked.map((commit) => commits[commit]),
    [true, true, false, false, false, false, false, false],
  );
});

test("a name `*` in what a protocol ignores stands for any: tracked, forced or new, and for nothing beside or deeper", async (t) => {
  const { root, tree } = await shop(t, { ".gitignore": "/runs/b\n", "runs/a/state.json": "{}" });
  put(root, "runs/b/state.json", "{}");
  gitIn(root, "add", "--force", "runs/b/state.json");
  const wanted = ["runs/*/state.json"];
  const first = await tree(wanted);
  for (const name of ["a", "b", "c"]) put(root, `runs/${name}/state.json`, `{"of":"${name}"}`);
  assert.equal(await tree(wanted), first);
  for (const path of ["runs/state.json", "runs/a/state.json.md", "runs/a/in/state.json"]) {
    const before = await tree(wanted);
    put(root, path, "x");
    assert.notEqual(await tree(wanted), before, path);
  }
});
