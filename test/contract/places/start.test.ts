// Where a run starts: HEAD, or HEAD with the user's uncommitted changes; and repositories in which it can't.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openPlaces } from "../../../src/workspace/places/open-places.ts";
import { gitIn, ownFolder, put, repositoryIn } from "../workspace-folder.ts";
import { contentOf, scene } from "./scene.ts";

test("uncommitted changes stay out, counted; asked for, they are taken in, and the checkout isn't touched", async (t) => {
  const { places, site, base, root, user } = await scene(t, {
    "a.txt": "a\n",
    "b.txt": "b\n",
    "c.txt": "c\n",
    ".gitignore": "made/\n",
  });
  put(root, "a.txt", "A\n");
  put(root, "new.txt", "new\n");
  put(root, "staged.txt", "staged\n");
  gitIn(root, "add", "staged.txt");
  rmSync(join(root, "b.txt"));
  gitIn(root, "update-index", "--assume-unchanged", "c.txt");
  put(root, "c.txt", "C\n");
  put(root, "made/x", "ignored\n");
  put(root, ".ai/state.json", "{}\n");
  put(root, "key.txt", "ghp_abcDEF123456ghiJKL789012mnoPQR345678\n");
  put(root, "big", "");
  truncateSync(join(root, "big"), 11 * 1024 * 1024);
  execFileSync("mkfifo", [join(root, "pipe")]);
  symlinkSync("/nowhere", join(root, "link"));
  repositoryIn(join(root, "nested"));
  const before = user();
  const plain = await places.base(site, { changes: false });
  assert.deepEqual([plain.commit, plain.branch, plain.left], [base, "main", []]);
  const start = await places.base(site, { changes: true });
  assert.equal(user(), before);
  assert.equal(gitIn(root, "rev-parse", "refs/cairn-land/r1/0"), start.commit);
  assert.deepEqual(contentOf(await places.checkout(site, "c", start.commit)), {
    "a.txt": "A\n",
    "c.txt": "C\n",
    ".gitignore": "made/\n",
    "new.txt": "new\n",
    "staged.txt": "staged\n",
    link: "special",
  });
  assert.deepEqual(
    [...start.left].toSorted((one, other) => one.path.localeCompare(other.path)),
    [
      { path: "big", why: "large" },
      { path: "key.txt", why: "secret" },
      { path: "nested", why: "nested" },
    ],
  );
  assert.equal(start.uncommitted, plain.uncommitted);
  assert.equal(plain.uncommitted, 8);
});

test("a user's garbage collection takes nothing away that a run rests on", async (t) => {
  const { places, site, base, root } = await scene(t);
  gitIn(root, "commit", "-q", "--amend", "-m", "other");
  gitIn(root, "reflog", "expire", "--expire=now", "--all");
  gitIn(root, "gc", "-q", "--prune=now");
  const place = await places.open(site, "k", base, true);
  assert.equal(gitIn(place, "fsck", "--strict", "--no-dangling"), "");
});

test("a detached HEAD and a worktree of the user's are starts, too", async (t) => {
  const { places, site, base, root } = await scene(t);
  gitIn(root, "checkout", "-q", "--detach");
  assert.equal((await places.base(site, { changes: false })).branch, null);
  const other = join(ownFolder(t), "other");
  gitIn(root, "worktree", "add", "-q", "-b", "side", other);
  put(other, "a.txt", "there\n");
  // Written by init: no change of the user's to speak of.
  put(other, "cairn.config.json", "{}\n");
  const there = { ...site, root: other };
  assert.equal(await places.unfit(other), null);
  assert.equal(await places.store(other), await places.store(root));
  const start = await places.base(there, { changes: true });
  assert.deepEqual([start.branch, start.uncommitted, start.commit === base], ["side", 1, false]);
});

const repositoryOf = (
  t: TestContext,
  act: (root: string, top: string) => string | void,
): string => {
  const top = ownFolder(t);
  const root = repositoryIn(join(top, "shop"));
  return act(root, top) ?? root;
};
const unfit: Readonly<Record<string, (root: string, top: string) => string | void>> = {
  REPOSITORY_EMPTY: (_root, top) => {
    mkdirSync(join(top, "empty"));
    gitIn(join(top, "empty"), "init", "-q");
    return join(top, "empty");
  },
  REPOSITORY_BARE: (root, top) => {
    gitIn(top, "clone", "-q", "--bare", root, "bare");
    return join(top, "bare");
  },
  REPOSITORY_PARTIAL: (root, top) => {
    gitIn(root, "config", "uploadpack.allowFilter", "true");
    gitIn(top, "clone", "-q", "--filter=blob:none", `file://${root}`, "partial");
    return join(top, "partial");
  },
  REPOSITORY_ELSEWHERE: (root, top) => void gitIn(root, "config", "core.worktree", top),
  REPOSITORY_FILTERED: (root) => {
    put(root, "sub/.gitattributes", "*.key filter=git-crypt diff=git-crypt\n");
    gitIn(root, "add", "-A");
    gitIn(root, "commit", "-qm", "with git-crypt");
  },
};
for (const [code, act] of Object.entries(unfit)) {
  test(`${code} is said by name, with what to do, before anything is made`, async (t) => {
    const root = repositoryOf(t, act);
    const refusal = await openPlaces().unfit(root);
    assert.equal(refusal?.code, code);
    assert.ok((refusal?.fits ?? "") !== "");
  });
}

test("a folder without git has places, which lie outside of it", async (t) => {
  const top = ownFolder(t);
  assert.equal(await openPlaces().unfit(top), null);
  process.env["CAIRN_PLACES"] = join(top, "places");
  t.after(() => delete process.env["CAIRN_PLACES"]);
  assert.equal((await openPlaces().unfit(top))?.code, "PLACES_INSIDE");
});

test("an old git is said by name", async (t) => {
  const root = repositoryOf(t, () => {});
  const old = openPlaces({
    git: async () => ({ exit: 0, out: Buffer.from("git version 2.37.9\n"), err: "" }),
  });
  assert.equal((await old.unfit(root))?.code, "GIT_OLD");
});

test("places inside of the repository are refused", async (t) => {
  const { places, site, root } = await scene(t);
  process.env["CAIRN_PLACES"] = join(root, "places");
  await assert.rejects(places.base(site, { changes: false }), { code: "PLACES_INSIDE" });
});

test("where places would lie within the repository that is told as a reason, by name", async (t) => {
  const { places, root } = await scene(t);
  process.env["CAIRN_PLACES"] = `${root}/places`;
  const unfit = await places.unfit(root);
  assert.equal(unfit?.code, "PLACES_INSIDE");
});

test("a folder for places that isn't named as a whole is refused, not passed over", async (t) => {
  const { places, site } = await scene(t);
  process.env["CAIRN_PLACES"] = "places";
  await assert.rejects(places.base(site, { changes: false }), { code: "PLACES_RELATIVE" });
});
