// What lands is merged into the checkout at once by `cairn run --here`, as far as it touches nothing of its user.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync, mkdirSync, rmSync } from "node:fs";
import { join, dirname } from "node:path";
import { test } from "node:test";
import { auto, criterion, report, shop as shopOf, type Steps } from "./places-shop.ts";
import { hostsWithin, asTyped, at } from "./desk.ts";
import { asked, git, shop } from "./delivery-desk.ts";
import { checkoutOf } from "./ground.ts";

hostsWithin();

const writes = (task: string, path: string, text = `${path}\n`): Steps => [
  { write: { path, text } },
  report(task),
];

test("each landing is in the checkout as it lands; what touches an uncommitted change stays on the branch, is said, and brought by the next run with --here", async (t) => {
  const here = shopOf(
    t,
    {
      "1": writes("1", "one.txt"),
      "2": writes("2", "two.txt"),
      "3": writes("3", "README.md", "a better shop\n"),
    },
    [
      criterion("1", "test -e one.txt"),
      { ...criterion("2", "test -e two.txt"), blocked_by: ["1"] },
      { ...criterion("3", "grep -q better README.md"), blocked_by: ["2"] },
    ],
  );
  const text = (name: string): string => readFileSync(join(here.root, name), "utf8");
  // An agent may not say so, and not even a run is made.
  const within = await here.cairn([...auto, "--here"], { env: { CAIRN_MARK: "x.1" } });
  assert.match(within.err + within.out, /SENDER_WRONG/u);
  await here.ends(2, "log s --json");
  const done = await here.ends(0, [...auto, "--here"]);
  assert.deepEqual(git(here, "status", "--short").split("\n"), ["M README.md", "?? notes.txt"]);
  for (const name of ["one.txt", "two.txt"]) assert.equal(text(name), `${name}\n`);
  const log = (await here.cairn("log s --json")).out;
  assert.equal(log.match(/"type":"Delivered"/gu)?.length, 2);
  assert.match(
    done.out + done.err,
    /you have uncommitted changes in files that the merge would change: README\.md/u,
  );
  assert.equal(text("README.md"), "a shop, changed\n");
  writeFileSync(join(here.root, "README.md"), "a shop\n");
  await here.ends(0, "run s --here");
  assert.equal(text("README.md"), "a better shop\n");
});

test("with --with-changes a run begins on what its user hasn't committed, and its merge takes that along", async (t) => {
  const here = shop(t);
  const others = [
    ".claude/iterative/old/state.json",
    ".workflow/sessions/old/workflow-state.json",
    ".ai/state.json",
  ];
  for (const path of others) {
    mkdirSync(dirname(join(here.root, path)), { recursive: true });
    writeFileSync(join(here.root, path), "{}\n");
  }
  const before = checkoutOf(here);
  const done = await here.ends(0, asTyped`run ${asked} --with-changes --json`);
  assert.match(done.err, /of master, with 2 uncommitted changes of yours\./u);
  assert.deepEqual(checkoutOf(here), before);
  assert.match(
    (await here.cairn("run s --with-changes")).err,
    /warning +--with-changes changes nothing/u,
  );
  const branch = String(at(done.json(), "made", "branch"));
  assert.equal(git(here, "show", `${branch}:README.md`), "a shop, changed");
  assert.equal(git(here, "show", `${branch}:notes.txt`), "mine");
  assert.equal(
    git(here, "ls-tree", "-r", "--name-only", branch, ".claude", ".workflow", ".ai"),
    "",
  );
  const files = at(done.json(), "made", "files");
  assert.ok(Array.isArray(files));
  assert.match(
    (await here.cairn("run s")).out,
    /a merge commits your uncommitted changes of 2 files: README\.md, notes\.txt/u,
  );
  const paths = files.map((file: unknown) => at(file, "path"));
  assert.deepEqual(paths, ["one.txt", "two.txt"], "what was there before isn't the run's");
  const merged = await here.ends(0, "merge");
  assert.match(
    merged.out,
    /this committed your uncommitted changes of 2 files: README\.md, notes\.txt; undo makes them uncommitted again/u,
  );
  assert.equal(git(here, "status", "--porcelain"), "?? .ai/\n?? .claude/\n?? .workflow/");
  for (const folder of [".ai", ".claude", ".workflow"])
    rmSync(join(here.root, folder), { recursive: true });
  assert.equal(readFileSync(join(here.root, "notes.txt"), "utf8"), "mine\n");
  await here.ends(0, "undo");
  assert.deepEqual({ ...checkoutOf(here), ".git/index": "" }, { ...before, ".git/index": "" });
  assert.equal(git(here, "status", "--porcelain"), "M README.md\n?? notes.txt");
});
