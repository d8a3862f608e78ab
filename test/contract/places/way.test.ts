// The way of a job's work: from a place to the user's repository, whose checkout stays as it is.
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, contentOf, scene } from "./scene.ts";

test("what an agent left uncommitted becomes its commit; merged, it lands under a reference and on the run branch", async (t) => {
  const { places, site, base, root, user } = await scene(t);
  put(root, "a.txt", "the user's own\n");
  const before = user();
  const place = await places.open(site, "task-1", base, false);
  assert.deepEqual(contentOf(place), {
    "a.txt": "a\n",
    "src/b.txt": "b\n",
    ".gitignore": "made/\n",
  });
  assert.equal(gitIn(place, "status", "--porcelain"), "");
  assert.equal(gitIn(place, "symbolic-ref", "HEAD"), "refs/heads/work");
  put(place, "a.txt", "A\n");
  put(place, "new/c.txt", "c\n");
  put(place, "made/x.o", "ignored");
  rmSync(join(place, "src/b.txt"));
  const taken = await places.take(site, "task-1", base, ana, "Do the task\n");
  assert.ok(taken.is === "taken");
  assert.deepEqual(taken.commits, [taken.work.commit]);
  assert.deepEqual(taken.left, []);
  const merged = await places.merge(
    site,
    base,
    taken.work.commit,
    "Land task 1\n\nCairn-Run: r1\n",
  );
  assert.ok(merged.is === "merged");
  const check = await places.checkout(site, "check-1", merged.merged.commit);
  assert.deepEqual(contentOf(check), {
    "a.txt": "A\n",
    "new/c.txt": "c\n",
    ".gitignore": "made/\n",
  });
  assert.deepEqual(await places.changes(site, base, merged.merged.commit), [
    { path: "a.txt", how: "modified", added: 1, removed: 1 },
    { path: "new/c.txt", how: "added", added: 1, removed: 0 },
    { path: "src/b.txt", how: "deleted", added: 0, removed: 1 },
  ]);
  const [to, gone] = [merged.merged.commit, "1".repeat(40)];
  const spans = [base, to, base].map((from) => ({ from, to }));
  const [whole, nothing] = [
    { files: 3, added: 2, removed: 2 },
    { files: 0, added: 0, removed: 0 },
  ];
  assert.deepEqual(
    await places.lineSums(site, [{ from: base, to: gone }, ...spans, { from: gone, to }]),
    [null, whole, nothing, whole, null],
  );
  assert.match(await places.patch(site, base, merged.merged.commit), /^\+A$/mu);
  assert.equal(user(), before);
  await places.keep(site, 1, merged.merged.commit);
  assert.deepEqual(await places.moveBranch(site, "cairn/shop", merged.merged.commit, null), {
    is: "moved",
  });
  assert.equal(
    gitIn(root, "log", "--topo-order", "--reverse", "--format=%an|%s", "cairn/shop"),
    "Ana|first\nana|Do the task\nCairn|Land task 1",
  );
  assert.equal(gitIn(root, "rev-parse", "refs/cairn-land/r1/1"), merged.merged.commit);
  assert.equal(gitIn(root, "fsck", "--strict"), "");
  assert.equal(gitIn(root, "status", "--porcelain"), "M a.txt");
  await places.free(site, "task-1");
  assert.equal(existsSync(place), false);
});

test("an agent's own commits stay as they are, and what it left is one on top", async (t) => {
  const { places, site, base } = await scene(t);
  const place = await places.open(site, "k", base, false);
  put(place, "a.txt", "1\n");
  gitIn(place, "commit", "-qam", "one");
  put(place, "made/forced", "tracked though ignored\n");
  gitIn(place, "add", "-f", "made/forced");
  gitIn(place, "commit", "-qm", "two");
  const two = gitIn(place, "rev-parse", "HEAD");
  const clean = await places.take(site, "k", base, ana, "rest\n");
  assert.ok(clean.is === "taken");
  assert.equal(clean.work.commit, two);
  assert.equal(clean.commits.length, 2);
  put(place, "left.txt", "left\n");
  const more = await places.take(site, "k", base, ana, "rest\n");
  assert.ok(more.is === "taken");
  assert.equal(more.commits.length, 3);
  assert.deepEqual(more.commits.slice(0, 2), clean.commits);
  assert.deepEqual(
    (await places.changes(site, two, more.work.commit)).map(({ path }) => path),
    ["left.txt"],
  );
});

test("a place in which nothing was done yields nothing", async (t) => {
  const { places, site, base } = await scene(t);
  await places.open(site, "k", base, false);
  assert.deepEqual(await places.take(site, "k", base, ana, "m\n"), { is: "nothing", left: [] });
  assert.deepEqual(await places.take(site, "other", base, ana, "m\n"), { is: "nothing", left: [] });
});

test("two jobs that change the same line: the second conflicts, files named, and nothing is made of it", async (t) => {
  const { places, site, base } = await scene(t);
  const work: string[] = [];
  for (const key of ["one", "two"]) {
    const place = await places.open(site, key, base, false);
    put(place, "a.txt", `${key}\n`);
    const taken = await places.take(site, key, base, ana, `${key}\n`);
    assert.ok(taken.is === "taken");
    work.push(taken.work.commit);
  }
  const first = await places.merge(site, base, work[0] ?? "", "one\n");
  assert.ok(first.is === "merged");
  assert.deepEqual(await places.merge(site, first.merged.commit, work[1] ?? "", "two\n"), {
    is: "conflict",
    files: ["a.txt"],
  });
});

test("a place that stands elsewhere yields nothing: on another commit its files would undo what came between", async (t) => {
  const { places, site, base } = await scene(t);
  const one = await places.open(site, "one", base, true);
  put(one, "a.txt", "1\n");
  const taken = await places.take(site, "one", base, ana, "One\n");
  assert.ok(taken.is === "taken");
  await places.open(site, "two", base, true);
  assert.deepEqual(await places.take(site, "two", taken.work.commit, ana, "Two\n"), {
    is: "nothing",
    left: [],
  });
});

test("what was done in a checkout is seen, and an agent that adds all that is new leaves the run's documents out", async (t) => {
  const { places, site, base } = await scene(t);
  const look = await places.checkout(site, "look", base);
  put(look, "a.txt", "looked\n");
  const seen = await places.peek(site, "look");
  assert.ok(seen !== null);
  assert.deepEqual(
    (await places.changes(site, base, seen.commit)).map(({ path }) => path),
    ["a.txt"],
  );
  const place = await places.open(site, "k", base, true);
  assert.deepEqual(await places.lend(site, place, { ".ai/plan.md": Buffer.from("a plan\n") }), [
    ".ai/plan.md",
  ]);
  put(place, "new.txt", "new\n");
  gitIn(place, "add", "--all");
  assert.equal(gitIn(place, "diff", "--cached", "--name-only"), "new.txt");
});
