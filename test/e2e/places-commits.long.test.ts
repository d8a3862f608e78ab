// The run branch in its user's hands: what a person commits on it lands on proof, during a run and after.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { branchOf, during, inRoot, inTree } from "./branch-desk.ts";
import { asked, checkoutOf, git } from "./delivery-desk.ts";

test("commits that a person makes on the branch during a run, in a worktree of theirs, land like a job's", async (t) => {
  const here = during(t, (desk) => inTree(desk, "echo 3 > three.txt"));
  const before = checkoutOf(here);
  const done = await here.cairn(["run", ...asked]);
  assert.equal(done.exit, 0, done.out + done.err);
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
  git(here, "worktree", "remove", join(here.folder, "tree"));
  assert.equal((await here.cairn(["run", "s"])).exit, 0);
  assert.equal(git(here, "rev-parse", branch), head, "then it follows");
  assert.equal((await here.cairn(["merge"])).exit, 0);
  assert.equal(git(here, "show", "HEAD:three.txt"), "3");
  const verified = await here.cairn(["verify", "s"]);
  assert.equal(verified.exit, 0, verified.out + verified.err);
  assert.match(
    (await here.cairn(["diff", "s", "commits on the branch"])).out,
    /landed: .*\n +three\.txt +\+1/u,
  );
});

test("a person's commit on a run that ended is shown by all criteria; red, whoever committed it is asked, and no agent", async (t) => {
  const here = during(t, () => "true");
  assert.equal((await here.cairn(["run", ...asked])).exit, 0);
  const branch = branchOf(here);
  const landed = git(here, "rev-parse", branch);
  git(here, "stash", "--quiet", "--include-untracked");
  git(here, "switch", "--quiet", branch);
  git(here, "rm", "--quiet", "one.txt");
  git(here, "commit", "--quiet", "-m", "no one");
  const mine = git(here, "rev-parse", "HEAD");
  const red = await here.cairn(["run", "s"]);
  assert.equal(red.exit, 3, red.out + red.err);
  assert.match(red.out, /the work of Ana fails a check: `test -e one\.txt`/u);
  assert.match(red.out, /committed on cairn\/two-files-\w+ by hand, so no agent mends it/u);
  const [, key = ""] = /cairn decide \S+ (stuck-\S+) again/u.exec(red.out) ?? [];
  // Mended by another commit, it lands.
  git(here, "revert", "--no-edit", "HEAD");
  writeFileSync(join(here.root, "four.txt"), "4\n");
  git(here, "add", "four.txt");
  git(here, "commit", "--quiet", "-m", "four");
  const mended = await here.cairn(["run", "s"]);
  assert.equal(mended.exit, 0, mended.out + mended.err);
  assert.match(mended.out, /: 3 landed/u);
  assert.match((await here.cairn(["decide", "s", key, "again"])).err, /JOB_UNKNOWN/u);
  git(here, "switch", "--quiet", "master");
  assert.equal((await here.cairn(["run", "s"])).exit, 0);
  assert.match(git(here, "log", "-1", "--format=%s", branch), /^four$/u);
  // Given up, it is kept aside.
  git(here, "switch", "--quiet", branch);
  git(here, "rm", "--quiet", "two.txt");
  git(here, "commit", "--quiet", "-m", "no two");
  const again = git(here, "rev-parse", "HEAD");
  assert.ok(![mine, landed].includes(again));
  const stuck = await here.cairn(["run", "s"]);
  const [, other = ""] = /cairn decide \S+ (stuck-\S+) drop/u.exec(stuck.out) ?? [];
  assert.equal((await here.cairn(["decide", "s", other, "drop", "--note", "no"])).exit, 0);
  const held = await here.cairn(["run", "s"]);
  assert.match(held.err + held.out, /which was given up: once no working tree has it checked out/u);
  assert.equal(git(here, "rev-parse", branch), again);
  git(here, "switch", "--quiet", "master");
  const back = await here.cairn(["run", "s"]);
  assert.equal(back.exit, 0, back.out + back.err);
  const [, aside = ""] = /kept as (refs\/cairn-aside\/\w+\/1),/u.exec(back.err + back.out) ?? [];
  assert.equal(git(here, "rev-parse", aside), again);
  assert.match(git(here, "log", "-1", "--format=%s", branch), /^four$/u);
});

test("a person's commit that seems to hold a secret waits for a word; taken out of it, it lands by itself", async (t) => {
  const key = `aws_secret_access_key = "${["wJalrXUtnFEMI", "K7MDENG", "bPxRfiCYEXAMPLEKEY"].join("/")}"`;
  const here = during(t, (desk) => inTree(desk, `echo '${key}' > key.txt`));
  const done = await here.cairn(["run", ...asked]);
  assert.equal(done.exit, 3, done.out + done.err);
  assert.match(
    done.err + done.out,
    /one commit of Ana on cairn\S+ must be looked at first: key\.txt \(it seems to hold a secret\)/u,
  );
  assert.match(
    done.out,
    /the work of Ana holds what no job's may: key\.txt \(it seems to hold a secret\)/u,
  );
  const [, key1 = ""] = /cairn decide \S+ (stuck-\S+) again/u.exec(done.out) ?? [];
  const tree = { ...here, root: join(here.folder, "tree") };
  writeFileSync(join(tree.root, "key.txt"), "none\n");
  git(tree, "commit", "--quiet", "--all", "--amend", "-m", "mine");
  const mended = await here.cairn(["run", "s"]);
  assert.equal(mended.exit, 0, mended.out + mended.err);
  assert.match((await here.cairn(["decide", "s", key1, "again"])).err, /JOB_UNKNOWN/u);
  // As it is, by a person's word.
  writeFileSync(join(tree.root, "other.txt"), `${key}\n`);
  git(
    tree,
    "reset",
    "--quiet",
    "--hard",
    git(
      here,
      "for-each-ref",
      "--format=%(objectname)",
      "--sort=-creatordate",
      "--count=1",
      "refs/cairn-land",
    ),
  );
  writeFileSync(join(tree.root, "other.txt"), `${key}\n`);
  git(tree, "add", "other.txt");
  git(tree, "commit", "--quiet", "-m", "fixture");
  const held = await here.cairn(["run", "s"]);
  const [, key2 = ""] = /cairn decide \S+ (stuck-\S+) again/u.exec(held.out) ?? [];
  assert.equal((await here.cairn(["decide", "s", key2, "again"])).exit, 0);
  const taken = await here.cairn(["run", "s"]);
  assert.equal(taken.exit, 0, taken.out + taken.err);
  assert.match(taken.out, /other\.txt/u);
  assert.equal((await here.cairn(["verify", "s"])).exit, 0);
});

test("a run branch that points to the user's own branch moves and deletes nothing of theirs", async (t) => {
  const here = during(t, (desk) =>
    inRoot(desk, "git symbolic-ref refs/heads/$branch refs/heads/master"),
  );
  const master = git(here, "rev-parse", "master");
  const done = await here.cairn(["run", ...asked]);
  assert.equal(done.exit, 0, done.out + done.err);
  assert.equal(git(here, "rev-parse", "master"), master);
  assert.match(
    done.err + done.out,
    /cairn\/two-files-\w+ pointed to refs\/heads\/master, which wasn't moved/u,
  );
  const branch = branchOf(here);
  assert.equal(
    git(here, "rev-parse", branch),
    git(
      here,
      "rev-parse",
      `refs/cairn-land/${git(here, "for-each-ref", "--format=%(refname)", "refs/cairn-land").split("/")[2] ?? ""}/2`,
    ),
  );
  git(here, "symbolic-ref", `refs/heads/${branch}`, "refs/heads/master");
  assert.equal((await here.cairn(["drop", "s", "--yes"])).exit, 0);
  assert.equal(
    git(here, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads"),
    `refs/heads/master ${master}`,
  );
});
