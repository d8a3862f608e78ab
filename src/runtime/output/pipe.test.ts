// Tests of a pipe in an output's place: read as no output, since opening it would block.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

/** In a separate process, which a test can kill while it blocks. */
const valueIn = (module: string, expression: string, path: string): unknown => {
  const code = `const all = await import(${JSON.stringify(new URL(module, import.meta.url).href)}); const path = ${JSON.stringify(path)};
    console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", code],
    { encoding: "utf8", timeout: 20_000 },
  );
  assert.equal(error, undefined, `it waits: ${stderr}`);
  const value: unknown = JSON.parse(stdout);
  return value;
};

test(
  "a pipe in the place of an output is as no output",
  { skip: process.platform === "win32" },
  (t) => {
    const folder = mkdtempSync(join(tmpdir(), "cairn-pipe-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const pipe = join(folder, "out");
    assert.equal(spawnSync("mkfifo", [pipe]).status, 0);
    assert.deepEqual(valueIn("part.ts", "all.inFile(path, () => 1)", pipe), null);
    assert.equal(valueIn("../../workspace/spool/ends-of.ts", "all.endsOf(path, 100)", pipe), "");
  },
);
