// Removal of what agents left deeper than any path reaches.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { removeWhole, unlock } from "../../../src/workspace/places/remove.ts";

test("folders that lie deeper than a path reaches are removed, closed ones too", async () => {
  const top = mkdtempSync(join(tmpdir(), "cairn-deep-"));
  const folder = join(top, "left");
  mkdirSync(folder);
  const dig = `const { chmodSync, mkdirSync, writeFileSync } = require("fs");
for (let n = 0; n < 60; n += 1) {
  mkdirSync("d".repeat(200));
  process.chdir("d".repeat(200));
}
writeFileSync("file", "");
mkdirSync("closed/inner", { recursive: true });
chmodSync("closed", 0);`;
  execFileSync(process.execPath, ["-e", dig], { cwd: folder });
  unlock(folder);
  await removeWhole(folder);
  assert.equal(existsSync(folder), false);
  rmdirSync(top);
});
