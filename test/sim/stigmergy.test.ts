// Why: a few stories and blows of stigmergy with every run of the tests; `npm run sim -- --protocol stigmergy` tells thousands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { tellSmallShop } from "./stigmergy/small.ts";
import { blows, difference } from "./struck.ts";
import { tellStigmergy } from "./tell.ts";

test("stories of stigmergy end as they should: hand edits, stale copies, lies, strikes, halts, drift, a second project", async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const told = await tellStigmergy(seed);
    assert.equal(told.broken, null, `npm run sim -- --protocol stigmergy --seed ${seed} --trace`);
  }
});

test("struck at a call, in each of the ways, stigmergy's small story comes to the same end", async () => {
  const calm = await tellSmallShop();
  assert.deepEqual([calm.broken, calm.phase], [null, "PROJECT_COMPLETE"]);
  assert.match(calm.done, /^1\.1 verified try 4; 1\.2 verified try 2; 2\.1 verified try 1; ISSUE-001 RESOLVED; audit 1 over/u);
  for (const [index, is] of blows.entries())
    for (let at = 61 + 97 * index; at <= calm.calls; at += 997) assert.equal(difference(await tellSmallShop({ at, is }), calm), null);
});
