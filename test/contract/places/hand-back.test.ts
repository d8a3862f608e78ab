// A conflict that goes back to its agent, and what becomes of its answer.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";

/** Two jobs changed one line; the first landed, and the second's place holds the merge. */
const conflicting = async (t: TestContext) => {
  const told = await scene(t);
  const { places, site, base } = told;
  const one = await places.open(site, "one", base, true);
  put(one, "a.txt", "one\n");
  put(one, "more.txt", "more\n");
  const two = await places.open(site, "two", base, true);
  put(two, "a.txt", "two\n");
  const [first, second] = [
    await places.take(site, "one", base, ana, "1\n"),
    await places.take(site, "two", base, ana, "2\n"),
  ];
  assert.ok(first.is === "taken" && second.is === "taken");
  const landed = await places.merge(site, base, first.work.commit, "land one\n");
  assert.ok(landed.is === "merged");
  const [head, work] = [landed.merged.commit, second.work.commit];
  assert.deepEqual(await places.merge(site, head, work, "m\n"), {
    is: "conflict",
    files: ["a.txt"],
  });
  assert.deepEqual(await places.handBack(site, "two", work, head), ["a.txt"]);
  assert.match(readFileSync(join(two, "a.txt"), "utf8"), /^<{7} HEAD\ntwo\n={7}\none\n>{7} /u);
  assert.equal(gitIn(two, "status", "--porcelain"), "UU a.txt\nA  more.txt");
  return { ...told, two, head, work };
};

for (const [name, end] of Object.entries<(two: string) => void>({
  "committed by the agent": (two) => {
    gitIn(two, "add", "-A");
    gitIn(two, "commit", "-qm", "resolved");
  },
  "left uncommitted": () => {},
  "staged and left": (two) => gitIn(two, "add", "-A"),
})) {
  test(`a resolution that is ${name} merges with the head`, async (t) => {
    const { places, site, two, head, work } = await conflicting(t);
    put(two, "a.txt", "one and two\n");
    end(two);
    const taken = await places.take(site, "two", work, ana, "resolve\n");
    assert.ok(taken.is === "taken");
    assert.equal(taken.commits.length, 1);
    const merged = await places.merge(site, head, taken.work.commit, "land two\n");
    assert.ok(merged.is === "merged");
    assert.deepEqual(await places.changes(site, head, merged.merged.commit), [
      { path: "a.txt", how: "modified", added: 1, removed: 1 },
    ]);
  });
}

test("a merge that the agent left as it was is no work; one that it aborted conflicts again", async (t) => {
  const { places, site, two, head, work } = await conflicting(t);
  assert.deepEqual(await places.take(site, "two", work, ana, "m\n"), { is: "nothing", left: [] });
  gitIn(two, "merge", "--abort");
  put(two, "c.txt", "c\n");
  const taken = await places.take(site, "two", work, ana, "m\n");
  assert.ok(taken.is === "taken");
  assert.deepEqual(await places.merge(site, head, taken.work.commit, "m\n"), {
    is: "conflict",
    files: ["a.txt"],
  });
});

test("a merge that the agent committed with its marks is no work", async (t) => {
  const { places, site, two, work } = await conflicting(t);
  gitIn(two, "commit", "-qam", "done");
  assert.deepEqual(await places.take(site, "two", work, ana, "m\n"), { is: "nothing", left: [] });
});

test("a place stays as its conversation left it, and follows to the commit that was taken from it", async (t) => {
  const { places, site, base } = await scene(t);
  const place = await places.open(site, "k", base, true);
  put(place, "a.txt", "A\n");
  put(place, "made/cache", "kept\n");
  assert.equal(await places.open(site, "k", base, false), place);
  assert.equal(readFileSync(join(place, "a.txt"), "utf8"), "A\n");
  const taken = await places.take(site, "k", base, ana, "m\n");
  assert.ok(taken.is === "taken");
  await places.open(site, "k", taken.work.commit, false);
  assert.equal(gitIn(place, "rev-parse", "HEAD"), taken.work.commit);
  assert.equal(gitIn(place, "status", "--porcelain"), "");
  assert.equal(readFileSync(join(place, "made/cache"), "utf8"), "kept\n");
  put(place, "a.txt", "AA\n");
  gitIn(place, "commit", "-qam", "next");
  const next = await places.take(site, "k", taken.work.commit, ana, "m\n");
  assert.ok(next.is === "taken");
  assert.equal(gitIn(place, "rev-parse", "HEAD"), next.work.commit);
  const seen = await places.peek(site, "k");
  assert.equal(seen?.tree, next.work.tree);
  assert.equal(await places.peek(site, "none"), null);
});
