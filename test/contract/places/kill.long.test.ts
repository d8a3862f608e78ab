// Kills between any two git calls: what was under way is done again, and comes to the same.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Fault } from "../../../src/core/refusal.ts";
import { git } from "../../../src/workspace/git/git.ts";
import type { Places } from "../../../src/workspace/places.ts";
import { openPlaces } from "../../../src/workspace/places/open-places.ts";
import { gitIn, put } from "../workspace-folder.ts";
import { ana, contentOf, scene } from "./scene.ts";

const killed = (): Fault => new Fault("KILLED", "killed between two calls of git", "");

/** A port whose process dies after so many calls of git, and with it whatever was to be done next. */
const dyingAfter = (calls: number): { readonly places: Places; used(): number } => {
  let used = 0;
  const places = openPlaces({
    git: async (call) => {
      if (used >= calls) throw killed();
      used += 1;
      const answer = await git(call);
      if (used >= calls) throw killed();
      return answer;
    },
  });
  return { places, used: () => used };
};

/** Does it with a kill after its first call, its second, and so on, until it comes to its end. */
const stubbornly = async <T>(act: (places: Places) => Promise<T>): Promise<T> => {
  for (let calls = 1; calls < 200; calls += 1) {
    try {
      return await act(dyingAfter(calls).places);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "KILLED") throw error;
    }
  }
  throw new Error("it never came to its end");
};

const story = async (t: TestContext, reuse: boolean) => {
  const told = await scene(t);
  const { site, base, root, user } = told;
  if (reuse) {
    const before = await told.places.open(site, "before", base, true);
    put(before, "junk.txt", "junk\n");
    rmSync(join(before, "a.txt"));
    await told.places.free(site, "before");
  }
  put(root, "mine.txt", "mine\n");
  const before = user();
  await stubbornly((places) => places.base(site, { changes: false }));
  const place = await stubbornly((places) => places.open(site, "k", base, true));
  assert.equal(gitIn(place, "status", "--porcelain", "--ignored"), "");
  put(place, "c.txt", "c\n");
  gitIn(place, "add", "-A");
  gitIn(place, "commit", "-qm", "own");
  put(place, "a.txt", "A\n");
  const taken = await stubbornly((places) => places.take(site, "k", base, ana, "left\n"));
  assert.ok(taken.is === "taken");
  assert.equal(taken.commits.length, 2);
  const merged = await stubbornly((places) =>
    places.merge(site, base, taken.work.commit, "land\n"),
  );
  assert.ok(merged.is === "merged");
  const { commit } = merged.merged;
  const check = await stubbornly((places) => places.checkout(site, "check", commit));
  assert.deepEqual(contentOf(check), {
    "a.txt": "A\n",
    "c.txt": "c\n",
    "src/b.txt": "b\n",
    ".gitignore": "made/\n",
  });
  assert.equal(user(), before);
  await stubbornly((places) => places.keep(site, 1, commit));
  assert.equal(gitIn(root, "rev-parse", "refs/cairn-land/r1/1"), commit);
  await stubbornly((places) => places.moveBranch(site, "cairn/x", commit, null));
  assert.equal(gitIn(root, "rev-parse", "cairn/x"), commit);
  assert.equal(gitIn(root, "fsck", "--strict", "--no-dangling"), "");
  return { ...told, commit };
};

test("a job's way to its landing, in a used slot", async (t) => {
  await story(t, true);
});

test("the same way in a new slot, delivery and its undoing", async (t) => {
  const { site, base, root, commit, head } = await story(t, false);
  const told = await stubbornly((places) => places.deliver(site, commit, "m\n"));
  assert.ok(told.is === "merged" || told.is === "nothing");
  const { from, to, branch } = (told.is === "merged" ? told : told.unsaid) ?? {};
  assert.deepEqual(
    { from, to, branch },
    { from: base, to: commit, branch: "main" },
    "where the merge began is known after any kill",
  );
  assert.equal(head(), commit);
  assert.equal(gitIn(root, "status", "--porcelain"), "?? mine.txt");
  assert.deepEqual(
    await stubbornly((places) =>
      places.undo(site, { from: base, to: commit, branch: "cairn/x", base }),
    ),
    { is: "gone", head: base },
  );
  assert.equal(head(), base);
  assert.equal(gitIn(root, "status", "--porcelain"), "?? mine.txt");
  await stubbornly((places) => places.drop(site, "cairn/x"));
  assert.equal(gitIn(root, "for-each-ref", "--format=%(refname)"), "refs/heads/main");
});

test("a conflict on its way back", async (t) => {
  const { places, site, base } = await scene(t);
  const work: string[] = [];
  for (const key of ["one", "two"]) {
    put(await places.open(site, key, base, true), "a.txt", `${key}\n`);
    const taken = await places.take(site, key, base, ana, `${key}\n`);
    assert.ok(taken.is === "taken");
    work.push(taken.work.commit);
  }
  const [one = "", two = ""] = work;
  assert.deepEqual(await stubbornly((port) => port.handBack(site, "two", two, one)), ["a.txt"]);
  const place = await stubbornly((port) => port.open(site, "two", two, false));
  assert.equal(gitIn(place, "status", "--porcelain"), "UU a.txt");
});

test("with the user's changes taken in", async (t) => {
  const { site, root, user } = await scene(t);
  put(root, "a.txt", "mine\n");
  const before = user();
  const start = await stubbornly((port) => port.base(site, { changes: true }));
  assert.equal(gitIn(root, "show", `${start.commit}:a.txt`), "mine");
  assert.equal(user(), before);
});
