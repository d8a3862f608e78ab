// Delivery onto a history that its user rewrote since the run began: only the run's work comes, and nothing twice.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git, landed } from "./delivery-desk.ts";
import { asTyped, at, type Desk } from "./desk.ts";

const oops = (here: Desk): void => {
  writeFileSync(join(here.root, "oops.txt"), "a secret\n");
  git(here, "add", "oops.txt");
  git(here, "commit", "--quiet", "-m", "oops");
};
const subjects = (here: Desk, of = "HEAD"): readonly string[] =>
  git(here, "log", "--format=%s", of).split("\n");
const two = [{ "one.txt": "1\n" }, { "two.txt": "2\n" }];

test("a commit that was reset away stays away: each landing is put onto what is checked out, and undo takes it back", async (t) => {
  const here = await landed(t, two, null, oops);
  const { cairn, ends, root, run } = here;
  git(here, "stash", "--quiet");
  git(here, "reset", "--quiet", "--hard", "HEAD~1");
  const old = git(here, "rev-parse", "HEAD");
  assert.match(
    (await cairn(["status", run])).out,
    /master lacks what the run began on: a merge brings the run's work alone, checked there again, without \w+ oops$/mu,
  );
  for (const argv of [["status", run], ["diff"]])
    for (const line of (await cairn(argv, { env: { COLUMNS: "80" } })).out.split("\n"))
      assert.ok(line.length <= 80, line);
  const reach = at((await cairn(["status", run, "--json"])).json(), "reach");
  assert.match(JSON.stringify(reach), /"is":"apart".*"along":\["\w+ oops"\]/u);
  const merged = await ends(0, "merge --yes", { env: { COLUMNS: "80" } });
  for (const line of merged.out.split("\n")) assert.ok(line.length <= 80, line);
  assert.match(merged.out, /put onto it alone;\s[^]*left out: \w+ oops$/mu);
  assert.equal(existsSync(join(root, "oops.txt")), false);
  assert.deepEqual(subjects(here), ["Land 2", "Land 1", "a shop"]);
  assert.match((await cairn("merge --yes")).out, /nothing was merged/u);
  await here.land({ "three.txt": "3\n" });
  await ends(0, "merge --yes");
  assert.deepEqual(subjects(here), ["Land 3", "Land 2", "Land 1", "a shop"]);
  await ends(0, "undo");
  await ends(0, "undo");
  assert.equal(git(here, "rev-parse", "HEAD"), old);
  assert.equal(existsSync(join(root, "one.txt")), false);
});

test("work that conflicts there is refused with what puts it there by hand", async (t) => {
  const here = await landed(t, [{ "price.txt": "2\n" }], null, oops);
  const { ends, root } = here;
  git(here, "stash", "--quiet");
  git(here, "reset", "--quiet", "--hard", "HEAD~1");
  writeFileSync(join(root, "price.txt"), "3\n");
  git(here, "commit", "--quiet", "-am", "dearer");
  const old = git(here, "rev-parse", "HEAD");
  const no = await ends(2, "merge --yes");
  const typed =
    /MERGE_CONFLICT: .*price\.txt.*\n.*`(git diff --binary \w+ \S+ \| git apply --3way)`/u;
  const [, command = ""] = typed.exec(no.err) ?? assert.fail(no.err);
  assert.equal(git(here, "rev-parse", "HEAD"), old);
  assert.throws(() => execFileSync("sh", ["-c", command], { cwd: root, stdio: "ignore" }));
  assert.match(readFileSync(join(root, "price.txt"), "utf8"), /<<<<<<<[^]*3\n[^]*2\n/u);
  assert.equal(existsSync(join(root, "oops.txt")), false);
});

test("work that is red there is refused with what its check printed, and a pull request brings the run's work alone", async (t) => {
  const check = [
    "sh",
    "-c",
    "test -e oops.txt || test -e fine.txt || { echo oops is gone; exit 1; }",
  ];
  const here = await landed(t, two, null, oops, check);
  const { cairn, ends, folder, run } = here;
  git(here, "stash", "--quiet");
  git(here, "reset", "--quiet", "--hard", "HEAD~1");
  const old = git(here, "rev-parse", "HEAD");
  for (const how of [["merge", "--yes"], ["pr"]]) {
    git(here, "config", "remote.origin.url", join(folder, "origin.git"));
    const red = await ends(2, how);
    assert.match(red.err, /CHECKS_RED: [^]*own: [^]*oops is gone[^]*git apply --3way/u);
    assert.equal(git(here, "rev-parse", "HEAD"), old);
  }
  git(here, "commit", "--quiet", "--allow-empty", "-m", "mended");
  writeFileSync(join(here.root, "fine.txt"), "");
  git(here, "add", "fine.txt");
  git(here, "commit", "--quiet", "-m", "fine");
  const pushed = async (): Promise<string> => {
    const told = await ends(0, ["pr", run]);
    assert.match(told.err, /master lacks what the run began on: .*, without \w+ oops/u);
    return /git push origin (\w{40}):/u.exec(told.out)?.[1] ?? "";
  };
  const head = await pushed();
  assert.equal(await pushed(), head, "a second call pushes the same");
  assert.deepEqual(subjects(here, head), ["Land 2", "Land 1", "fine", "mended", "a shop"]);
  const merged = await cairn("merge --yes");
  assert.match(merged.out, /put onto it alone; 1 check passed on it there/u);
  assert.match((await cairn(["pr", run])).err, /REVIEW_NONE: master holds all/u);
});

test("work that came by a squash or a cherry-pick of the user's counts as merged", async (t) => {
  const here = await landed(t, two);
  const { cairn, root, run } = here;
  git(here, "stash", "--quiet", "-u");
  const old = git(here, "rev-parse", "HEAD");
  for (const how of [
    () => git(here, "merge", "--quiet", "--squash", "cairn/two-files"),
    () => git(here, "cherry-pick", "-n", "-m", "1", "cairn/two-files~1", "cairn/two-files"),
  ]) {
    git(here, "reset", "--quiet", "--hard", old);
    how();
    git(here, "commit", "--quiet", "-m", "taken");
    writeFileSync(join(root, "one.txt"), "1, changed\n");
    git(here, "commit", "--quiet", "-am", "later");
    assert.match((await cairn(["status", run])).out, /master holds all of it/u);
    assert.match((await cairn(["merge", run, "--yes"])).out, /nothing was merged/u);
    assert.deepEqual(subjects(here), ["later", "taken", "a shop"]);
  }
});

test("merge --squash makes one commit, -m gives its message, and on a detached HEAD no branch holds it", async (t) => {
  const here = await landed(t, two);
  const { cairn, ends, run } = here;
  const old = git(here, "rev-parse", "HEAD");
  await ends(0, 'merge --yes --squash -m "Both files"');
  assert.deepEqual(subjects(here), ["Both files", "a shop"]);
  assert.match((await cairn(["merge", run, "--yes"])).out, /nothing was merged/u);
  await here.land({ "three.txt": "3\n" });
  await ends(0, "merge --yes");
  assert.deepEqual(subjects(here), ["Land 3", "Both files", "a shop"]);
  await ends(0, "undo");
  await ends(0, "undo");
  assert.equal(git(here, "rev-parse", "HEAD"), old);
  await ends(0, 'merge --yes -m "All of it"');
  assert.equal(git(here, "log", "-1", "--format=%s %P").split(" ").length, 5);
  await ends(0, "undo");
  git(here, "checkout", "--quiet", "--detach");
  const merged = await cairn("merge --yes");
  assert.match(merged.out, /no branch holds it.*git switch -c NAME/u);
  assert.equal(at((await cairn('merge --yes -m " " --json')).json(), "error", "code"), "USAGE");
});

test("a merge that its branch lost by a reset, or that no branch held, counts as none: it can be made again", async (t) => {
  const here = await landed(t, two);
  const { cairn, ends, run } = here;
  git(here, "stash", "--quiet");
  const lost = async (): Promise<void> => {
    const { out } = await cairn(["status", run]);
    assert.match(out, /2 landed/u);
    assert.doesNotMatch(out, /landed, merged/u);
  };
  const old = git(here, "rev-parse", "HEAD");
  await ends(0, "merge --yes");
  assert.match((await cairn(["status", run])).out, /2 landed, merged into master/u);
  git(here, "switch", "--quiet", "-c", "other", old);
  assert.match((await cairn(["status", run])).out, /2 landed, merged into master/u);
  git(here, "branch", "--quiet", "-f", "master", old);
  await lost();
  git(here, "switch", "--quiet", "--detach", "master");
  await ends(0, "merge --yes");
  git(here, "switch", "--quiet", "master");
  await lost();
  await ends(0, "merge --yes");
  assert.deepEqual(git(here, "log", "--first-parent", "--format=%s").split("\n"), [
    "Land 2",
    "Land 1",
    "a shop",
  ]);
});

test("work whose commits git has lost is said to be lacking, and hides no other run", async (t) => {
  const here = await landed(t, two, null, oops);
  const { cairn, ends, run } = here;
  git(here, "stash", "--quiet");
  git(here, "stash", "drop", "--quiet");
  git(here, "commit", "--quiet", "--amend", "-m", "other");
  const refs = git(
    here,
    "for-each-ref",
    "--format=%(refname)",
    "refs/cairn-land",
    "refs/heads/cairn",
  );
  for (const ref of refs.split("\n")) git(here, "update-ref", "-d", ref);
  git(here, "reflog", "expire", "--expire=now", "--all");
  git(here, "gc", "--quiet", "--prune=now");
  for (const how of [["status"], ["status", run]]) await ends(0, how);
  assert.match((await cairn("merge --yes")).err, /COMMIT_AWAY: this machine lacks the commit/u);
  await ends(0, asTyped`stop --cancel ${run} --yes --reason lost`);
  await ends(0, ["drop", run, "--yes"]);
});
