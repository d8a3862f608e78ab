// Tests of the usage cache: last report counts, damage is ignored.
import assert from "node:assert/strict";
import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

const one = (fence: number, input: number) =>
  ({
    fence,
    job: "task-1-1",
    subject: "1",
    agent: "codex",
    conversation: null,
    usage: { input, output: 1, cost: null },
  }) as const;

test("what a job took is known by its fence, per run, and told again the last counts", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const workspace = await openWorkspace({ home });
  assert.deepEqual(await workspace.used("r"), []);
  await workspace.noteUsed("r", one(1, 10));
  await workspace.noteUsed("r", one(2, 20));
  await workspace.noteUsed("r", one(1, 11));
  assert.deepEqual(await (await openWorkspace({ home })).used("r"), [one(2, 20), one(1, 11)]);
  for (const other of ["other", "R", "../r", "run-r", "r.json"]) {
    assert.deepEqual(await workspace.used(other), [], other);
    await workspace.noteUsed(other, one(3, 30));
    assert.deepEqual(await workspace.used(other), [one(3, 30)], other);
  }
  assert.deepEqual((await workspace.used("r")).length, 2);
  assert.deepEqual(readdirSync(join(home, "cache")), ["usage"]);
});

test("what is damaged or no file of ours wasn't told", async (t) => {
  const home = join(ownFolder(t), ".cairn");
  const workspace = await openWorkspace({ home });
  await workspace.noteUsed("r", one(1, 10));
  const folder = join(home, "cache", "usage");
  const path = join(folder, readdirSync(folder)[0] ?? "");
  for (const text of ["", "{", "7", '[{"fence":1}]', "[null]"]) {
    writeFileSync(path, text);
    assert.deepEqual(await workspace.used("r"), [], text);
  }
  writeFileSync(path, JSON.stringify([{ fence: 1 }, one(3, 30)]));
  assert.deepEqual(await workspace.used("r"), [one(3, 30)]);
  rmSync(path);
  symlinkSync("/etc/hosts", path);
  assert.deepEqual(await workspace.used("r"), []);
});
