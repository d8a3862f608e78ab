// Sparse checkouts: places and checkouts take the user's patterns, and what lies outside stays as it is.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, contentOf, scene } from "./scene.ts";

const files = {
  "a.txt": "a\n",
  "src/b.txt": "b\n",
  "src/deep/c.txt": "c\n",
  "docs/d.txt": "d\n",
  "docs/img/e.txt": "e\n",
};
const ways: Readonly<Record<string, readonly string[]>> = {
  "by folders": ["--cone", "src"],
  "by patterns": ["--no-cone", "/*.txt", "/src/"],
  "by folders, with a sparse index": ["--cone", "--sparse-index", "src"],
};

const sparseScene = async (t: TestContext, way: readonly string[]) => {
  const here = await scene(t, files);
  gitIn(here.root, "sparse-checkout", "set", ...way);
  assert.equal(existsSync(join(here.root, "docs")), false);
  assert.equal(await here.places.unfit(here.root), null);
  return here;
};
const shown = { "a.txt": "a\n", "src/b.txt": "b\n", "src/deep/c.txt": "c\n" };
const namesIn = (root: string, commit: string): readonly string[] =>
  gitIn(root, "ls-tree", "-r", "--name-only", commit).split("\n");

for (const [name, way] of Object.entries(ways)) {
  test(`a sparse checkout ${name}: places and checkouts are as sparse, and merges write nothing outside`, async (t) => {
    const { places, site, root, base } = await sparseScene(t, way);
    const place = await places.open(site, "k", base, true);
    assert.deepEqual(contentOf(place), shown);
    assert.equal(gitIn(place, "status", "--porcelain"), "");
    put(place, "src/b.txt", "changed\n");
    put(place, "docs/new.txt", "new\n");
    rmSync(join(place, "src/deep/c.txt"));
    const taken = await places.take(site, "k", base, ana, "work\n");
    assert.ok(taken.is === "taken");
    const { commit } = taken.work;
    assert.deepEqual(contentOf(await places.checkout(site, "c", commit)), {
      "a.txt": "a\n",
      "src/b.txt": "changed\n",
    });
    await places.keep(site, 1, commit);
    assert.equal((await places.deliver(site, commit, "merge\n")).is, "merged");
    assert.deepEqual(namesIn(root, "HEAD"), [
      "a.txt",
      "docs/d.txt",
      "docs/img/e.txt",
      "docs/new.txt",
      "src/b.txt",
    ]);
    assert.deepEqual(contentOf(root), { "a.txt": "a\n", "src/b.txt": "changed\n" });
    assert.equal(gitIn(root, "status", "--porcelain"), "");
    const step = { from: base, to: commit, branch: "cairn/r1", base };
    assert.equal((await places.undo(site, step)).is, "undone");
    assert.deepEqual(contentOf(root), shown);
    assert.equal(gitIn(root, "status", "--porcelain"), "");
  });
}

test("what an agent's git does to the patterns, and what lands outside of them meanwhile", async (t) => {
  const { places, site, root, base } = await sparseScene(t, ["--cone", "src"]);
  const whole = await places.open(site, "other", base, true);
  gitIn(whole, "sparse-checkout", "disable");
  put(whole, "docs/d.txt", "changed outside\n");
  put(whole, "docs/more.txt", "more\n");
  put(whole, "src/b.txt", "theirs\n");
  const other = await places.take(site, "other", base, ana, "outside\n");
  assert.ok(other.is === "taken");
  await places.keep(site, 1, other.work.commit);
  const place = await places.open(site, "k", base, true);
  put(place, "src/b.txt", "mine\n");
  const mine = await places.take(site, "k", base, ana, "work\n");
  assert.ok(mine.is === "taken");
  await places.handBack(site, "k", mine.work.commit, other.work.commit);
  put(place, "src/b.txt", "both\n");
  // Without its own settings and index nothing there says what was left out.
  rmSync(join(place, ".git/index"));
  rmSync(join(place, ".git/info"), { recursive: true });
  const mended = await places.take(site, "k", mine.work.commit, ana, "mended\n");
  assert.ok(mended.is === "taken");
  const merged = await places.merge(site, other.work.commit, mended.work.commit, "m\n");
  assert.ok(merged.is === "merged");
  await places.keep(site, 2, merged.merged.commit);
  assert.deepEqual(namesIn(root, merged.merged.commit), [
    "a.txt",
    "docs/d.txt",
    "docs/img/e.txt",
    "docs/more.txt",
    "src/b.txt",
    "src/deep/c.txt",
  ]);
  assert.equal(gitIn(root, "show", `${merged.merged.commit}:docs/d.txt`), "changed outside");
  assert.equal(gitIn(root, "show", `${merged.merged.commit}:src/b.txt`), "both");
  const kept = await places.open(site, "k", merged.merged.commit, false);
  put(kept, "src/b.txt", "once more\n");
  const last = await places.take(site, "k", merged.merged.commit, ana, "again\n");
  assert.equal(
    last.is === "taken" && namesIn(await places.store(root), last.work.commit).length,
    6,
  );
});

test("a slot that was filled by other patterns is filled anew", async (t) => {
  const { places, site, root, base } = await sparseScene(t, ["--cone", "src"]);
  await places.checkout(site, "c", base);
  gitIn(root, "sparse-checkout", "set", "docs/img");
  assert.deepEqual(contentOf(await places.checkout(site, "c", base)), {
    "a.txt": "a\n",
    "docs/d.txt": "d\n",
    "docs/img/e.txt": "e\n",
  });
  gitIn(root, "sparse-checkout", "disable");
  assert.deepEqual(contentOf(await places.checkout(site, "c", base)), files);
});

test("uncommitted changes in a sparse checkout, and pinned paths that lie outside", async (t) => {
  const { places, site, root, base } = await sparseScene(t, ["--cone", "src"]);
  put(root, "src/b.txt", "mine\n");
  const start = await places.base(site, { changes: true });
  assert.equal(start.uncommitted, 1);
  const store = await places.store(root);
  assert.deepEqual(namesIn(store, start.commit), Object.keys(files).toSorted());
  const place = await places.open(site, "k", base, true);
  put(place, "src/b.txt", "work\n");
  const taken = await places.take(site, "k", base, ana, "work\n");
  assert.ok(taken.is === "taken");
  const checkout = await places.checkout(site, "c", taken.work.commit);
  await places.pin(site, "c", { paths: ["**/*.txt"], commit: base });
  assert.deepEqual(contentOf(checkout), shown);
  writeFileSync(join(checkout, "src/b.txt"), "by a check\n");
  await places.pin(site, "c", null).catch(() => null);
  assert.equal(readFileSync(join(root, "src/b.txt"), "utf8"), "mine\n");
});
