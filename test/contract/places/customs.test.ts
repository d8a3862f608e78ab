// What a repository asks of commits, and who makes them, by git's own settings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

test("signing, hooks and sign-off are seen; a landing bears its user, and rewritten by a person it isn't theirs", async (t) => {
  const { places, site, base, root } = await scene(t);
  gitIn(root, "config", "user.name", "Eve");
  gitIn(root, "config", "user.email", "eve@shop.example");
  const before = await places.customs(site, base);
  const eve = { name: "Eve", email: "eve@shop.example" };
  assert.deepEqual(before, { user: eve, subjects: ["first"], signsOff: false, unmet: [] });
  gitIn(root, "config", "commit.gpgSign", "true");
  gitIn(root, "config", "format.signOff", "true");
  gitIn(root, "config", "core.hooksPath", ".husky/_");
  put(root, ".husky/_/commit-msg", "");
  put(root, ".husky/pre-commit", "");
  const after = await places.customs(site, base);
  assert.equal(after.signsOff, true);
  assert.deepEqual(after.unmet, [
    "commit.gpgSign is set, and landings aren't signed",
    "the hook pre-commit doesn't run on landings",
  ]);
  put(await places.open(site, "k", base, true), "a.txt", "A\n");
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.ok(taken.is === "taken");
  const message = "Say A\n\nCairn-Run: r1\n";
  const by = { author: ana, committer: eve };
  const made = await places.merge(site, base, taken.work.commit, message, { as: "landing", by });
  assert.ok(made.is === "merged");
  const { commit, tree } = made.merged;
  await places.keep(site, 1, commit);
  assert.equal(
    gitIn(root, "log", "-1", "--format=%an %cn <%ce>", commit),
    "ana Eve <eve@shop.example>",
  );
  await places.moveBranch(site, "cairn/x", commit, null);
  const theirs = gitIn(root, "commit-tree", "-m", "mine", "-p", commit, tree);
  gitIn(root, "update-ref", "refs/heads/cairn/x", theirs);
  assert.equal((await places.shown(site, "cairn/x", commit)).is, "theirs");
  const again = gitIn(root, "commit-tree", "-m", message, "-p", commit, tree);
  gitIn(root, "update-ref", "refs/heads/cairn/x", again);
  assert.equal((await places.shown(site, "cairn/x", commit)).is, "other");
});
