// Tests of anchors in git: invisible, shared by worktrees, safe from garbage collection.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Ground, Workspace } from "../../src/workspace/workspace.ts";
import { gitIn, ownFolder, repositoryIn } from "./workspace-folder.ts";

const at = "2026-01-08T12:00:00.000Z";
const headOf = (version: number): string => digest(String(version));

const open = async (
  t: TestContext,
): Promise<{ root: string; home: string; workspace: Workspace; ground: Ground }> => {
  const root = repositoryIn(join(ownFolder(t), "shop"));
  const home = join(root, ".cairn");
  return {
    root,
    home,
    workspace: await openWorkspace({ home }),
    ground: { root, place: null, ignores: [] },
  };
};

const put = async (
  workspace: Workspace,
  ground: Ground,
  from: number,
  to: number,
): Promise<void> => {
  for (let version = from; version <= to; version += 1) {
    await workspace.anchor("r1", { version, head: headOf(version), at, ledger: "a1" });
    assert.equal(await workspace.anchorInGit(ground, "r1", true), null);
  }
};

test("anchors in git are shown by no everyday command, cross no fetch or push, and stay through a collection of garbage", async (t) => {
  const { root, workspace, ground } = await open(t);
  const everyday = (): readonly string[] =>
    [
      ["log", "--all", "--decorate"],
      ["status", "--short"],
      ["branch", "-a"],
      ["tag"],
      ["stash", "list"],
    ].map((words) => gitIn(root, ...words));
  gitIn(root, "commit", "-q", "--allow-empty", "-m", "second");
  const before = everyday();
  await workspace.keep("makes the folder");
  await put(workspace, ground, 1, 3);
  assert.deepEqual(everyday(), before);
  gitIn(root, "reflog", "expire", "--expire=now", "--all");
  gitIn(root, "gc", "-q", "--prune=now");
  gitIn(root, "fsck", "--strict");
  const kept = await workspace.anchorsInGit(ground, "r1");
  assert.deepEqual(
    kept,
    [1, 2, 3].map((version) => ({ version, head: headOf(version), at, ledger: "a1" })),
  );
  assert.deepEqual(await workspace.anchoredInGit(ground), ["r1"]);
  await put(workspace, ground, 4, 4);
  assert.equal((await workspace.anchorsInGit(ground, "r1"))?.length, 4);

  const bare = join(root, "..", "bare.git");
  gitIn(join(root, ".."), "init", "-q", "--bare", bare);
  gitIn(root, "remote", "add", "origin", bare);
  gitIn(root, "push", "-q", "--all", "origin");
  assert.doesNotMatch(gitIn(bare, "for-each-ref"), /cairn/);
  gitIn(join(root, ".."), "clone", "-q", root, "other");
  assert.doesNotMatch(gitIn(join(root, "../other"), "for-each-ref"), /cairn/);
});

test("every worktree sees the same anchors in git", async (t) => {
  const { root, workspace, ground } = await open(t);
  const tree = join(root, "..", "tree");
  gitIn(root, "worktree", "add", "-q", tree);
  await put(workspace, ground, 1, 1);
  await put(workspace, { ...ground, root: tree }, 2, 2);
  const seen = await workspace.anchorsInGit({ ...ground, root: tree }, "r1");
  assert.deepEqual(
    seen?.map(({ version }) => version),
    [1, 2],
  );
  assert.deepEqual(await workspace.anchorsInGit(ground, "r1"), seen);
});

test("what git has is never taken out by what is written beside the ledger later", async (t) => {
  const { home, workspace, ground } = await open(t);
  await put(workspace, ground, 1, 2);
  writeFileSync(join(home, "anchors/r1"), `2 ${headOf(99)} ${at}\n`);
  assert.equal(await workspace.anchorInGit(ground, "r1", true), null);
  const heads = (await workspace.anchorsInGit(ground, "r1"))?.map(({ head }) => head);
  assert.deepEqual(heads, [headOf(1), headOf(2), headOf(99)]);
  rmSync(join(home, "anchors"), { recursive: true });
  assert.equal(await workspace.anchorInGit(ground, "r1", true), null);
  assert.equal((await workspace.anchorsInGit(ground, "r1"))?.length, 3);
});

test("more anchors than one blob holds come back in order", async (t) => {
  const { workspace, ground, home, root } = await open(t);
  await put(workspace, ground, 1, 1);
  // The blob is filled at once: 128 calls of git for each of its lines would only make the test slow.
  const lines = Array.from(
    { length: 128 },
    (_, index) => `${index + 1} ${headOf(index + 1)} ${at} a1\n`,
  ).join("");
  writeFileSync(join(home, "lines"), lines);
  const blob = gitIn(root, "hash-object", "-w", join(home, "lines"));
  writeFileSync(join(home, "made"), `100644 blob ${blob}\t000000\n`);
  gitIn(
    root,
    "update-ref",
    "refs/cairn/r1",
    gitIn(root, "hash-object", "-t", "tree", "-w", "--literally", treeFile(home, blob)),
  );
  await put(workspace, ground, 129, 130);
  assert.deepEqual(
    (await workspace.anchorsInGit(ground, "r1"))?.map(({ version }) => version),
    Array.from({ length: 130 }, (_, index) => index + 1),
  );
  assert.equal(gitIn(root, "ls-tree", "refs/cairn/r1").split("\n").length, 2);
});

/** A tree object of one entry, as git stores it. */
const treeFile = (home: string, blob: string): string => {
  const path = join(home, "tree");
  writeFileSync(path, Buffer.concat([Buffer.from("100644 000000\0"), Buffer.from(blob, "hex")]));
  return path;
};

test("of two that add at once both get in", async (t) => {
  const { root, workspace, ground } = await open(t);
  const other = await openWorkspace({ home: join(root, ".other") });
  await workspace.anchor("r1", { version: 1, head: headOf(1), at });
  await other.anchor("r1", { version: 2, head: headOf(2), at });
  const said = await Promise.all([
    workspace.anchorInGit(ground, "r1", true),
    other.anchorInGit(ground, "r1", true),
  ]);
  assert.deepEqual(said, [null, null]);
  const versions = (await workspace.anchorsInGit(ground, "r1"))?.map(({ version }) => version);
  assert.deepEqual(versions?.toSorted(), [1, 2]);
});

test("unless it must, a ref that was moved just now is left alone", async (t) => {
  const { workspace, ground } = await open(t);
  await put(workspace, ground, 1, 1);
  await workspace.anchor("r1", { version: 2, head: headOf(2), at });
  assert.equal(await workspace.anchorInGit(ground, "r1", false), null);
  assert.equal((await workspace.anchorsInGit(ground, "r1"))?.length, 1);
});

test("a git that fails is told in words and throws nothing; without a repository nothing is asked", async (t) => {
  const { root, workspace, ground } = await open(t);
  await workspace.anchor("r1", { version: 1, head: headOf(1), at });
  writeFileSync(join(root, ".git/refs/cairn"), "in the way\n");
  assert.match(String(await workspace.anchorInGit(ground, "r1", true)), /git|refs\/cairn\/r1/);
  const bare = ownFolder(t);
  const nowhere: Ground = { root: bare, place: null, ignores: [] };
  const alone = await openWorkspace({ home: join(bare, ".cairn") });
  await alone.anchor("r1", { version: 1, head: headOf(1), at });
  assert.equal(await alone.anchorInGit(nowhere, "r1", true), null);
  assert.equal(await alone.anchorsInGit(nowhere, "r1"), null);
  assert.deepEqual(await alone.anchoredInGit(nowhere), []);
});
