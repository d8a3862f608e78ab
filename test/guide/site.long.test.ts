// The documentation as a site: it is built, and no link in it is dead.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

test("the site is built, and has no dead link", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
});
