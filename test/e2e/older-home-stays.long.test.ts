// Records of older versions that can't be moved into the git directory: they stay, all works there, and what to do is said.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { older, stayed, start } from "./older-desk.ts";
import { auto, shop as fresh } from "./one-file.ts";

test("a ledger that is named in .cairn stays there, new or old", async (t) => {
  const named = { env: { CAIRN_LEDGER: "sqlite:.cairn/ledger.db" } };
  const new1 = fresh(t);
  for (const words of [auto, ["status"], [...start.slice(0, -1), "t"]]) {
    const done = await new1.cairn(words, named);
    assert.equal(done.exit, 0, done.err);
  }
  assert.ok(
    existsSync(join(new1.root, ".cairn/ledger.db")) &&
      !existsSync(join(new1.root, ".git/cairn/ledger.db")),
  );
  assert.ok(
    existsSync(join(new1.root, ".git/cairn/anchors")) &&
      !existsSync(join(new1.root, ".cairn/anchors")),
  );
  const here = await older(t);
  assert.equal((await here.cairn(["run", here.run], named)).exit, 0);
  assert.ok(stayed(here));
  assert.match(
    (await here.cairn(["status"], named)).err,
    /since a ledger is named there\. Take that name away/u,
  );
});

test("a link stays, and is told with what to do", async (t) => {
  const here = await older(t);
  renameSync(here.old, join(here.folder, "elsewhere"));
  symlinkSync(join(here.folder, "elsewhere"), here.old);
  assert.equal((await here.cairn(["run", here.run])).exit, 0);
  assert.ok(stayed(here));
  assert.match(
    (await here.cairn(["status"])).err,
    /it is a symbolic link\. Put the folder itself there/u,
  );
});

const memory = "/dev/shm";
const other = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev;
test(
  "a folder on another filesystem than the git directory stays",
  { skip: other ? false : "no other filesystem" },
  async (t) => {
    const here = await older(t);
    const apart = mkdtempSync(join(memory, "cairn-git-"));
    t.after(() => rmSync(apart, { recursive: true, force: true }));
    here.git("worktree", "remove", "--force", "../side");
    execFileSync("mv", [join(here.root, ".git"), join(apart, "git")]);
    writeFileSync(join(here.root, ".git"), `gitdir: ${join(apart, "git")}\n`);
    here.git("config", "core.worktree", here.root);
    assert.equal((await here.cairn([...start.slice(0, -1), "t"])).exit, 0);
    assert.ok(existsSync(join(here.old, "ledger.db")));
    assert.match(
      (await here.cairn(["status"])).err,
      /is on another filesystem\. Move it by hand while nothing uses it: mv /u,
    );
  },
);

test("a record whose ledger lies elsewhere is moved by hand", async (t) => {
  const here = await older(t);
  const named = { env: { CAIRN_LEDGER: `sqlite:${join(here.folder, "elsewhere.db")}` } };
  renameSync(join(here.old, "ledger.db"), join(here.folder, "elsewhere.db"));
  assert.equal((await here.cairn(["run", here.run], named)).exit, 0);
  assert.ok(existsSync(join(here.old, "anchors")) && !existsSync(here.now));
  const told = (await here.cairn(["status"], named)).err;
  const [, from = "", to = ""] =
    /it is unknown whether others are using it\. .*: mv (\S+) (\S+)\n$/u.exec(told) ?? [];
  renameSync(from, to);
  const after = await here.cairn(["status"], named);
  assert.deepEqual([after.exit, after.err], [0, ""]);
});
