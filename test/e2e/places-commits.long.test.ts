// The run branch in its user's hands: what a person commits on it lands on proof, during a run and after.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { during, inTree } from "./branch-desk.ts";
import { asked, git } from "./delivery-desk.ts";
import { asTyped, hostsWithin } from "./desk.ts";
import { branchOf, checkoutOf } from "./ground.ts";

hostsWithin();

test("commits that a person makes on the branch, in a worktree of theirs, land like a job's, during a run and after; one that seems to hold a secret waits for a word", async (t) => {
  const here = during(t, (desk) => inTree(desk, "echo 3 > three.txt"));
  const before = checkoutOf(here);
  const done = await here.ends(0, ["run", ...asked]);
  assert.deepEqual(checkoutOf(here), before);
  assert.match(
    done.err + done.out,
    /one commit of Ana on cairn\/two-files-\w+ will land once the checks pass/u,
  );
  assert.match(done.out, /branch +cairn\/two-files-\w+: 3 landed\n/u);
  assert.match(done.out, /one\.txt[^]*three\.txt[^]*two\.txt/u);
  const branch = branchOf(here);
  const run =
    git(here, "for-each-ref", "--format=%(refname)", "refs/cairn-land").split("/")[2] ?? "";
  const head = git(here, "rev-parse", `refs/cairn-land/${run}/3`);
  assert.equal(
    git(here, "log", "-1", "--format=%s", branch),
    "mine",
    "while it is checked out it stays",
  );
  assert.equal(git({ ...here, root: join(here.folder, "tree") }, "status", "--porcelain"), "");
  const whole = git(here, "log", "--format=%s%n%P", head).split("\n");
  assert.ok(whole.includes("mine"), "the person's commit stays as it is");
  // What seems to hold a secret is looked at first; taken out of it, it lands by itself.
  const key = `aws_secret_access_key = "${["wJalrXUtnFEMI", "K7MDENG", "bPxRfiCYEXAMPLEKEY"].join("/")}"`;
  const tree = { ...here, root: join(here.folder, "tree") };
  const commit = (name: string, ...how: readonly string[]): void => {
    writeFileSync(join(tree.root, name), `${key}\n`);
    git(tree, "add", name);
    git(tree, "commit", "--quiet", "-m", name, ...how);
  };
  git(tree, "reset", "--quiet", "--hard", head);
  commit("key.txt");
  const looked = await here.ends(3, "run s");
  assert.match(
    looked.err + looked.out,
    /one commit of Ana on cairn\S+ must be looked at first: key\.txt \(it seems to hold a secret\)/u,
  );
  assert.match(
    looked.out,
    /the work of Ana holds what no job's may: key\.txt \(it seems to hold a secret\)/u,
  );
  const keyIn = (out: string): string => /cairn decide \S+ (stuck-\S+) again/u.exec(out)?.[1] ?? "";
  writeFileSync(join(tree.root, "key.txt"), "none\n");
  git(tree, "commit", "--quiet", "--all", "--amend", "-m", "key");
  await here.ends(0, "run s");
  assert.match((await here.cairn(["decide", "s", keyIn(looked.out), "again"])).err, /JOB_UNKNOWN/u);
  // As it is, by a person's word.
  const newest = (): string =>
    git(
      here,
      ...asTyped`for-each-ref --format=%(objectname) --sort=-version:refname --count=1 refs/cairn-land/${run}/[0-9]*`,
    );
  git(tree, "reset", "--quiet", "--hard", newest());
  commit("other.txt");
  const held = await here.cairn("run s");
  await here.ends(0, ["decide", "s", keyIn(held.out), "again"]);
  assert.match((await here.ends(0, "run s")).out, /other\.txt/u);
  git(here, "worktree", "remove", join(here.folder, "tree"));
  await here.ends(0, "run s");
  assert.equal(git(here, "rev-parse", branch), newest(), "then it follows");
  await here.ends(0, "merge");
  assert.equal(git(here, "show", "HEAD:three.txt"), "3");
  await here.ends(0, "verify s");
  assert.match(
    (await here.cairn('diff s "commits on the branch"')).out,
    /landed: .*\n +other\.txt +\+1/u,
  );
});

test("a person's commit on a run that ended is shown by all criteria; red, whoever committed it is asked, and no agent", async (t) => {
  const here = during(t, () => "true");
  await here.ends(0, ["run", ...asked]);
  const branch = branchOf(here);
  const landed = git(here, "rev-parse", branch);
  git(here, "stash", "--quiet", "--include-untracked");
  git(here, "switch", "--quiet", branch);
  git(here, "rm", "--quiet", "one.txt");
  git(here, "commit", "--quiet", "-m", "no one");
  const mine = git(here, "rev-parse", "HEAD");
  const red = await here.ends(3, "run s");
  assert.match(red.out, /the work of Ana fails a check: `test -e one\.txt`/u);
  assert.match(red.out, /committed on cairn\/two-files-\w+ by hand, so no agent mends it/u);
  const [, key = ""] = /cairn decide \S+ (stuck-\S+) again/u.exec(red.out) ?? [];
  // Mended by another commit, it lands.
  git(here, "revert", "--no-edit", "HEAD");
  writeFileSync(join(here.root, "four.txt"), "4\n");
  git(here, "add", "four.txt");
  git(here, "commit", "--quiet", "-m", "four");
  const mended = await here.ends(0, "run s");
  assert.match(mended.out, /: 3 landed/u);
  assert.match((await here.cairn(["decide", "s", key, "again"])).err, /JOB_UNKNOWN/u);
  git(here, "switch", "--quiet", "master");
  await here.ends(0, "run s");
  assert.match(git(here, "log", "-1", "--format=%s", branch), /^four$/u);
  // Given up, it is kept aside.
  git(here, "switch", "--quiet", branch);
  git(here, "rm", "--quiet", "two.txt");
  git(here, "commit", "--quiet", "-m", "no two");
  const again = git(here, "rev-parse", "HEAD");
  assert.ok(![mine, landed].includes(again));
  const stuck = await here.cairn("run s");
  const [, other = ""] = /cairn decide \S+ (stuck-\S+) drop/u.exec(stuck.out) ?? [];
  await here.ends(0, asTyped`decide s ${other} drop --note no`);
  const held = await here.cairn("run s");
  assert.match(held.err + held.out, /which was given up: once no working tree has it checked out/u);
  assert.equal(git(here, "rev-parse", branch), again);
  git(here, "switch", "--quiet", "master");
  const back = await here.ends(0, "run s");
  const [, aside = ""] = /kept as (refs\/cairn-aside\/\w+\/1),/u.exec(back.err + back.out) ?? [];
  assert.equal(git(here, "rev-parse", aside), again);
  assert.match(git(here, "log", "-1", "--format=%s", branch), /^four$/u);
});
