// The way of commits between two machines by a remote: what comes is what was named, and nothing of anybody's is overwritten.
import assert from "node:assert/strict";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Fault } from "../../../src/core/refusal.ts";
import type { Places, Site } from "../../../src/workspace/places.ts";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

type Machine = { readonly site: Site; readonly places: Places; readonly root: string };

/** Two clones of one bare repository, and a commit that only the first one's store has. */
const machines = async (t: TestContext) => {
  const first = await scene(t);
  const { top, root, site, places } = first;
  const origin = join(top, "origin.git");
  gitIn(top, "clone", "-q", "--bare", root, origin);
  gitIn(root, "remote", "add", "origin", origin);
  const other = join(top, "other");
  gitIn(top, "clone", "-q", origin, other);
  const one: Machine = { site, places, root };
  const two: Machine = { site: { ...site, root: other }, places, root: other };
  const folder = await places.open(site, "a", first.base, true);
  put(folder, "new.txt", "new\n");
  const taken = await places.take(site, "a", first.base, ana, "work\n");
  assert.ok(taken.is === "taken");
  return { one, two, origin, base: first.base, work: taken.work.commit, top };
};
const refsOf = (folder: string): string => gitIn(folder, "for-each-ref", "--format=%(refname)");
const code = (wanted: string) => (error: unknown) =>
  error instanceof Fault && error.code === wanted;

test("what one machine sent comes to another one's store, and no reference of either user moves", async (t) => {
  const { one, two, origin, work } = await machines(t);
  const [mine, theirs] = [refsOf(one.root), refsOf(two.root)];
  // Nothing of a user's own is started or goes along.
  const hook = join(one.root, ".git/hooks/pre-push");
  put(one.root, ".git/hooks/pre-push", `#!/bin/sh\ntouch ${one.root}/hooked\nexit 1\n`);
  chmodSync(hook, 0o755);
  gitIn(one.root, "tag", "-a", "-m", "v", "v1");
  for (const setting of ["push.followTags", "fetch.prune", "remote.origin.prune"])
    gitIn(one.root, "config", setting, "true");
  gitIn(one.root, "config", "push.gpgSign", "true");
  assert.deepEqual(await one.places.lacks(one.site, [work]), []);
  assert.deepEqual(await two.places.lacks(two.site, [work]), [work]);
  await one.places.send(one.site, "origin", [work, work]);
  await one.places.send(one.site, "origin", [work]);
  assert.equal(existsSync(join(one.root, "hooked")), false);
  assert.equal(refsOf(origin), `refs/cairn-land/r1/${work}\nrefs/heads/main`);
  await two.places.bring(two.site, "origin");
  assert.deepEqual(await two.places.lacks(two.site, [work]), []);
  assert.equal((await two.places.changes(two.site, `${work}~1`, work))[0]?.path, "new.txt");
  assert.equal(refsOf(one.root), `${mine}\nrefs/tags/v1`);
  assert.equal(refsOf(two.root), theirs);
  await two.places.follow(two.site, 1, work);
  assert.equal(gitIn(two.root, "rev-parse", "refs/cairn-land/r1/1"), work);
});

test("a reference there that names another commit than its name does is overwritten by nobody, and believed by nobody", async (t) => {
  const { one, two, origin, base, work } = await machines(t);
  gitIn(
    origin,
    "update-ref",
    `refs/cairn-land/r1/${work}`,
    gitIn(origin, "commit-tree", `${base}^{tree}`, "-m", "planted"),
  );
  const planted = gitIn(origin, "rev-parse", `refs/cairn-land/r1/${work}`);
  await assert.rejects(one.places.send(one.site, "origin", [work]), code("REMOTE_FAILED"));
  assert.equal(gitIn(origin, "rev-parse", `refs/cairn-land/r1/${work}`), planted);
  await two.places.bring(two.site, "origin");
  assert.deepEqual(await two.places.lacks(two.site, [work]), [work]);
});

test("a remote that isn't there, refuses or isn't known is told in its own words", async (t) => {
  const { one, origin, work } = await machines(t);
  put(origin, "hooks/update", "#!/bin/sh\nexit 1\n");
  chmodSync(join(origin, "hooks/update"), 0o755);
  await assert.rejects(
    one.places.send(one.site, "origin", [work]),
    /origin can't be pushed to: \[remote rejected\] \(hook declined\)/u,
  );
  await assert.rejects(
    one.places.send(one.site, "nowhere", [work]),
    /nowhere can't be pushed to: fatal: 'nowhere' does not appear/u,
  );
  await assert.rejects(one.places.bring(one.site, "nowhere"), code("REMOTE_FAILED"));
});

test(
  "whoever leaves waits for no network: what talks with a remote is cut off at once, with the programs that it started",
  { timeout: 20_000 },
  async (t) => {
    const { one, work, top } = await machines(t);
    const mark = join(top, "talks");
    put(top, "ssh", `#!/bin/sh\necho > ${mark}\nsleep 100\n`);
    chmodSync(join(top, "ssh"), 0o755);
    gitIn(one.root, "config", "core.sshCommand", join(top, "ssh"));
    gitIn(one.root, "remote", "set-url", "origin", "ssh://nowhere.invalid/shop");
    const sent = one.places.send(one.site, "origin", [work]);
    const failed = assert.rejects(sent, /origin can't be pushed to: it was cut off/u);
    while (!existsSync(mark)) await new Promise((resolve) => setImmediate(resolve));
    one.places.cut();
    await failed;
  },
);

test("the branch there: shown, moved on, taken from whoever committed on it, and left alone where it was forced elsewhere", async (t) => {
  const { one, origin, base, work, top } = await machines(t);
  const show = (to: string) => one.places.publish(one.site, "origin", "cairn/x", to);
  const there = (): string => gitIn(origin, "rev-parse", "cairn/x");
  assert.deepEqual(await show(base), { is: "shown" });
  assert.deepEqual(await show(work), { is: "shown" });
  assert.equal(there(), work);
  // Another machine was quicker.
  assert.deepEqual(await show(base), { is: "shown" });
  assert.equal(there(), work);
  const people = join(top, "people");
  gitIn(top, "clone", "-q", "-b", "cairn/x", origin, people);
  gitIn(people, "commit", "-q", "--allow-empty", "-m", "by hand");
  gitIn(people, "push", "-q");
  const hand = gitIn(people, "rev-parse", "HEAD");
  const found = await show(work);
  assert.deepEqual(found, {
    is: "theirs",
    work: { commit: hand, tree: gitIn(people, "rev-parse", "HEAD^{tree}") },
    by: "Ana",
    count: 1,
  });
  assert.deepEqual(await one.places.lacks(one.site, [hand]), []);
  gitIn(people, "checkout", "-q", "--orphan", "o");
  gitIn(people, "commit", "-q", "-m", "else");
  gitIn(people, "push", "-q", "--force", "origin", "HEAD:cairn/x");
  const other = await show(work);
  assert.equal(other.is, "other");
  assert.equal(other.is === "other" ? other.commit : null, there());
});

test("what was sent is withdrawn, but for what is kept, and branches stay", async (t) => {
  const { one, origin, base, work } = await machines(t);
  await one.places.send(one.site, "origin", [base, work]);
  await one.places.send({ ...one.site, run: "r2" }, "origin", [base]);
  await one.places.publish(one.site, "origin", "cairn/x", work);
  await one.places.withdraw(one.site, "origin", work);
  assert.deepEqual(refsOf(origin).split("\n").slice(0, 2), [
    `refs/cairn-land/r1/${work}`,
    `refs/cairn-land/r2/${base}`,
  ]);
  await one.places.withdraw(one.site, "origin", null);
  assert.equal(refsOf(origin), `refs/cairn-land/r2/${base}\nrefs/heads/cairn/x\nrefs/heads/main`);
  writeFileSync(join(origin, "HEAD"), "broken");
  await assert.rejects(one.places.withdraw(one.site, "origin", null), code("REMOTE_FAILED"));
});
