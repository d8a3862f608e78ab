// A run branch that somebody made a symbolic reference: what it points to is nobody's but theirs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gitIn, ownFolder, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

test("a run branch that points to another branch is told, put back and dropped, and the other stays", async (t) => {
  const { places, site, base, root } = await scene(t);
  const place = await places.open(site, "k", base, false);
  put(place, "a.txt", "A\n");
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.ok(taken.is === "taken");
  const { commit } = taken.work;
  await places.keep(site, 1, commit);
  const point = (to = "refs/heads/main"): string =>
    gitIn(root, "symbolic-ref", "refs/heads/cairn/x", to);
  const refs = (): string =>
    gitIn(root, "for-each-ref", "--format=%(refname) %(symref) %(objectname)", "refs/heads");
  const ours = `refs/heads/cairn/x  ${commit}\n`;
  const main = `refs/heads/main  ${base}`;
  point();
  assert.deepEqual(await places.moveBranch(site, "cairn/x", commit, base), {
    is: "foreign",
    commit: null,
  });
  assert.equal(refs(), `refs/heads/cairn/x refs/heads/main ${base}\n${main}`);
  assert.deepEqual(await places.shown(site, "cairn/x", commit), {
    is: "symbolic",
    to: "refs/heads/main",
  });
  assert.equal(await places.putBack(site, "cairn/x", commit, null), "refs/heads/main");
  assert.equal(refs(), ours + main);
  assert.equal(
    await places.putBack(site, "cairn/x", commit, null),
    null,
    "it is a plain one by now",
  );
  point("refs/heads/gone");
  assert.equal(await places.putBack(site, "cairn/x", commit, null), "refs/heads/gone");
  assert.equal(refs(), ours + main);
  // A working tree that has it checked out would show the move as changes.
  const tree = `${ownFolder(t)}/tree`;
  gitIn(root, "worktree", "add", "-q", tree, "cairn/x");
  gitIn(root, "branch", "other", base);
  point("refs/heads/other");
  assert.equal(await places.putBack(site, "cairn/x", commit, null), null);
  gitIn(root, "worktree", "remove", "--force", tree);
  gitIn(root, "branch", "-D", "other");
  for (const to of ["refs/heads/main", "refs/heads/gone"]) {
    point(to);
    await places.drop(site, "cairn/x");
    assert.equal(refs(), main);
    assert.throws(() => gitIn(root, "symbolic-ref", "refs/heads/cairn/x"));
  }
});
