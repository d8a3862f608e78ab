// Tests of tree digests: every change of content shows, nothing else does.
import assert from "node:assert/strict";

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { gitIn, ownFolder, put, repositoryIn } from "./workspace-folder.ts";
import { digests, shop } from "./workspace-shop.ts";

test("each change of content shows: tracked, untracked, staged or not, mode, name, taken back again", async (t) => {
  const { root, tree } = await shop(t, { "a.txt": "a\n", "src/b.txt": "b\n" });
  const first = await tree();
  assert.equal(
    first,
    gitIn(root, "rev-parse", "HEAD^{tree}"),
    "a clean tree has the digest that git gives it",
  );
  const seen = new Set([first]);
  const other = async (what: string): Promise<void> => {
    const now = await tree();
    assert.ok(!seen.has(now), `${what} must show`);
    assert.equal(await tree(), now, `${what}: measured again, the same`);
    seen.add(now);
  };
  put(root, "a.txt", "A\n");
  await other("same size, same second");
  put(root, "new/ü\n 'x'.txt", "n\n");
  await other("an untracked file");
  gitIn(root, "add", "a.txt");
  assert.ok(seen.has(await tree()), "staging changes nothing");
  chmodSync(join(root, "a.txt"), 0o755);
  await other("the executable bit");
  unlinkSync(join(root, "src/b.txt"));
  await other("a deleted file");
  symlinkSync("a.txt", join(root, "src-link"));
  await other("a symbolic link");
  rmSync(join(root, "a.txt"));
  put(root, "a.txt/now-a-folder", "x");
  await other("a folder in a file's place");
  for (const name of ["a.txt", "new", "src-link"]) rmSync(join(root, name), { recursive: true });
  put(root, "a.txt", "a\n");
  put(root, "src/b.txt", "b\n");
  assert.equal(await tree(), first, "all taken back");
});

test("a commit, a branch and a rebase of the same content change nothing", async (t) => {
  const { root, tree } = await shop(t);
  put(root, "b.txt", "b\n");
  const before = await tree();
  gitIn(root, "checkout", "-q", "-b", "side");
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-q", "-m", "second");
  assert.equal(await tree(), before);
  gitIn(root, "commit", "-q", "--amend", "-m", "again");
  assert.equal(await tree(), before);
});

test("neither index flags nor settings, filters, hooks or attributes hide a change or run a program", async (t) => {
  const { folder, root, tree } = await shop(t, {
    "a.txt": "a\r\n",
    "b.txt": "b\n",
    ".gitattributes":
      "* text=auto eol=lf\n*.bin filter=broken\n*.u16 working-tree-encoding=UTF-16\n",
  });
  const first = await tree();
  for (const [name, value] of [
    ["filter.broken.clean", `touch ${folder}/ran; false`],
    ["filter.broken.required", "true"],
    ["core.safecrlf", "true"],
    ["core.autocrlf", "input"],
    ["core.fsmonitor", `${folder}/monitor`],
    ["core.hooksPath", `${folder}/hooks`],
    ["core.sparseCheckout", "true"],
  ] as const) {
    gitIn(root, "config", name, value);
  }
  for (const name of ["monitor", "hooks/post-index-change"]) {
    put(folder, name, `#!/bin/sh\ntouch ${folder}/ran\n`);
    chmodSync(join(folder, name), 0o755);
  }
  gitIn(
    root,
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "update-index",
    "--assume-unchanged",
    "a.txt",
  );
  gitIn(
    root,
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "update-index",
    "--skip-worktree",
    "b.txt",
  );
  put(root, "a.txt", "a\n");
  const second = await tree();
  assert.notEqual(second, first, "assume-unchanged, and only the line end");
  put(root, "b.txt", "c\n");
  const third = await tree();
  assert.notEqual(third, second, "skip-worktree");
  put(root, "x.bin", "x");
  put(root, "x.u16", "odd");
  assert.notEqual(await tree(), third);
  assert.equal(existsSync(join(folder, "ran")), false, "no program of the repository's ran");
});

test("the user's index, objects and refs stay as they are", async (t) => {
  const { root, tree } = await shop(t, { "a.txt": "a\n" });
  const parts = (): string => {
    const walk = (at: string): string[] =>
      readdirSync(join(root, ".git", at), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? walk(`${at}/${entry.name}`) : [`${at}/${entry.name}`],
      );
    return JSON.stringify(
      walk(".")
        .sort()
        .map((path) => [path, readFileSync(join(root, ".git", path), "base64")]),
    );
  };
  put(root, "b.txt", "b\n");
  utimesSync(join(root, "a.txt"), 1, 1);
  const before = parts();
  await tree();
  assert.equal(parts(), before);
});

test("ignored files never count, unless they are tracked; what becomes ignored stops to count, with the cache or without", async (t) => {
  const { root, tree } = await shop(t, { ".gitignore": "*.log\n", "a.txt": "a\n" });
  const first = await tree();
  put(root, "x.log", "1");
  put(root, ".git/info/exclude", "/local\n");
  put(root, "local", "1");
  assert.equal(await tree(), first);
  gitIn(root, "add", "-f", "x.log");
  const forced = await tree();
  assert.notEqual(forced, first);
  put(root, "x.log", "2");
  assert.notEqual(await tree(), forced, "a tracked file counts although it is ignored");
  put(root, "coverage/out.txt", "1");
  await tree();
  put(root, "own-ignores", "/mine\n");
  gitIn(root, "config", "core.excludesFile", join(root, "own-ignores"));
  const own = await tree();
  put(root, "mine", "x");
  assert.notEqual(await tree(), own, "an ignore file that the repository's settings name");
  put(root, ".gitignore", "*.log\ncoverage\n");
  const ignored = await tree();
  put(root, "coverage/out.txt", "2");
  assert.equal(await tree(), ignored);
  rmSync(join(root, ".cairn/cache"), { recursive: true });
  assert.equal(await tree(), ignored, "the digest doesn't depend on what the cache has seen");
});

test("what a protocol ignores never counts, the rest beside it does, in the run's folder too", async (t) => {
  const folder = ownFolder(t);
  const root = repositoryIn(join(folder, "shop"), { "a.txt": "a\n", "runs/[1] #x/old.json": "{}" });
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const tree = async (): Promise<string> =>
    (
      await workspace.tree({
        root,
        place: join(root, "runs/[1] #x"),
        ignores: [
          "draft.md",
          join(root, "runs/[1] #x/old.json"),
          "runs/[1] #x/new.json",
          join(folder, "elsewhere"),
          "~/nothing",
          "../a.txt",
        ],
      })
    ).tree;
  const first = await tree();
  put(root, "runs/[1] #x/old.json", "{}\n");
  put(root, "runs/[1] #x/new.json", "{}");
  put(root, "draft.md", "x");
  put(root, ".cairn/refused/x", "x");
  assert.equal(await tree(), first);
  put(root, "runs/[1] #x/work.md", "{}");
  const second = await tree();
  assert.notEqual(second, first);
  put(root, "src/draft.md", "x");
  assert.notEqual(await tree(), second, "only the path that was meant");
});

test("files of submodules and nested repositories count, their commits don't", async (t) => {
  const folder = ownFolder(t);
  const part = repositoryIn(join(folder, "part"), { "p.txt": "p\n" });
  const root = repositoryIn(join(folder, "shop"));
  gitIn(root, "submodule", "add", "-q", part, "lib/part");
  gitIn(root, "commit", "-q", "-m", "part");
  repositoryIn(join(root, "vendor/own"), { ".gitignore": "skip\n", "v.txt": "v\n" });
  mkdirSync(join(root, "unborn"));
  gitIn(join(root, "unborn"), "init", "-q");
  const workspace = await openWorkspace({ home: join(root, ".cairn") });
  const ground = { root, place: null, ignores: ["lib/part/notes.md"] };
  const first = (await workspace.tree(ground)).tree;
  put(root, "lib/part/notes.md", "x");
  put(root, "vendor/own/skip", "x");
  assert.equal((await workspace.tree(ground)).tree, first);
  put(root, "lib/part/p.txt", "P\n");
  put(root, "vendor/own/w.txt", "w\n");
  put(root, "unborn/u.txt", "u\n");
  const second = (await workspace.tree(ground)).tree;
  assert.deepEqual(await workspace.changed(ground, first, second), [
    { path: "lib/part/p.txt", how: "modified" },
    { path: "unborn/u.txt", how: "added" },
    { path: "vendor/own/w.txt", how: "added" },
  ]);
  gitIn(join(root, "vendor/own"), "add", "-A");
  gitIn(join(root, "vendor/own"), "commit", "-q", "-m", "w");
  gitIn(join(root, "lib/part"), "commit", "-q", "-a", "-m", "P");
  assert.equal((await workspace.tree(ground)).tree, second);
});

test("without git all files count but those that tools make; without commits HEAD is null", async (t) => {
  const root = ownFolder(t);
  const tree = await digests(root, join(root, ".cairn"));
  put(root, "a.txt", "a");
  const first = await tree();
  for (const path of ["node_modules/x/index.js", "dist/a.js", "src/__pycache__/a.pyc", ".cairn/x"])
    put(root, path, "x");
  assert.equal(await tree(), first);
  put(root, "src/deep/b.txt", "b");
  assert.notEqual(await tree(), first);
  const unborn = join(root, "unborn");
  mkdirSync(unborn);
  gitIn(unborn, "init", "-q");
  put(unborn, "a.txt", "a");
  const workspace = await openWorkspace({ home: join(unborn, ".cairn") });
  assert.deepEqual(await workspace.tree({ root: unborn, place: null, ignores: [] }), {
    tree: first,
    head: null,
  });
});

test("the caller's git variables don't leak in, and a missing git is a fault with what to do", async (t) => {
  const { folder, tree } = await shop(t);
  const first = await tree();
  const saved = { ...process.env };
  t.after(() => {
    for (const name of ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY"])
      delete process.env[name];
    process.env["PATH"] = saved["PATH"];
  });
  Object.assign(process.env, {
    GIT_DIR: `${folder}/x`,
    GIT_INDEX_FILE: `${folder}/y`,
    GIT_WORK_TREE: folder,
    GIT_OBJECT_DIRECTORY: `${folder}/z`,
  });
  assert.equal(await tree(), first);
  process.env["PATH"] = join(folder, "nothing-here");
  await assert.rejects(tree(), { code: "GIT_MISSING", hint: /install git/ });
});
