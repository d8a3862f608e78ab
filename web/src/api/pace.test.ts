// Tests of the pace of readings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTime, createPace } from "./pace.ts";

/** A manual clock, and reads with a duration set by the test. */
const stage = () => {
  let now = 1_000;
  const timers: { at: number; act: () => void }[] = [];
  const readings: { key: string; at: number; end: () => void }[] = [];
  const read = (key: string): Promise<void> =>
    new Promise((end) => void readings.push({ key, at: now, end }));
  const pace = createPace(
    read,
    () => now,
    (act, ms) => void timers.push({ at: now + ms, act }),
  );
  return {
    touch: pace.touch,
    begun: () => readings.map(({ key, at }) => `${key}@${at - 1_000}`),
    to: (ms: number): void => {
      now = 1_000 + ms;
      for (const timer of timers.splice(0).toSorted((a, b) => a.at - b.at)) {
        if (timer.at <= now) timer.act();
        else timers.push(timer);
      }
    },
    /** Ends the newest read. */
    end: async (): Promise<void> => {
      readings.at(-1)?.end();
      await new Promise(setImmediate);
    },
  };
};

test("the first change is read at once, a hundred more within the pace once", async () => {
  const { touch, begun, to, end } = stage();
  touch("runs", 150);
  await end();
  to(10);
  for (let n = 0; n < 100; n += 1) touch("runs", 150);
  assert.deepEqual(begun(), ["runs@0"]);
  to(149);
  assert.deepEqual(begun(), ["runs@0"]);
  to(150);
  assert.deepEqual(begun(), ["runs@0", "runs@150"]);
  await end();
  to(5_000);
  assert.equal(begun().length, 2, "nothing is read where nothing changed");
});

test("what changes while it is being read is read once more", async () => {
  const { touch, begun, to, end } = stage();
  touch("runs", 150);
  to(20);
  touch("runs", 150);
  touch("runs", 150);
  assert.equal(begun().length, 1, "never twice at a time");
  await end();
  to(149);
  assert.equal(begun().length, 1);
  to(200);
  assert.deepEqual(begun(), ["runs@0", "runs@200"]);
});

test("readings that take long come seldom", async () => {
  const { touch, begun, to, end } = stage();
  touch("runs", 150);
  to(400);
  await end();
  touch("runs", 150);
  to(1_599);
  assert.equal(begun().length, 1);
  to(1_600);
  assert.equal(begun().length, 2);
});

test("one key waits for no other, and an urgent change isn't held up by a slow one", async () => {
  const { touch, begun, to, end } = stage();
  touch("now/a", 1_000);
  await end();
  touch("now/b", 1_000);
  await end();
  assert.deepEqual(begun(), ["now/a@0", "now/b@0"]);
  to(10);
  touch("now/a", 1_000);
  touch("now/a", 150);
  to(150);
  assert.deepEqual(begun().at(-1), "now/a@150");
  await end();
  to(3_000);
  assert.equal(begun().length, 3, "the slow one came with it");
});

test("a reading that fails holds nothing up", async () => {
  let begun = 0;
  const pace = createPace(
    () => Promise.reject(new Error(`away ${(begun += 1)}`)),
    () => 0,
    (act) => act(),
  );
  for (const expected of [1, 2]) {
    pace.touch("runs", 0);
    await new Promise(setImmediate);
    assert.equal(begun, expected);
  }
});

test("pages that wait long read at the same moments", () => {
  assert.equal(inTime(990, 5_010), 990);
  assert.equal(inTime(1_000, 5_004), 996);
  assert.equal(inTime(1_000, 5_300), 700);
  assert.equal(inTime(1_000, 5_700), 1_300);
  assert.equal(inTime(300, 5_300), 300, "a short wait stays as it is");
});
