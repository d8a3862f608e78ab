// A run that begins on what its user hasn't committed, its merge, and the way back.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { asked, checkoutOf, git, shop } from "./delivery-desk.ts";
import { at } from "./desk.ts";

test("what its user hasn't committed stays out of a run, which says what takes it along", async (t) => {
  const told = await shop(t).cairn(["run", ...asked]);
  assert.match(
    told.out,
    /2 uncommitted changes of yours stay out of it: a run begun by `cairn run --with-changes` takes them along\./u,
  );
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
  const done = await here.cairn(["run", ...asked, "--with-changes", "--json"]);
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(done.err, /of master, with 2 uncommitted changes of yours\./u);
  assert.deepEqual(checkoutOf(here), before);
  assert.match(
    (await here.cairn(["run", "s", "--with-changes"])).err,
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
    (await here.cairn(["run", "s"])).out,
    /a merge commits your uncommitted changes of 2 files: README\.md, notes\.txt/u,
  );
  const paths = files.map((file: unknown) => at(file, "path"));
  assert.deepEqual(paths, ["one.txt", "two.txt"], "what was there before isn't the run's");
  const merged = await here.cairn(["merge"]);
  assert.equal(merged.exit, 0, merged.err);
  assert.match(
    merged.out,
    /this committed your uncommitted changes of 2 files: README\.md, notes\.txt; undo makes them uncommitted again/u,
  );
  assert.equal(git(here, "status", "--porcelain"), "?? .ai/\n?? .claude/\n?? .workflow/");
  for (const folder of [".ai", ".claude", ".workflow"])
    rmSync(join(here.root, folder), { recursive: true });
  assert.equal(readFileSync(join(here.root, "notes.txt"), "utf8"), "mine\n");
  assert.equal((await here.cairn(["undo"])).exit, 0);
  assert.deepEqual({ ...checkoutOf(here), ".git/index": "" }, { ...before, ".git/index": "" });
  assert.equal(git(here, "status", "--porcelain"), "M README.md\n?? notes.txt");
});
