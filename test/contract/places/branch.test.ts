// The run branch: what its user does with it, its name, and its end.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { gitIn, put } from "../workspace-folder.ts";
import { scene } from "./scene.ts";
import { landedScene } from "./landed.ts";

test("a branch that its user is rebasing stays", async (t) => {
  const { places, site, base, root, commit } = await landedScene(t);
  gitIn(root, "branch", "cairn/x");
  put(root, ".git/worktrees/other/rebase-merge/head-name", "refs/heads/cairn/x\n");
  assert.deepEqual(await places.moveBranch(site, "cairn/x", commit, base), { is: "checkedOut" });
});

test("a person's commits on top of the branch are told from all else, and what else is there is kept aside", async (t) => {
  const { places, site, base, root, commit } = await landedScene(t);
  const tree = gitIn(root, "rev-parse", `${commit}^{tree}`);
  const make = (...parents: readonly string[]): string =>
    gitIn(root, "commit-tree", "-m", "theirs", ...parents.flatMap((one) => ["-p", one]), tree);
  const point = (to: string): string => gitIn(root, "update-ref", "refs/heads/cairn/x", to);
  const look = () => places.shown(site, "cairn/x", commit);
  assert.deepEqual(await look(), { is: "ours", commit: null });
  point(base);
  assert.deepEqual(await look(), { is: "ours", commit: base });
  const mine = make(commit);
  point(mine);
  assert.deepEqual(await look(), {
    is: "theirs",
    work: { commit: mine, tree },
    by: "Ana",
    count: 1,
  });
  assert.equal(gitIn(root, "rev-parse", `refs/cairn-land/r1/taken/${mine}`), mine);
  for (const other of [
    make(),
    make(base),
    make(...gitIn(root, "log", "-1", "--format=%P", commit).split(" ")),
  ]) {
    point(other);
    assert.deepEqual(await look(), { is: "other", commit: other });
  }
  const second = make(commit);
  await places.keep(site, 2, second);
  point(second);
  assert.deepEqual(
    await look(),
    { is: "ours", commit: second },
    "a landing that the run went back behind",
  );
  const after = make(second);
  point(after);
  assert.deepEqual(
    await look(),
    { is: "other", commit: after },
    "it would bring back what the run has left",
  );
  assert.equal(await places.putBack(site, "cairn/x", commit, after), "refs/cairn-aside/r1/1");
  assert.equal(await places.putBack(site, "cairn/x", commit, after), null);
  point(mine);
  assert.equal(await places.putBack(site, "cairn/x", commit, mine), "refs/cairn-aside/r1/2");
  assert.equal(
    gitIn(
      root,
      "rev-parse",
      "refs/heads/cairn/x",
      "refs/cairn-aside/r1/1",
      "refs/cairn-aside/r1/2",
    ),
    `${commit}\n${after}\n${mine}`,
  );
  gitIn(root, "switch", "-q", "cairn/x");
  gitIn(root, "commit", "-qm", "here", "--allow-empty");
  assert.equal(
    await places.putBack(site, "cairn/x", commit, gitIn(root, "rev-parse", "HEAD")),
    null,
    "it is checked out",
  );
});

test("what a person commits there is screened like a job's work, but for what the checkout holds already", async (t) => {
  const { places, site, root, commit } = await landedScene(t);
  const key = `aws_secret_access_key = "${["wJalrXUtnFEMI", "K7MDENG", "bPxRfiCYEXAMPLEKEY"].join("/")}"\n`;
  gitIn(root, "switch", "-q", "--detach", commit);
  const made = (path: string, text: string): string => {
    put(root, path, text);
    gitIn(root, "add", path);
    gitIn(root, "commit", "-qm", path);
    return gitIn(root, "rev-parse", "HEAD");
  };
  made("key.txt", key);
  made("key.txt", "gone\n");
  const large = made("large.bin", "0".repeat(11_000_000));
  gitIn(root, "switch", "-q", "-");
  const found = await places.screen(site, commit, large);
  assert.deepEqual(found.map(({ path, why }) => `${path} ${why}`).toSorted(), [
    "key.txt secret",
    "large.bin large",
  ]);
  assert.deepEqual(await places.screen(site, commit, commit), []);
  gitIn(root, "switch", "-q", "--detach", large);
  assert.deepEqual(await places.screen(site, commit, large), []);
});

test("commits of another run's on top of the branch are no agent's astray: whoever it was for merged them", async (t) => {
  const { places, site, root, commit } = await landedScene(t);
  const tree = gitIn(root, "rev-parse", `${commit}^{tree}`);
  const other = execFileSync("git", ["commit-tree", "-p", commit, "-m", "other", tree], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      GIT_COMMITTER_NAME: "bot",
      GIT_COMMITTER_EMAIL: "bot@cairn.invalid",
      GIT_AUTHOR_NAME: "bot",
      GIT_AUTHOR_EMAIL: "",
    },
  }).trim();
  gitIn(root, "update-ref", "refs/heads/cairn/x", other);
  assert.deepEqual(await places.shown(site, "cairn/x", commit), { is: "other", commit: other });
  assert.equal(await places.keep({ ...site, run: "r2" }, 1, other), null);
  assert.equal((await places.shown(site, "cairn/x", commit)).is, "theirs");
  assert.equal(await places.keep({ ...site, run: "r2" }, 1, commit), other);
});

test("a run's branch gets a name that no branch has, whatever the case", async (t) => {
  const { places, site, root } = await scene(t);
  assert.equal(await places.freeName(site, "cairn/x"), "cairn/x");
  gitIn(root, "branch", "cairn/X");
  gitIn(root, "branch", "cairn/x-2/deep");
  assert.equal(await places.freeName(site, "cairn/x"), "cairn/x-3");
  gitIn(root, "branch", "-D", "cairn/X", "cairn/x-2/deep");
  gitIn(root, "branch", "cairn");
  assert.equal(await places.freeName(site, "cairn/x"), "cairn-x");
});

test("dropped, a run leaves no place and no reference; commits of a person on its branch are kept aside", async (t) => {
  const { places, site, root, top, commit } = await landedScene(t);
  const place = await places.open(site, "k", commit, false);
  const other = await places.open({ ...site, run: "r2" }, "k", commit, false);
  await places.moveBranch(site, "cairn/x", commit, null);
  const theirs = gitIn(root, "commit-tree", "-p", commit, "-m", "theirs", `${commit}^{tree}`);
  gitIn(root, "update-ref", "refs/heads/cairn/x", theirs);
  await places.drop(site, null);
  assert.deepEqual([existsSync(place), existsSync(other)], [false, true]);
  assert.equal(gitIn(root, "rev-parse", "refs/cairn-land/r1/1"), commit);
  await places.drop(site, "cairn/x");
  assert.equal(
    gitIn(root, "for-each-ref", "--format=%(refname)"),
    `refs/cairn-aside/r1/1\nrefs/heads/main`,
  );
  const store = await places.store(root);
  assert.equal(gitIn(store, "for-each-ref"), "");
  assert.ok(store.startsWith(top));
  await places.drop(site, "cairn/x");
});
