// A run whose places get what .worktreeinclude names of the user's ignored files.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auto, configure, criterion, landed, report, shop } from "./places-shop.ts";
import { asTyped, hostsWithin } from "./desk.ts";
import { branchOf, git } from "./ground.ts";

hostsWithin();

test("each place gets what .worktreeinclude and patterns of place.copy name, which never lands; the run says so, its record has the digests, and a pattern that leads out is refused by name", async (t) => {
  const copies = "cat web/.env.local web/conf.local > one.txt";
  const work = [
    { run: ["sh", "-c", `${copies}; git add -f web/.env.local; git commit -qm x`] },
    report("1"),
  ];
  const here = shop(t, { "1": work }, [criterion("1", "test -s one.txt")]);
  mkdirSync(join(here.root, "web"));
  const put = (path: string, text: string): void => writeFileSync(join(here.root, path), text);
  put("web/.env.local", "PORT=1\n");
  put("web/conf.local", "HOST=2\n");
  put(".git/info/exclude", ".env*\nconf.*\n");
  configure(here, { place: { copy: ["**/conf.{local,test}"] } });
  put(".worktreeinclude", "../secrets\n");
  for (const how of [[], ["--hand"]]) {
    const refused = await here.cairn([...auto, ...how]);
    assert.match(refused.err, /INCLUDE_INVALID: "\.\.\/secrets" in \.worktreeinclude leads out/u);
    assert.match((await here.cairn("status")).out, /^no runs here yet/u);
  }
  put(".worktreeinclude", "");
  const own = await here.cairn(asTyped`${auto.slice(0, -1)} own --hand`);
  assert.match(own.out, /copies of what `place\.copy` [^\n]*: web\/conf\.local/u);
  put(".worktreeinclude", "# ours\n.env*\n!.env.prod\n");
  const done = await here.ends(0, [...auto, "--verbose"]);
  assert.match(done.out, /copies of what [^\n]*\.worktreeinclude[^\n]*: [^\n]*web\/\.env\.local/u);
  assert.match(done.out, /InputsLent web\/\.env\.local [0-9a-f]{12}/u);
  assert.equal(landed(here, "one.txt"), "PORT=1\nHOST=2\n");
  assert.equal(git(here, "ls-tree", "-r", "--name-only", branchOf(here), "web").trim(), "");
});
