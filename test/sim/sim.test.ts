// Why: a few dozen stories and blows with every run of the tests; `npm run sim` tells thousands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chain, genesis } from "../../src/core/hash.ts";
import type { Draft } from "../../src/core/row.ts";
import type { Sender } from "../../src/core/protocol.ts";
import { working } from "../fixtures/ultrawork-stands.ts";
import { tellSmallLoop } from "./iterative/small.ts";
import { tellSmallPlay } from "./player/small.ts";
import { tellSmall } from "./small.ts";
import { blows, difference } from "./struck.ts";
import { tellIterative, tellPlayer, tellStory } from "./tell.ts";
import { makeUltraworkWatch } from "./ultrawork-watch.ts";

test("stories end as they should, whatever dies, stalls, jumps or is edited on the way", async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const told = await tellStory(seed);
    assert.equal(told.broken, null, `npm run sim -- --seed ${seed} --trace`);
  }
});

test("stories of the player end as they should: groups, gates, retries, callbacks twice and late, runs within runs", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const told = await tellPlayer(seed);
    assert.equal(told.broken, null, `npm run sim -- --protocol player --seed ${seed} --trace`);
  }
});

test("stories of iterative end as they should: passes, gates, hand edits, git undone, units side by side, with and without git", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const told = await tellIterative(seed);
    assert.equal(told.broken, null, `npm run sim -- --protocol iterative --seed ${seed} --trace`);
  }
});

test("a seed tells the same story to the letter each time", async () => {
  const [once, again] = [await tellStory(7), await tellStory(7)];
  assert.deepEqual(once.trail, again.trail);
  assert.ok(once.trail.length > 500, `${once.trail.length} lines are no story`);
});

for (const is of blows) {
  test(`${is} a call, the small story comes to the same end`, async () => {
    const calm = await tellSmall();
    assert.deepEqual([calm.broken, calm.phase, calm.done], [null, "COMPLETE", "1 2"]);
    for (let at = 1 + blows.indexOf(is); at <= calm.calls; at += 79) assert.equal(difference(await tellSmall({ at, is }), calm), null);
  });
}

for (const is of blows) {
  test(`${is} a call, the player's small story comes to the same end`, async () => {
    const calm = await tellSmallPlay();
    assert.deepEqual([calm.broken, calm.phase, calm.done], [null, "completed", "N-001 CP-01 N-002 N-003 CP-02 N-004 N-100"]);
    for (let at = 1 + blows.indexOf(is); at <= calm.calls; at += 79) assert.equal(difference(await tellSmallPlay({ at, is }), calm), null);
  });
}

for (const is of blows) {
  test(`${is} a call, iterative's small story comes to the same end`, async () => {
    const calm = await tellSmallLoop();
    assert.deepEqual([calm.broken, calm.phase], [null, "complete"]);
    assert.match(calm.done, /^T1 settled proven; T2 settled proven; good T1; good T2; 0 bypasses/u);
    for (let at = 1 + 7 * blows.indexOf(is); at <= calm.calls; at += 499)
      assert.equal(difference(await tellSmallLoop({ at, is }), calm), null);
  });
}

const engine: Sender = { kind: "engine", name: "engine" };
/** Rows as a ledger would hold them, of events that a story of the rules brought. */
const rowsOf = (log: readonly { readonly type: string; readonly data: unknown; readonly at: string }[], by: Sender = engine): Draft[] => {
  let head = genesis("ultrawork", "r");
  return log.map(({ type, data, at }, index) => {
    const row = { run: "r", version: index + 1, type, data: JSON.stringify(data), at, by: JSON.stringify(by), cause: `c${index}` };
    head = chain(head, row);
    return { ...row, hash: head };
  });
};

test("the watch sees broken chains, gaps, stale fences and work that begins twice", () => {
  const told = working();
  told.begin("task-1-1");
  const rows = rowsOf(told.log);
  const nobody = { name: "nobody" };
  const watching = (given: readonly Draft[]): (() => void) => {
    const watch = makeUltraworkWatch(() => undefined);
    return () => watch.appended(given, [], nobody, "ultrawork");
  };
  assert.doesNotThrow(watching(rows));
  assert.throws(watching(rows.map((row, index) => (index === 2 ? { ...row, data: `${row.data} ` } : row))), /chain is broken/u);
  assert.throws(watching(rows.toSpliced(1, 1)), /chain is broken/u);
  assert.throws(watching(rowsOf([...told.log, ...told.log.slice(-1)])), /began twice/u);
  assert.throws(watching(rowsOf(told.log, { ...engine, kind: "agent" })), /without a fence/u);
  assert.throws(watching(rowsOf(told.log, { ...engine, job: "task-1-1", fence: 3 })), /no longer held/u);
});
