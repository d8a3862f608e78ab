// A run whose places get what .worktreeinclude names of the user's ignored files.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auto, configure, criterion, envOf, git, report, shop } from "./places-shop.ts";

const one = [criterion("1", "cmp web/.env.local one.txt")];
const work = {
  "1": [
    {
      run: [
        "sh",
        "-c",
        "cat web/.env.local > one.txt; git add -f web/.env.local; git commit -qm x",
      ],
    },
    report("1"),
  ],
};

test("each place gets what .worktreeinclude names, which never lands; the run says so, and its record has the digests", async (t) => {
  const here = shop(t, work, one);
  mkdirSync(join(here.root, "web"));
  writeFileSync(join(here.root, "web/.env.local"), "PORT=1\n");
  writeFileSync(join(here.root, ".git/info/exclude"), ".env*\n");
  writeFileSync(join(here.root, ".worktreeinclude"), "# ours\n.env*\n!.env.prod\n");
  const done = await here.cairn([...auto, "--verbose"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(done.out, /copies of what \.worktreeinclude names: web\/\.env\.local/u);
  assert.match(done.out, /InputsLent web\/\.env\.local [0-9a-f]{12}/u);
  const branch = git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
  assert.equal(git(here, "show", `${branch}:one.txt`), "PORT=1\n");
  assert.equal(git(here, "ls-tree", "-r", "--name-only", branch, "web").trim(), "");
});

test("patterns of place.copy count the same; a pattern that leads out of the repository is refused by name", async (t) => {
  const here = shop(t, work, one);
  mkdirSync(join(here.root, "web"));
  writeFileSync(join(here.root, "web/.env.local"), "PORT=1\n");
  writeFileSync(join(here.root, ".git/info/exclude"), ".env*\n");
  configure(here, { place: { copy: ["**/.env.{local,test}"] } });
  writeFileSync(join(here.root, ".worktreeinclude"), "../secrets\n");
  for (const how of [[], ["--hand"]]) {
    const refused = await here.cairn([...auto, ...how], envOf(here));
    assert.match(refused.err, /INCLUDE_INVALID: "\.\.\/secrets" in \.worktreeinclude leads out/u);
    assert.match((await here.cairn(["status"])).out, /^no runs here yet/u);
  }
  writeFileSync(join(here.root, ".worktreeinclude"), "");
  const done = await here.cairn([...auto, "--verbose"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(done.out, /copies of what `place\.copy`/u);
});
