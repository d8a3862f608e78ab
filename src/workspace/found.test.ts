// Tests of folders found by a file in them, on disk.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { foldersWith } from "./found.ts";

test("folders are found by their file, past links that lead to themselves", async (t) => {
  const top = mkdtempSync(join(tmpdir(), "cairn-folders-"));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  for (const name of ["one", "two", "none"]) mkdirSync(join(top, name));
  for (const name of ["one", "two"]) writeFileSync(join(top, name, "state.json"), "{}");
  symlinkSync("loop", join(top, "loop"));
  symlinkSync("state.json", join(top, "none/state.json"));
  const names = foldersWith(top, "state.json");
  assert.deepEqual(names.toSorted(), ["one", "two"]);
  assert.deepEqual(foldersWith(top, "state.json", "two"), ["two"]);
  assert.deepEqual(foldersWith(top, "state.json", "."), []);
  assert.deepEqual(foldersWith(join(top, "one"), "state.json", "."), ["."]);
  assert.deepEqual(foldersWith(join(top, "loop"), "state.json", "."), []);
});
