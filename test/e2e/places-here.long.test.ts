// What lands is merged into the checkout at once by `cairn run --here`, as far as it touches nothing of its user.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auto, criterion, envOf, git, report, shop, type Steps } from "./places-shop.ts";

const writes = (path: string): Steps => [
  { write: { path, text: `${path}\n` } },
  report(path.startsWith("one") ? "1" : "2"),
];
const tasks = [
  criterion("1", "test -e one.txt"),
  { ...criterion("2", "test -e two.txt"), blocked_by: ["1"] },
];

test("each landing is in the checkout as it lands; an agent may not say so", async (t) => {
  const here = shop(t, { "1": writes("one.txt"), "2": writes("two.txt") }, tasks);
  const within = await here.cairn([...auto, "--here"], {
    env: { ...envOf(here).env, CAIRN_MARK: "x.1" },
  });
  assert.match(within.err + within.out, /SENDER_WRONG/u);
  // Not even the run was made.
  assert.equal((await here.cairn(["log", "s", "--json"], envOf(here))).exit, 2);
  const done = await here.cairn([...auto, "--here"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.deepEqual(git(here, "status", "--short").trim().split("\n"), [
    "M README.md",
    "?? notes.txt",
  ]);
  for (const name of ["one.txt", "two.txt"])
    assert.equal(readFileSync(join(here.root, name), "utf8"), `${name}\n`);
  const log = (await here.cairn(["log", "s", "--json"], envOf(here))).out;
  assert.equal(log.match(/"type":"Delivered"/gu)?.length, 2);
});

test("what touches an uncommitted change stays on the branch, and is said; the next run with --here brings it", async (t) => {
  const readme = {
    "1": [{ write: { path: "README.md", text: "a better shop\n" } }, report("1")],
    "2": writes("two.txt"),
  };
  const here = shop(t, readme, [criterion("1", "grep -q better README.md"), ...tasks.slice(1)]);
  const done = await here.cairn([...auto, "--here"], envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(
    done.out + done.err,
    /you have uncommitted changes in files that the merge would change: README\.md/u,
  );
  assert.equal(readFileSync(join(here.root, "README.md"), "utf8"), "a shop, changed\n");
  writeFileSync(join(here.root, "README.md"), "a shop\n");
  assert.equal((await here.cairn(["run", "s", "--here"], envOf(here))).exit, 0);
  assert.equal(readFileSync(join(here.root, "README.md"), "utf8"), "a better shop\n");
});
