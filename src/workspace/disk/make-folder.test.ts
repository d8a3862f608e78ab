// Tests of folder creation while others create and remove the same folder.
import assert from "node:assert/strict";
import fs, { mkdtempSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { makeFolder } from "./make-folder.ts";

test("a folder that goes between being in the way and being looked at is made after all; a file in its place is said", (t) => {
  const top = mkdtempSync(join(tmpdir(), "cairn-make-"));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  const path = join(top, "runs");
  const make = fs.mkdirSync;
  let came = 0;
  t.mock.method(fs, "mkdirSync", (...args: Parameters<typeof make>) => {
    if (args[0] !== path || (came += 1) > 1) return make(...args);
    make(path);
    try {
      return make(...args);
    } finally {
      rmdirSync(path);
    }
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.equal(makeFolder(path), true);
  assert.ok(statSync(path).isDirectory());
  assert.equal(makeFolder(path), false);
  writeFileSync(join(top, "file"), "");
  assert.throws(() => makeFolder(join(top, "file")), { code: "EEXIST" });
});
