// What else becomes of the run branch and of the user's checkout while a run is at work.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { anas, branchOf, during, inRoot } from "./branch-desk.ts";
import { asked, git } from "./delivery-desk.ts";
import { hostsWithin } from "./desk.ts";

hostsWithin();

for (const [how, act, aside] of [
  ["deletes", `git branch -qD $branch`, false],
  ["rewinds", `git update-ref refs/heads/$branch $branch~1`, false],
  [
    "amends",
    `git worktree add -q ../tree $branch; cd ../tree; ${anas} commit -q --amend -m other; cd -; git worktree remove ../tree`,
    true,
  ],
  [
    "lets an agent commit on",
    `git worktree add -q ../tree $branch; cd ../tree; git commit -q --allow-empty -m other; cd -; git worktree remove ../tree`,
    true,
  ],
  [
    "points to another history",
    `git update-ref refs/heads/$branch $(${anas} commit-tree -m other HEAD^{tree})`,
    true,
  ],
] as const)
  test(`a user who ${how} the branch during a run loses nothing, and the branch shows again what landed`, async (t) => {
    const here = during(t, (desk) => inRoot(desk, act));
    const done = await here.cairn(["run", ...asked]);
    assert.equal(done.exit, 0, done.out + done.err);
    const branch = branchOf(here);
    assert.equal(git(here, "show", `${branch}:one.txt`), "1");
    assert.equal(git(here, "show", `${branch}:two.txt`), "2");
    const kept = git(here, "for-each-ref", "--format=%(refname) %(subject)", "refs/cairn-aside");
    if (aside) assert.match(kept, /^refs\/cairn-aside\/\w+\/1 other$/u);
    else assert.equal(kept, "");
    if (aside)
      assert.match(
        done.err + done.out,
        /which is no commit of a person's on top of what landed: that is kept as refs\/cairn-aside/u,
      );
    assert.equal((await here.cairn(["merge"])).exit, 0);
  });

for (const [how, act] of [
  [
    "switches to another branch and commits there",
    `git switch -qc other; echo 9 > nine.txt; git add nine.txt; ${anas} commit -qm nine`,
  ],
  [
    "rewrites the branch that the run began on, and cleans up",
    `${anas} commit -q --amend --allow-empty -m again; git reflog expire --expire=now --all; git gc -q --prune=now`,
  ],
  [
    "rebases that branch",
    `git branch side; ${anas} commit -q --allow-empty -m ten; git switch -q side; echo 9 > nine.txt; git add nine.txt; ${anas} commit -qm nine; git switch -q master; ${anas} rebase -q --autostash side`,
  ],
  ["edits and removes files", `echo more >> README.md; rm price.txt notes.txt; echo new > new.txt`],
] as const)
  test(`a user who ${how} during a run finds the checkout as it was left, and the work lands`, async (t) => {
    const left = `cat .git/HEAD; git rev-parse HEAD; git --no-optional-locks status --porcelain; cat README.md`;
    const here = during(t, (desk) => inRoot(desk, `${act}; (${left}) > ${desk.folder}/left`));
    const done = await here.cairn(["run", ...asked]);
    assert.equal(done.exit, 0, done.out + done.err);
    const now = execFileSync("sh", ["-c", left], { cwd: here.root, encoding: "utf8" });
    assert.equal(now, readFileSync(join(here.folder, "left"), "utf8"));
    assert.equal(git(here, "show", `${branchOf(here)}:two.txt`), "2");
    assert.equal(
      git(here, "fsck", "--connectivity-only")
        .replaceAll(/^dangling.*$/gmu, "")
        .trim(),
      "",
    );
    if (how.startsWith("edits")) return;
    const merged = await here.cairn(["merge"]);
    assert.equal(merged.exit, 0, merged.err);
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
  for (const session of ["s", "s2"]) assert.equal((await here.cairn(["merge", session])).exit, 0);
  assert.equal(
    git(here, "fsck", "--connectivity-only")
      .replaceAll(/^dangling.*$/gmu, "")
      .trim(),
    "",
  );
});
