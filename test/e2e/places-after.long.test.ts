// What a user is told and may do once a run is over: commits of their own that wait, what to type next, and what a drop leaves.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { during } from "./branch-desk.ts";
import { asTyped, hostsWithin } from "./desk.ts";
import { asked, git, landed } from "./delivery-desk.ts";
import { branchOf } from "./ground.ts";

hostsWithin();

test("status of a run that is over says what to type next, and which commits on its branch it lacks; a red one is asked about, and a drop keeps it aside", async (t) => {
  const here = during(t, () => "true");
  const { cairn, ends, root } = here;
  // A home that is named from the root and lies outside of it is no part of what lands.
  await ends(0, ["run", ...asked, "--home", "../home"]);
  assert.ok(existsSync(join(here.folder, "home")));
  assert.match((await cairn("status")).out, /^done +Two files .* to merge /u);
  assert.match(
    (await cairn("status s")).out,
    /\nlook: cairn diff \w+ --patch\ntake it: cairn merge \w+ +give it up: cairn drop \w+/u,
  );
  const branch = branchOf(here);
  git(here, "worktree", "add", "--quiet", join(here.folder, "tree"), branch);
  writeFileSync(join(here.folder, "tree", "three.txt"), "3\n");
  const tree = { ...here, root: join(here.folder, "tree") };
  git(tree, "add", "three.txt");
  git(tree, "commit", "--quiet", "-m", "three");
  git(here, "worktree", "remove", join(here.folder, "tree"));
  const lacks = /one commit of Ana on cairn\/two-files-\w+ hasn't landed: cairn run \w+ takes it/u;
  assert.match((await cairn("status s")).out, lacks);
  const merged = await cairn("merge s");
  assert.match(merged.out, lacks);
  assert.equal(existsSync(join(root, "three.txt")), false);
  assert.match((await cairn("status s")).out, /take the merge back: cairn undo \w+/u);
  assert.match((await cairn("status")).out, /^done +Two files .* merged /u);
  await ends(0, "run s");
  assert.match((await cairn("status")).out, /^done +Two files .* to merge /u);
  assert.doesNotMatch((await cairn("merge s")).out, lacks);
  await ends(0, "undo s");

  // One that is red keeps it from the archive, and can be dropped.
  git(here, "stash", "--quiet", "--include-untracked");
  git(here, "switch", "--quiet", branch);
  git(here, "rm", "--quiet", "one.txt");
  git(here, "commit", "--quiet", "-m", "no one");
  const mine = git(here, "rev-parse", "HEAD");
  await ends(3, "run s");
  git(here, "switch", "--quiet", "master");
  const status = await cairn("status s");
  assert.match(
    status.out,
    /waits for you {2}(stuck-branch-\S+)\n[^]*cairn decide \w+ \1 again[^]*cairn decide \w+ \1 drop --note WHY/u,
  );
  const away = await ends(2, "archive s");
  assert.match(away.err, /RUN_LIVE: .*work on cairn\/two-files-\w+ still waits to land/u);
  const unsure = await cairn("drop s");
  assert.match(
    unsure.err,
    /CONFIRMATION_MISSING: .*commits of yours that haven't landed are kept under refs\/cairn-aside\//u,
  );
  const dropped = await ends(0, "drop s --yes");
  const [, ref = ""] = /git log (refs\/cairn-aside\/\w+\/1)\n/u.exec(dropped.out) ?? [];
  assert.equal(git(here, "rev-parse", ref), mine);
  assert.equal(branchOf(here), "");
  assert.doesNotMatch((await cairn("status s")).out, /stuck-branch/u);
  await ends(0, "archive s");
});

test("merging a run that isn't over says what isn't proved, and asks or wants --yes; of one that was cancelled it says so first, and asks where somebody sits there", async (t) => {
  const { cairn, ends, root, run } = await landed(t, [{ "one.txt": "1\n" }]);
  const says =
    /this run isn't over: 0 of 3 criteria proved; still to be done: 1, 2, verify; what landed/u;
  const alone = await ends(2, "merge");
  assert.match(alone.err, says);
  assert.match(alone.err, new RegExp(`^  cairn merge ${run} --yes$`, "mu"));
  const no = await cairn(["merge", run], { answers: ["n"] });
  assert.match(no.err, says);
  assert.match(no.err, /CONFIRMATION_MISSING: nothing was merged/u);
  assert.equal(existsSync(join(root, "one.txt")), false);
  await ends(0, ["merge", run], { answers: ["y"] });
  assert.equal(existsSync(join(root, "one.txt")), true);
  assert.match(
    (await cairn(["merge", run])).out,
    /nothing was merged/u,
    "there is nothing to ask about",
  );
  await ends(0, ["undo", run]);

  await cairn(asTyped`stop --cancel ${run} --reason enough --yes`);
  const ended =
    /this run ended without success: .*; what landed was proved on its own, the whole wasn't/u;
  const later = await cairn(["merge", run], { answers: ["n"] });
  assert.match(later.err, ended);
  assert.match(later.err, /CONFIRMATION_MISSING: nothing was merged/u);
  assert.equal(existsSync(join(root, "one.txt")), false);
  assert.match((await ends(0, ["merge", run])).err, ended);
  assert.equal(existsSync(join(root, "one.txt")), true);
});
