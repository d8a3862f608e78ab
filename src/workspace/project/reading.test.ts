// Tests of a look at a file: one emptied during the look counts as half-written.
import assert from "node:assert/strict";
import fs, { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isHalf, lookAt } from "./reading.ts";

test("a file that a writer empties while it is looked at is half-written, not old and broken", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-look-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "session.json");
  writeFileSync(path, "{}");
  const old = new Date(Date.now() - 60_000);
  utimesSync(path, old, old);
  const open = fs.openSync;
  t.mock.method(fs, "openSync", (...args: Parameters<typeof open>) => {
    if (args[0] === path) writeFileSync(path, '{"half');
    return open(...args);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const seen = lookAt(path);
  assert.ok(seen !== null);
  assert.equal(seen.bytes.toString(), '{"half');
  assert.ok(isHalf("session.json", seen, new Date().toISOString()));
});

test("an emptied file waits a minute for who fills it, a half-written one two seconds", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-look-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "session.json");
  const halfAfter = (text: string, seconds: number): boolean => {
    writeFileSync(path, text);
    const seen = lookAt(path) ?? assert.fail();
    return isHalf(path, seen, new Date(seen.stat.mtimeMs + seconds * 1_000).toISOString());
  };
  assert.deepEqual([halfAfter("", 59), halfAfter("", 61)], [true, false]);
  assert.deepEqual([halfAfter('{"a', 1), halfAfter('{"a', 3)], [true, false]);
});
