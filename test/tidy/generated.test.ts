// Tests of generated files that are committed: as `npm run generate` makes them.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { generators } from "../../scripts/generate/generators.ts";
import { stale } from "../../scripts/generate/stale.ts";
import { top } from "./source.ts";

test("every made file is as `npm run generate` makes it", async () => {
  const outdated = await stale(top, generators);
  assert.deepEqual(
    outdated.map(({ path }) => path),
    [],
  );
});

test("a stale file, and one that isn't there, are found", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-tidy-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "fresh.md"), "now");
  await writeFile(join(folder, "old.md"), "then");
  const made = ["fresh.md", "old.md", "gone.md"].map((path) => ({
    path,
    make: () => Promise.resolve("now"),
  }));
  assert.deepEqual(
    (await stale(folder, made)).map(({ path }) => path),
    ["old.md", "gone.md"],
  );
});
