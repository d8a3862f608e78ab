// Marks of what was sent: of several processes one sends a notice, and again only after it was over.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

const noticesIn = async (home: string) => (await openWorkspace({ home })).notices();

test("one process sends what two would, and neither what was sent before", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const [one, other] = [await noticesIn(home), await noticesIn(home)];
  assert.deepEqual(
    [one.claim("r1", "plan"), other.claim("r1", "plan"), one.claim("r1", "plan")],
    [true, false, false],
  );
  assert.equal(other.claim("r2", "plan"), true);
  assert.equal((await noticesIn(home)).claim("r1", "plan"), false);
});

test("what is over is forgotten, and what was marked meanwhile is not", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const [one, other] = [await noticesIn(home), await noticesIn(home)];
  one.claim("r1", "plan");
  one.claim("r2", "plan");
  const before = one.sent("r1");
  other.claim("r1", "stuck");
  one.forget("r1", before, []);
  assert.deepEqual([other.claim("r1", "stuck"), one.claim("r1", "stuck")], [false, false]);
  assert.deepEqual([one.claim("r1", "plan"), one.claim("r2", "plan")], [true, false]);
  one.forget("r1", one.sent("r1"), ["plan", "stuck"]);
  assert.equal(one.claim("r1", "plan"), false);
});

test("where no mark can be made a process remembers for itself, and writes nowhere else", async (t) => {
  const own = ownFolder(t);
  const [home, away] = [join(own, ".cairn"), join(own, "away")];
  mkdirSync(away);
  mkdirSync(join(home, "cache"), { recursive: true });
  symlinkSync(away, join(home, "cache/notices"));
  const notices = await noticesIn(home);
  assert.deepEqual([notices.claim("r1", "plan"), notices.claim("r1", "plan")], [true, false]);
  assert.deepEqual([notices.sent("r1"), readdirSync(away)], [[], []]);
});
