// A place has the tags, remotes and default branch of the user's repository, and gives none of them back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ana, scene } from "./scene.ts";
import { gitIn, put } from "../workspace-folder.ts";

test("a place and a checkout answer git's questions about tags and remotes as the user's checkout does", async (t) => {
  const { places, site, root, base, user } = await scene(t);
  gitIn(root, "tag", "-a", "-m", "one", "v1.0");
  gitIn(root, "remote", "add", "origin", "https://ana:s3cret-token@git.invalid/team/shop.git");
  gitIn(root, "remote", "add", "backup", "../backup.git");
  gitIn(root, "update-ref", "refs/remotes/origin/main", base);
  gitIn(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
  gitIn(root, "checkout", "-q", "-b", "feature");
  put(root, "a.txt", "feature\n");
  gitIn(root, "commit", "-q", "-am", "second");
  const head = gitIn(root, "rev-parse", "HEAD");
  gitIn(root, "commit", "-q", "--allow-empty", "-m", "later");
  gitIn(root, "tag", "later");
  gitIn(root, "reset", "-q", "--hard", head);
  const run = { ...site, run: "r2" };
  await places.base(run, { changes: false });
  const before = user();
  const place = await places.open(run, "k", head, true);
  for (const folder of [place, await places.checkout(run, "c", head)]) {
    assert.equal(gitIn(folder, "describe"), gitIn(root, "describe"));
    assert.equal(gitIn(folder, "tag"), "v1.0");
    assert.equal(gitIn(folder, "rev-parse", "v1.0^{commit}"), base);
    assert.equal(gitIn(folder, "diff", "--name-only", "origin/HEAD...HEAD"), "a.txt");
    assert.equal(gitIn(folder, "rev-parse", "origin/main", "main"), `${base}\n${head}`);
    assert.equal(gitIn(folder, "remote", "get-url", "origin"), "https://git.invalid/team/shop.git");
    assert.equal(gitIn(folder, "remote", "get-url", "backup"), join(root, "../backup.git"));
    assert.doesNotMatch(readFileSync(join(folder, ".git/config"), "utf8"), /s3cret/u);
    assert.throws(() => gitIn(folder, "push", "-q", "backup", "HEAD:main"), /nothing is pushed/u);
    assert.equal(gitIn(folder, "status", "--porcelain"), "");
    assert.equal(gitIn(folder, "fsck", "--no-dangling"), "");
  }
  gitIn(place, "tag", "mine");
  gitIn(place, "tag", "-d", "v1.0");
  gitIn(place, "update-ref", "refs/remotes/origin/main", head);
  put(place, "new.txt", "new\n");
  assert.deepEqual(await places.strays(run, "k"), []);
  assert.equal((await places.take(run, "k", head, ana, "m\n")).is, "taken");
  assert.equal(user(), before);
  await places.free(run, "k");
  const next = await places.open(run, "next", head, true);
  assert.equal(gitIn(next, "tag"), "v1.0");
  assert.equal(gitIn(next, "rev-parse", "origin/main"), base);
});

test("work on a branch of the remote's name is still the job's, and a branch left behind is a stray", async (t) => {
  const { places, site, root, base } = await scene(t);
  gitIn(root, "tag", "v1");
  const run = { ...site, run: "r2" };
  await places.base(run, { changes: false });
  const place = await places.open(run, "k", base, true);
  gitIn(place, "checkout", "-q", "main");
  put(place, "a.txt", "A\n");
  gitIn(place, "commit", "-q", "-am", "on main");
  const taken = await places.take(run, "k", base, ana, "m\n");
  assert.ok(taken.is === "taken" && taken.work.commit === gitIn(place, "rev-parse", "main"));
  assert.equal(gitIn(root, "rev-parse", "main"), base);
  gitIn(place, "checkout", "-q", "work");
  assert.deepEqual(await places.strays(run, "k"), ["branch main"]);
});
