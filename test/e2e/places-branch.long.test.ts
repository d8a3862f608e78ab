// What else becomes of the run branch and of the user's checkout while a run is at work.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { anas, during, inRoot } from "./branch-desk.ts";
import { asked, git } from "./delivery-desk.ts";
import { type Desk, hostsWithin } from "./desk.ts";
import { branchOf } from "./ground.ts";

hostsWithin();

const whole = (here: Desk): string =>
  git(here, "fsck", "--connectivity-only")
    .replaceAll(/^dangling.*$/gmu, "")
    .trim();

/** What a user does to the run's branch, whether something of it is kept aside, and what to the checkout meanwhile. */
const acts = [
  [
    "deletes the branch, switches to another one and commits there",
    "git branch -qD $branch",
    false,
    `git switch -qc other; echo 9 > nine.txt; git add nine.txt; ${anas} commit -qm nine`,
  ],
  [
    "amends the branch, lets an agent commit there, rewrites the one that the run began on, cleans up, edits and removes files",
    `git worktree add -q ../tree $branch; cd ../tree; ${anas} commit -q --amend -m amended; git commit -q --allow-empty -m other; cd -; git worktree remove ../tree`,
    true,
    `${anas} commit -q --amend --allow-empty -m again; git reflog expire --expire=now --all; git gc -q --prune=now; echo more >> README.md; rm price.txt notes.txt; echo new > new.txt`,
  ],
] as const;
for (const [how, ofBranch, aside, ofCheckout] of acts)
  test(`a user who ${how} during a run loses nothing, finds the checkout as it was left, and the branch shows again what landed`, async (t) => {
    const left = `cat .git/HEAD; git rev-parse HEAD; git --no-optional-locks status --porcelain; cat README.md`;
    const here = during(t, (desk) =>
      inRoot(desk, `${ofBranch}; ${ofCheckout}; (${left}) > ${desk.folder}/left`),
    );
    const done = await here.ends(0, ["run", ...asked]);
    const now = execFileSync("sh", ["-c", left], { cwd: here.root, encoding: "utf8" });
    assert.equal(now, readFileSync(join(here.folder, "left"), "utf8"));
    const branch = branchOf(here);
    assert.equal(git(here, "show", `${branch}:one.txt`), "1");
    assert.equal(git(here, "show", `${branch}:two.txt`), "2");
    const kept = git(here, "for-each-ref", "--format=%(refname) %(subject)", "refs/cairn-aside");
    if (aside) {
      assert.match(kept, /^refs\/cairn-aside\/\w+\/\d other$/mu);
      assert.match(
        done.err + done.out,
        /which is no commit of a person's on top of what landed: that is kept as refs\/cairn-aside/u,
      );
    } else assert.equal(kept, "");
    assert.equal(whole(here), "");
    await here.ends(0, "merge");
    assert.equal(readFileSync(join(here.root, "one.txt"), "utf8"), "1\n");
  });

test("two runs of one repository land at once, each on a branch of its own", async (t) => {
  const here = during(t, () => "true");
  const runs = await Promise.all(
    ["s", "s2"].map((session) => here.cairn(["run", ...asked.slice(0, -1), session])),
  );
  for (const { exit, out, err } of runs) assert.equal(exit, 0, out + err);
  const branches = branchOf(here).split("\n");
  assert.equal(branches.length, 2);
  for (const branch of branches) assert.equal(git(here, "show", `${branch}:one.txt`), "1");
  for (const session of ["s", "s2"]) await here.ends(0, ["merge", session]);
  assert.equal(whole(here), "");
});
