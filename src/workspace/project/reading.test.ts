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

test("an emptied file and JSON that isn't closed wait a minute for their writer, other half texts two seconds", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-look-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text, seconds] of [
    ["session.json", "", 60],
    ["session.json", '{"a', 60],
    ["session.json", '{"a": "}", "b": [1, 2', 60],
    ["session.json", '{"a": 1,}', 2],
    ["tasks.md", "", 60],
    ["tasks.md", "half a line", 2],
    ["tasks.md", "a line\n", 0],
    ["session.json", '{"a": "{"}', 0],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, text);
    const seen = lookAt(path) ?? assert.fail();
    const isHalfAfter = (ms: number): boolean =>
      isHalf(name, seen, new Date(seen.stat.mtimeMs + ms).toISOString());
    assert.equal(seconds > 0 && isHalfAfter(seconds * 1_000 - 500), seconds > 0, text);
    assert.equal(isHalfAfter(seconds * 1_000 + 500), false, text);
  }
});
