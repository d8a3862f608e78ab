// Tests of unfinished merges, cherry-picks, reverts, rebases and stashes.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { unfinishedIn } from "../../src/workspace/git/unfinished.ts";
import { gitIn } from "./workspace-folder.ts";

test("a merge, a cherry-pick, a revert, a rebase and a stash that stopped are each told until they end", async (t) => {
  const top = await realpath(await mkdtemp(join(tmpdir(), "cairn-unfinished-")));
  t.after(() => rm(top, { recursive: true }));
  const unfinished = () => unfinishedIn({ root: top, place: null, ignores: [] });
  assert.equal(await unfinished(), null, "no repository");
  gitIn(top, "init", "-q", "-b", "main");
  const commit = (text: string): void => {
    writeFileSync(join(top, "a b"), text);
    gitIn(top, "add", "a b");
    gitIn(top, "commit", "-q", "-m", text);
  };
  commit("one");
  gitIn(top, "checkout", "-q", "-b", "side");
  commit("side");
  gitIn(top, "checkout", "-q", "main");
  commit("two");
  commit("three");
  assert.equal(await unfinished(), null);
  const ways = { merge: "side", "cherry-pick": "side", revert: "HEAD~1", rebase: "side" } as const;
  for (const what of ["merge", "cherry-pick", "revert", "rebase"] as const) {
    assert.throws(() => gitIn(top, what, ways[what]));
    assert.equal(await unfinished(), what);
    gitIn(top, "add", "a b");
    assert.equal(await unfinished(), what);
    gitIn(top, what, "--abort");
    assert.equal(await unfinished(), null);
  }
  writeFileSync(join(top, "a b"), "mine");
  gitIn(top, "stash", "-q");
  commit("four");
  assert.throws(() => gitIn(top, "stash", "pop"));
  assert.equal(await unfinished(), "conflict");
});
