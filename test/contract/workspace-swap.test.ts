// Tests of file swaps: an editor's write at each moment of the replacement.
import assert from "node:assert/strict";
import {
  closeSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { finish, putBack, swapIn, swapOut } from "../../src/workspace/project/swap.ts";
import { ownFolder } from "./workspace-folder.ts";

type Scene = {
  readonly folder: string;
  readonly path: string;
  readonly kept: string[];
  keep(path: string, bytes: Uint8Array): void;
  text(): string;
  hidden(): readonly string[];
};
const scene = (t: TestContext, text = "old"): Scene => {
  const folder = ownFolder(t);
  const path = join(folder, "a.json");
  const kept: string[] = [];
  writeFileSync(path, text, { mode: 0o640 });
  return {
    folder,
    path,
    kept,
    keep: (_path, bytes) => void kept.push(Buffer.from(bytes).toString()),
    text: () => readFileSync(path, "utf8"),
    hidden: () => readdirSync(folder).filter((name) => name.startsWith(".")),
  };
};
const isOld = (found: string): boolean => found === digest("old");
const renamed = ({ folder, path }: Scene, text: string): void => {
  writeFileSync(join(folder, "editor"), text);
  renameSync(join(folder, "editor"), path);
};

test("ours is replaced, nothing is left beside it", (t) => {
  const at = scene(t);
  const swap = swapIn(at.path, "new", isOld);
  assert.ok(swap);
  assert.equal(finish(swap, at.keep, true), true);
  assert.equal(at.text(), "new");
  assert.deepEqual(at.hidden(), []);
});

test("an edit from before is left in its place", (t) => {
  const at = scene(t, "edit");
  assert.equal(swapIn(at.path, "new", isOld), null);
  assert.equal(swapOut(at.path, isOld, at.keep), null);
  assert.equal(at.text(), "edit");
  assert.deepEqual(at.hidden(), []);
});

for (const [how, edit] of [
  ["in place", (at: Scene): void => writeFileSync(at.path, "edit")],
  ["by rename", (at: Scene): void => renamed(at, "edit")],
] as const) {
  test(`an editor who writes ${how} between the look and the rename keeps his bytes`, (t) => {
    const at = scene(t);
    let first = true;
    const swap = swapIn(at.path, "new", (found) => {
      const answer = isOld(found);
      if (first) edit(at);
      first = false;
      return answer;
    });
    if (swap !== null) assert.equal(finish(swap, at.keep, true), false);
    assert.equal(at.text(), "edit");
    assert.deepEqual(at.hidden(), []);
  });

  test(`an editor who writes ${how} after the rename keeps his bytes`, (t) => {
    const at = scene(t);
    const swap = swapIn(at.path, "new", isOld);
    assert.ok(swap);
    edit(at);
    assert.equal(finish(swap, at.keep, true), true);
    assert.equal(at.text(), "edit");
    assert.deepEqual(at.hidden(), []);
  });
}

test("an editor who opened the old file and writes into it after it was replaced finds his bytes in their place", (t) => {
  const at = scene(t);
  const handle = openSync(at.path, "r+");
  const swap = swapIn(at.path, "new", isOld);
  assert.ok(swap);
  assert.equal(finish(swap, at.keep, false), true);
  writeSync(handle, "edited late");
  closeSync(handle);
  assert.equal(finish(swap, at.keep, true), false);
  assert.equal(at.text(), "edited late");
  assert.deepEqual(at.hidden(), []);
  assert.deepEqual(at.kept, []);
});

test("of two edits the later stays, the earlier is kept", (t) => {
  const at = scene(t);
  const handle = openSync(at.path, "r+");
  const swap = swapIn(at.path, "new", isOld);
  assert.ok(swap);
  writeSync(handle, "one");
  closeSync(handle);
  renamed(at, "two");
  assert.equal(finish(swap, at.keep, true), false);
  assert.equal(at.text(), "two");
  assert.deepEqual(at.kept, ["one"]);
  assert.deepEqual(at.hidden(), []);
});

test("a file that appears where none was is not replaced", (t) => {
  const at = scene(t);
  rmSync(at.path);
  const swap = swapIn(at.path, "new", isOld);
  assert.ok(swap);
  assert.equal(at.text(), "new");
  assert.equal(finish(swap, at.keep, true), true);
  assert.equal(swapIn(at.path, "newer", isOld), null);
  assert.equal(at.text(), "new");
});

test("what is taken away is gone, unless somebody wrote it meanwhile", (t) => {
  const at = scene(t);
  const handle = openSync(at.path, "r+");
  const swap = swapOut(at.path, isOld, at.keep);
  assert.ok(swap);
  assert.deepEqual(readdirSync(at.folder).length, 1);
  writeSync(handle, "late");
  closeSync(handle);
  assert.equal(finish(swap, at.keep, true), false);
  assert.equal(at.text(), "late");
  assert.deepEqual(at.hidden(), []);
});

test("without hard links: ours is replaced, an edit is not, and what is put back covers no other edit", (t) => {
  const at = scene(t);
  const none = (): never => {
    throw Object.assign(new Error("no links here"), { code: "EPERM" });
  };
  const swap = swapIn(at.path, "new", isOld, none);
  assert.deepEqual([swap?.aside, at.text(), at.hidden()], [null, "new", []]);
  assert.equal(swapIn(at.path, "newer", isOld, none), null);
  assert.deepEqual([at.text(), at.hidden()], ["new", []]);
  rmSync(at.path);
  assert.ok(swapIn(at.path, "again", isOld, none));
  assert.equal(at.text(), "again");
  writeFileSync(join(at.folder, "aside"), "edit");
  putBack(at.path, join(at.folder, "aside"), digest("other"), at.keep, none);
  assert.deepEqual([at.text(), at.kept], ["edit", ["again"]]);
});
