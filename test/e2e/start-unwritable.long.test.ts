// Tests of `start` in an unwritable session folder: no run is made.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auto, shop } from "./one-file.ts";
import { hostsWithin } from "./desk.ts";

hostsWithin();

test("where the session's files can't be written no run is made, and why is said; made writable, the same command works", async (t) => {
  const at = { disk: "" };
  // Hooks run in the order in which they were set: unmounted before the folder goes.
  t.after(() => void spawnSync("umount", ["-l", at.disk], { stdio: "ignore" }));
  const here = shop(t);
  const disk = join(here.folder, "disk");
  mkdirSync(disk);
  writeFileSync(join(here.folder, "file"), "");
  const places = [join(here.folder, "file", "sessions")];
  const mounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m,ro", "tmpfs", disk], { stdio: "ignore" })
      .status === 0;
  at.disk = disk;
  if (mounted) places.push(join(disk, "sessions"));
  for (const place of places) {
    const env = { CAIRN_ULTRAWORK_HOME: place };
    for (const words of [auto, ["run", "--later", ...auto.slice(1)]]) {
      const { exit, err } = await here.cairn(words, { env });
      assert.equal(exit, 1, err);
      assert.match(
        err,
        /^FOLDER_(OBSTRUCTED|UNWRITABLE): no run was made, since its files could not be written in /u,
      );
      assert.doesNotMatch(err, /The run is kept|is started/u);
    }
    assert.match((await here.cairn("status", { env })).out, /no runs here yet/u);
    assert.ok(!existsSync(join(here.root, ".git/cairn/ledger.db")));
  }
  assert.deepEqual(readdirSync(disk), []);
  await here.ends(0, auto);
});
