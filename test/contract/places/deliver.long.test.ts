// Delivery into the user's checkout and back: whole, or refused with the files that would be lost.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, ownFolder, put } from "../workspace-folder.ts";
import { ana, scene } from "./scene.ts";
import { landedScene } from "./landed.ts";

test("where HEAD stayed, the branch is moved forward; undo brings all of it back", async (t) => {
  const { places, site, base, root, commit, user, head, file } = await landedScene(t);
  put(root, "notes.txt", "untracked\n");
  const before = user();
  assert.deepEqual(await places.deliver(site, commit, "m\n"), {
    is: "merged",
    from: base,
    to: commit,
    branch: "main",
  });
  assert.equal(head(), commit);
  assert.equal(file("a.txt"), "A\n");
  assert.equal(existsSync(join(root, "src")), false);
  assert.equal(gitIn(root, "status", "--porcelain"), "?? notes.txt");
  assert.deepEqual(await places.deliver(site, commit, "m\n"), {
    is: "nothing",
    unsaid: { from: base, to: commit, branch: "main" },
  });
  assert.deepEqual(
    await places.deliver({ ...site, run: "r2" }, commit, "m\n"),
    { is: "nothing", unsaid: null },
    "it was another run's",
  );
  assert.deepEqual(
    await places.undo(site, { from: base, to: commit, branch: "cairn/x", base: base }),
    { is: "undone" },
  );
  assert.equal(head(), base);
  assert.equal(gitIn(root, "status", "--porcelain"), "?? notes.txt");
  assert.equal(file("a.txt"), "a\n");
  assert.notEqual(user(), before, "git's logs tell of it");
  assert.deepEqual(
    await places.undo(site, { from: base, to: commit, branch: "cairn/x", base: base }),
    { is: "gone", head: base },
  );
});

test("where the user committed meanwhile, it is a merge commit in the user's name", async (t) => {
  const { places, site, base, root, commit, head } = await landedScene(t);
  put(root, "mine.txt", "mine\n");
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-qm", "mine");
  gitIn(root, "config", "user.name", "Ana");
  gitIn(root, "config", "user.email", "ana@example.invalid");
  const mine = head();
  const told = await places.deliver(site, commit, "Merge run\n");
  assert.ok(told.is === "merged");
  assert.equal(told.from, mine);
  assert.equal(
    gitIn(root, "log", "-1", "--format=%an|%cn|%s|%P"),
    `Ana|Ana|Merge run|${mine} ${commit}`,
  );
  assert.equal(gitIn(root, "status", "--porcelain"), "");
  assert.deepEqual(
    await places.undo(site, { from: base, to: commit, branch: "cairn/x", base: base }),
    { is: "moved", head: told.to },
  );
  gitIn(root, "update-ref", "refs/remotes/origin/main", told.to);
  assert.deepEqual(
    await places.undo(site, { from: mine, to: told.to, branch: "cairn/x", base: mine }),
    {
      is: "pushed",
      ref: "refs/remotes/origin/main",
    },
  );
});

const touching: Readonly<Record<string, readonly [(root: string) => void, readonly string[]]>> = {
  "a changed file": [(root) => put(root, "a.txt", "mine\n"), ["a.txt"]],
  "a staged file": [
    (root) => {
      put(root, "a.txt", "mine\n");
      gitIn(root, "add", "a.txt");
      put(root, "a.txt", "A\n");
    },
    ["a.txt"],
  ],
  "a changed file that git is to take for unchanged": [
    (root) => {
      gitIn(root, "update-index", "--assume-unchanged", "a.txt");
      put(root, "a.txt", "mine\n");
    },
    ["a.txt"],
  ],
  "a changed file that git is to pass over": [
    (root) => {
      gitIn(root, "update-index", "--skip-worktree", "a.txt");
      put(root, "a.txt", "mine\n");
    },
    ["a.txt"],
  ],
  "an untracked file in the way": [(root) => put(root, "new/c.txt", "mine\n"), ["new/c.txt"]],
  "an ignored file in the way": [
    (root) => {
      put(root, ".git/info/exclude", "new/\n");
      put(root, "new/c.txt", "mine\n");
    },
    ["new/c.txt"],
  ],
  "a file in a folder's place": [(root) => put(root, "new", "mine\n"), ["new"]],
  "a folder in a file's place": [
    (root) => put(root, "new/c.txt/mine", "mine\n"),
    ["new/c.txt/mine"],
  ],
  "a change of what is removed": [(root) => put(root, "src/b.txt", "mine\n"), ["src/b.txt"]],
};
test("what of the user's a merge would change is named, whatever git takes it for, and nothing is touched", async (t) => {
  const { places, site, root, commit, user } = await landedScene(t);
  for (const [name, [act, files]] of Object.entries(touching)) {
    act(root);
    const before = user();
    assert.deepEqual(await places.deliver(site, commit, "m\n"), { is: "touches", files }, name);
    assert.equal(user(), before, name);
    rmSync(join(root, ".git/info/exclude"), { force: true });
    for (const bit of ["assume-unchanged", "skip-worktree"])
      gitIn(root, "update-index", `--no-${bit}`, "a.txt");
    gitIn(root, "reset", "--quiet", "--hard");
    gitIn(root, "clean", "-ffdxq");
  }
});

test("a conflict with the user's own commit is named, and nothing is touched", async (t) => {
  const { places, site, root, commit, user } = await landedScene(t);
  put(root, "a.txt", "mine\n");
  gitIn(root, "commit", "-qam", "mine");
  const before = user();
  assert.deepEqual(await places.deliver(site, commit, "m\n"), { is: "conflict", files: ["a.txt"] });
  assert.equal(user(), before);
});

test("undo gives the user's uncommitted changes back as they were, where the run began on them", async (t) => {
  const { places, site, root, base, user } = await scene(t, {
    "a.txt": "a\n",
    "src/b.txt": "b\n",
    "gone.txt": "gone\n",
  });
  put(root, "a.txt", "mine\n");
  put(root, "new/notes.txt", "notes\n");
  rmSync(join(root, "gone.txt"));
  const start = await places.base(site, { changes: true });
  const place = await places.open(site, "k", start.commit, true);
  put(place, "src/b.txt", "B\n");
  put(place, "new/c.txt", "c\n");
  const taken = await places.take(site, "k", start.commit, ana, "work\n");
  assert.ok(taken.is === "taken");
  assert.deepEqual((await places.usersChanges(site, start.commit)).toSorted(), [
    "a.txt",
    "gone.txt",
    "new/notes.txt",
  ]);
  assert.deepEqual(await places.usersChanges(site, base), []);
  put(root, "four.txt", "4\n");
  gitIn(root, "add", "four.txt");
  gitIn(root, "commit", "-qm", "four");
  const [from, before] = [
    gitIn(root, "rev-parse", "HEAD"),
    gitIn(root, "status", "--porcelain", "-uall"),
  ];
  const merged = await places.deliver(site, taken.work.commit, "m\n");
  assert.ok(merged.is === "merged");
  assert.equal(gitIn(root, "status", "--porcelain"), "");
  put(root, "new/notes.txt", "since\n");
  const changed = user();
  const undo = () =>
    places.undo(site, { from, to: merged.to, branch: "cairn/x", base: start.commit });
  assert.deepEqual(await undo(), { is: "touches", files: ["new/notes.txt"] });
  assert.equal(user(), changed);
  put(root, "new/notes.txt", "notes\n");
  for (const done of [{ is: "undone" }, { is: "gone", head: from }]) {
    assert.deepEqual(await undo(), done);
    assert.equal(gitIn(root, "rev-parse", "HEAD"), from);
    assert.equal(gitIn(root, "status", "--porcelain", "-uall"), before);
    assert.deepEqual(
      ["a.txt", "src/b.txt", "new/notes.txt", "four.txt"].map((path) =>
        readFileSync(join(root, path), "utf8"),
      ),
      ["mine\n", "b\n", "notes\n", "4\n"],
    );
    assert.deepEqual(
      [existsSync(join(root, "gone.txt")), existsSync(join(root, "new/c.txt"))],
      [false, false],
    );
    assert.equal(gitIn(root, "fsck", "--connectivity-only", "--no-dangling"), "");
  }
  assert.equal((await places.deliver(site, taken.work.commit, "m\n")).is, "merged");
});

test("undo leaves the user's own files that were there before the merge, as they were", async (t) => {
  const { places, site, base, root, commit, file } = await landedScene(t);
  gitIn(root, "checkout", "--quiet", commit, "--", "a.txt", "new");
  gitIn(root, "reset", "--quiet");
  const stood = gitIn(root, "status", "--porcelain");
  assert.match(stood, /M a.txt\n.*[?]{2} new/su);
  const merge = async () => assert.equal((await places.deliver(site, commit, "m\n")).is, "merged");
  const undo = () => places.undo(site, { from: base, to: commit, branch: "cairn/x", base });
  await merge();
  assert.deepEqual(await undo(), { is: "undone" });
  assert.equal(gitIn(root, "status", "--porcelain"), stood);
  await merge();
  put(root, "a.txt", "changed since\n");
  assert.deepEqual(await undo(), { is: "touches", files: ["a.txt"] });
  put(root, "a.txt", "A\n");
  assert.deepEqual(await undo(), { is: "undone" });
  assert.equal(gitIn(root, "status", "--porcelain"), stood);
  gitIn(root, "stash", "--quiet", "--include-untracked");
  await merge();
  assert.deepEqual(await undo(), { is: "undone" });
  assert.equal(
    gitIn(root, "status", "--porcelain"),
    "",
    "of a later merge nothing was there before",
  );
  assert.equal(file("a.txt"), "a\n");
});

test("undo names what the user changed since, and touches nothing", async (t) => {
  const { places, site, base, root, commit, user } = await landedScene(t);
  await places.deliver(site, commit, "m\n");
  put(root, "a.txt", "since\n");
  const before = user();
  assert.deepEqual(
    await places.undo(site, { from: base, to: commit, branch: "cairn/x", base: base }),
    { is: "touches", files: ["a.txt"] },
  );
  assert.equal(user(), before);
});

test("files that a kill left written are taken for delivered, other uncommitted changes stay", async (t) => {
  const { places, site, root, commit, head } = await landedScene(t);
  put(root, "a.txt", "A\n");
  put(root, "new/c.txt", "c\n");
  put(root, ".gitignore", "mine\n");
  assert.equal((await places.deliver(site, commit, "m\n")).is, "merged");
  assert.equal(head(), commit);
  assert.equal(gitIn(root, "status", "--porcelain"), "M .gitignore");
});

test("a merge of the user's that is under way is a fault that says so", async (t) => {
  const { places, site, root, commit, user } = await landedScene(t);
  put(root, ".git/MERGE_HEAD", `${commit}\n`);
  const before = user();
  await assert.rejects(places.deliver(site, commit, "m\n"), { code: "CHECKOUT_UNFINISHED" });
  assert.equal(user(), before);
});

test("a bisect that is under way, and files that lie elsewhere, are faults that say so", async (t) => {
  const { places, site, base, root, top, commit, user } = await landedScene(t);
  gitIn(root, "bisect", "start");
  const before = user();
  await assert.rejects(places.deliver(site, commit, "m\n"), { code: "CHECKOUT_UNFINISHED" });
  assert.equal(user(), before);
  gitIn(root, "bisect", "reset");
  await places.deliver(site, commit, "m\n");
  gitIn(root, "config", "core.worktree", top);
  const merged = user();
  await assert.rejects(
    places.undo(site, { from: base, to: commit, branch: "cairn/x", base: base }),
    { code: "REPOSITORY_ELSEWHERE" },
  );
  assert.equal(user(), merged);
});

test("in a worktree of the user's, that one is delivered into; the branch stays where it is checked out", async (t) => {
  const { places, site, base, root, commit, user } = await landedScene(t);
  const other = join(ownFolder(t), "other");
  gitIn(root, "worktree", "add", "-q", "-b", "cairn/x", other);
  const theirs = gitIn(root, "commit-tree", "-p", base, "-m", "theirs", `${base}^{tree}`);
  gitIn(root, "branch", "cairn/y", theirs);
  const before = user();
  assert.deepEqual(await places.moveBranch(site, "cairn/x", commit, base), { is: "checkedOut" });
  assert.deepEqual(await places.moveBranch(site, "cairn/y", commit, base), {
    is: "foreign",
    commit: theirs,
  });
  assert.equal(user(), before);
  const there = { ...site, root: other };
  assert.deepEqual(await places.deliver(there, commit, "m\n"), {
    is: "merged",
    from: base,
    to: commit,
    branch: "cairn/x",
  });
  assert.equal(gitIn(other, "status", "--porcelain"), "");
  assert.equal(gitIn(root, "rev-parse", "main"), base);
  await assert.rejects(places.drop(site, "cairn/x"), { code: "BRANCH_CHECKED_OUT" });
});

test("of two deliveries at once one is made, and the other takes none of it back", async (t) => {
  const { places, site, commit, head, root } = await landedScene(t);
  const told = await Promise.allSettled([
    places.deliver(site, commit, "m\n"),
    places.deliver(site, commit, "m\n"),
  ]);
  assert.ok(told.some((one) => one.status === "fulfilled" && one.value.is === "merged"));
  assert.equal(head(), commit);
  assert.equal(gitIn(root, "status", "--porcelain"), "");
});
