// Tests of file swaps: an editor's write at each moment of the replacement.
import assert from "node:assert/strict";
import {
  appendFileSync,
  closeSync,
  linkSync,
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
import { lookAt } from "../../src/workspace/project/reading.ts";
import { finish, giveBack, type Link, swap } from "../../src/workspace/project/swap.ts";
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
const renamed = ({ folder, path }: Scene, text: string): void => {
  writeFileSync(join(folder, "editor"), text);
  renameSync(join(folder, "editor"), path);
};
const inPlace = ({ path }: Scene, text: string): void => writeFileSync(path, text);

test("what was seen is replaced, nothing is left beside it", (t) => {
  const at = scene(t);
  const made = swap(at.path, lookAt(at.path), "new", at.keep);
  assert.ok(made !== null && finish(made, at.keep));
  assert.deepEqual([at.text(), at.hidden(), at.kept], ["new", [], []]);
});

for (const [how, edit] of [
  ["in place", inPlace],
  ["by rename", renamed],
] as const) {
  test(`an editor who writes ${how} after the look keeps his bytes`, (t) => {
    const at = scene(t);
    const seen = lookAt(at.path);
    edit(at, "edit");
    assert.equal(swap(at.path, seen, "new", at.keep), null);
    assert.equal(swap(at.path, seen, null, at.keep), null);
    assert.deepEqual([at.text(), at.hidden()], ["edit", []]);
  });

  test(`an editor who writes ${how} while the old file is aside keeps his bytes`, (t) => {
    const at = scene(t);
    const link: Link = (from, to) => {
      edit(at, "edit");
      linkSync(from, to);
    };
    assert.equal(swap(at.path, lookAt(at.path), "new", at.keep, link), null);
    assert.deepEqual([at.text(), at.hidden(), at.kept], ["edit", [], []]);
  });

  test(`an editor who writes ${how} after the replacement keeps his bytes`, (t) => {
    const at = scene(t);
    const made = swap(at.path, lookAt(at.path), "new", at.keep);
    edit(at, "edit");
    assert.ok(made !== null && finish(made, at.keep));
    assert.deepEqual([at.text(), at.hidden()], ["edit", []]);
  });
}

test("an editor who opened the old file and writes into it after it was replaced finds his bytes in their place", (t) => {
  const at = scene(t);
  const handle = openSync(at.path, "r+");
  const made = swap(at.path, lookAt(at.path), "new", at.keep);
  writeSync(handle, "edited late");
  closeSync(handle);
  assert.ok(made !== null && !finish(made, at.keep));
  assert.deepEqual([at.text(), at.hidden(), at.kept], ["edited late", [], []]);
});

test("of two edits the later stays, the earlier is kept", (t) => {
  const at = scene(t);
  const handle = openSync(at.path, "r+");
  const made = swap(at.path, lookAt(at.path), "new", at.keep);
  writeSync(handle, "one");
  closeSync(handle);
  renamed(at, "two");
  assert.ok(made !== null && !finish(made, at.keep));
  assert.deepEqual([at.text(), at.kept, at.hidden()], ["two", ["one"], []]);
});

test("what is appended while the old file is aside stands behind what that held", (t) => {
  const at = { ...scene(t), path: join(ownFolder(t), "notes.md") };
  const during =
    (act: () => void): Link =>
    (from, to) => {
      if (from.endsWith("cairn-tmp")) act();
      linkSync(from, to);
    };
  const text = (): string => readFileSync(at.path, "utf8");
  writeFileSync(at.path, "# Notes\nold\n");
  const appended = during(() => appendFileSync(at.path, "- mine\n"));
  assert.equal(swap(at.path, lookAt(at.path), "new\n", at.keep, appended), null);
  assert.deepEqual([text(), at.kept], ["# Notes\nold\n- mine\n", []]);
  const whole = during(() => writeFileSync(at.path, "# Notes\nmine alone\n"));
  assert.equal(swap(at.path, lookAt(at.path), "new\n", at.keep, whole), null);
  assert.deepEqual([text(), at.kept], ["# Notes\nmine alone\n", []]);
});

test("of two who append while the old file is aside neither loses a word, though one's new file is empty at first", (t) => {
  const path = join(ownFolder(t), "notes.md");
  const kept: string[] = [];
  const keep = (_path: string, bytes: Uint8Array): void => void kept.push(String(bytes));
  writeFileSync(path, "# Notes\n");
  const [slow, steps] = [openSync(path, "a"), ["", "", "- two\n"]];
  t.after(() => closeSync(slow));
  const link: Link = (from, to) => {
    if (steps.length === 3) writeSync(slow, "- one\n");
    const step = steps.shift();
    if (step !== undefined) appendFileSync(to, step);
    linkSync(from, to);
  };
  assert.equal(swap(path, lookAt(path), "new\n", keep, link), null);
  assert.deepEqual([readFileSync(path, "utf8"), kept], ["# Notes\n- one\n- two\n", []]);
});

test("what one appends to the old file stands behind what another appended to the new one", (t) => {
  const path = join(ownFolder(t), "notes.md");
  const kept: string[] = [];
  const keep = (_path: string, bytes: Uint8Array): void => void kept.push(String(bytes));
  writeFileSync(path, "# Notes\n");
  const slow = openSync(path, "a");
  t.after(() => closeSync(slow));
  const made = swap(path, lookAt(path), "# New\n", keep);
  appendFileSync(path, "- two\n");
  writeSync(slow, "- one\n");
  assert.ok(made !== null && !finish(made, keep));
  assert.deepEqual([readFileSync(path, "utf8"), kept], ["# New\n- two\n- one\n", []]);
});

test("what is appended while an edit gets its name back stands behind the edit", (t) => {
  const folder = ownFolder(t);
  const [path, aside] = [join(folder, "notes.md"), join(folder, "aside")];
  const kept: string[] = [];
  writeFileSync(path, "# Ours\n");
  writeFileSync(aside, "# Notes\n- one\n");
  const steps = ["- two\n"];
  const link: Link = (from, to) => {
    for (const step of steps.splice(0)) appendFileSync(to, step);
    linkSync(from, to);
  };
  const keep = (_path: string, bytes: Uint8Array): void => void kept.push(String(bytes));
  giveBack(path, aside, () => true, keep, link);
  assert.deepEqual([readFileSync(path, "utf8"), kept], ["# Notes\n- one\n- two\n", []]);
});

test("a file that appears where none was is not replaced", (t) => {
  const at = scene(t);
  rmSync(at.path);
  assert.ok(swap(at.path, null, "new", at.keep));
  assert.equal(swap(at.path, null, "newer", at.keep), null);
  assert.deepEqual([at.text(), at.hidden()], ["new", []]);
});

test("what is taken away is gone, unless somebody wrote it meanwhile", (t) => {
  const at = scene(t);
  const handle = openSync(at.path, "r+");
  const made = swap(at.path, lookAt(at.path), null, at.keep);
  assert.deepEqual(readdirSync(at.folder).length, 1);
  writeSync(handle, "late");
  closeSync(handle);
  assert.ok(made !== null && !finish(made, at.keep));
  assert.deepEqual([at.text(), at.hidden()], ["late", []]);
});

test("without hard links: what was seen is replaced, an edit is not, and what is given back covers no other edit", (t) => {
  const at = scene(t);
  const none: Link = () => {
    throw Object.assign(new Error("no links here"), { code: "EPERM" });
  };
  const made = swap(at.path, lookAt(at.path), "new", at.keep, none);
  assert.ok(made !== null && finish(made, at.keep));
  assert.equal(swap(at.path, null, "newer", at.keep, none), null);
  assert.deepEqual([at.text(), at.hidden()], ["new", []]);
  writeFileSync(join(at.folder, "aside"), "edit");
  giveBack(at.path, join(at.folder, "aside"), () => false, at.keep, none);
  assert.deepEqual([at.text(), at.kept], ["new", ["edit"]]);
});
