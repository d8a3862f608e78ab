// What killed calls left goes with the next run's start, and what may still be in use stays.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { scene } from "./scene.ts";

test("indexes and copied objects of calls that were killed long ago are removed", async (t) => {
  const { places, site, root } = await scene(t);
  const folder = dirname(await places.store(root));
  const old = new Date(Date.now() - 2 * 3_600_000);
  const [gone, stays, objects] = [
    join(folder, "index.aaaaaaaaaaaa"),
    join(folder, "index.bbbbbbbbbbbb"),
    join(folder, "incoming/x"),
  ];
  mkdirSync(objects, { recursive: true });
  for (const path of [gone, stays]) writeFileSync(path, "");
  for (const path of [gone, objects]) utimesSync(path, old, old);
  await places.base(site, { changes: false });
  assert.deepEqual(
    [gone, stays, objects].map((path) => existsSync(path)),
    [false, true, false],
  );
});
