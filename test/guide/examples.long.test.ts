// The guide's examples are what the program prints: each is typed again, and compared.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const top = join(import.meta.dirname, "../..");

test("the guide's examples are as `npm run examples` makes them", { timeout: 600_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/examples.ts", "--check"], {
    cwd: top,
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  assert.equal(status, 0);
});
