// Why: stories and blows that every run of the tests tells; they are told aside, since the tests' own bookkeeping of every promise takes a third more time.
import assert from "node:assert/strict";
import { tellSmallLoop } from "./iterative/small.ts";
import { tellSmallPlay } from "./player/small.ts";
import { tellSmall } from "./small.ts";
import { tellSmallShop } from "./stigmergy/small.ts";
import { blows, difference } from "./struck.ts";
import { tellIterative, tellPlayer, tellStigmergy, tellStory } from "./tell.ts";

type Act = () => Promise<void>;

/** By what is true when it comes to its end. */
export const everyTime: ReadonlyMap<string, Act> = new Map<string, Act>([
  [
    "stories end as they should, whatever dies, stalls, jumps or is edited on the way",
    async () => {
      for (let seed = 1; seed <= 20; seed += 1) {
        const told = await tellStory(seed);
        assert.equal(told.broken, null, `npm run sim -- --seed ${seed} --trace`);
      }
    },
  ],
  [
    "stories of the player end as they should: groups, gates, retries, callbacks twice and late, runs within runs",
    async () => {
      for (let seed = 1; seed <= 25; seed += 1) {
        const told = await tellPlayer(seed);
        assert.equal(told.broken, null, `npm run sim -- --protocol player --seed ${seed} --trace`);
      }
    },
  ],
  [
    "stories of iterative end as they should: passes, gates, hand edits, git undone, units side by side, with and without git",
    async () => {
      for (let seed = 1; seed <= 20; seed += 1) {
        const told = await tellIterative(seed);
        assert.equal(told.broken, null, `npm run sim -- --protocol iterative --seed ${seed} --trace`);
      }
    },
  ],
  [
    "a seed tells the same story to the letter each time",
    async () => {
      const [once, again] = [await tellStory(7), await tellStory(7)];
      assert.deepEqual(once.trail, again.trail);
      assert.ok(once.trail.length > 500, `${once.trail.length} lines are no story`);
    },
  ],
  ...blows.map((is): [string, Act] => [
    `${is} a call, the small story comes to the same end`,
    async () => {
      const calm = await tellSmall();
      assert.deepEqual([calm.broken, calm.phase, calm.done], [null, "COMPLETE", "1 2"]);
      for (let at = 1 + blows.indexOf(is); at <= calm.calls; at += 79) assert.equal(difference(await tellSmall({ at, is }), calm), null);
    },
  ]),
  ...blows.map((is): [string, Act] => [
    `${is} a call, the player's small story comes to the same end`,
    async () => {
      const calm = await tellSmallPlay();
      assert.deepEqual([calm.broken, calm.phase, calm.done], [null, "completed", "N-001 CP-01 N-002 N-003 CP-02 N-004 N-100"]);
      for (let at = 1 + blows.indexOf(is); at <= calm.calls; at += 79)
        assert.equal(difference(await tellSmallPlay({ at, is }), calm), null);
    },
  ]),
  ...blows.map((is): [string, Act] => [
    `${is} a call, iterative's small story comes to the same end`,
    async () => {
      const calm = await tellSmallLoop();
      assert.deepEqual([calm.broken, calm.phase], [null, "complete"]);
      assert.match(calm.done, /^T1 settled proven; T2 settled proven; good T1; good T2; 0 bypasses/u);
      for (let at = 1 + 7 * blows.indexOf(is); at <= calm.calls; at += 499)
        assert.equal(difference(await tellSmallLoop({ at, is }), calm), null);
    },
  ]),
  [
    "stories of stigmergy end as they should: hand edits, stale copies, lies, strikes, halts, drift, a second project",
    async () => {
      for (let seed = 1; seed <= 8; seed += 1) {
        const told = await tellStigmergy(seed);
        assert.equal(told.broken, null, `npm run sim -- --protocol stigmergy --seed ${seed} --trace`);
      }
    },
  ],
  [
    "struck at a call, in each of the ways, stigmergy's small story comes to the same end",
    async () => {
      const calm = await tellSmallShop();
      assert.deepEqual([calm.broken, calm.phase], [null, "PROJECT_COMPLETE"]);
      assert.match(calm.done, /^1\.1 verified try 4; 1\.2 verified try 2; 2\.1 verified try 1; ISSUE-001 RESOLVED; audit 1 over/u);
      for (const [index, is] of blows.entries())
        for (let at = 61 + 97 * index; at <= calm.calls; at += 997) assert.equal(difference(await tellSmallShop({ at, is }), calm), null);
    },
  ],
]);
