// Tests of PostgreSQL outages: notices at 1 s, 30 s, each minute, and the grace for leases afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { graceMs, outageClock } from "./outage.ts";

const world = () => {
  let now = 0;
  const notices: (string | null)[] = [];
  const clock = outageClock(
    (outage) => void notices.push(outage?.why ?? null),
    () => now,
  );
  return { clock, notices, at: (ms: number) => void (now = ms) };
};

test("an outage is told after a second, after half a minute, then each minute, and when it is over", () => {
  const { clock, notices, at } = world();
  for (let s = 0; s <= 180; s += 0.5) {
    at(s * 1000);
    clock.missed(`${s}`);
  }
  assert.deepEqual(notices, ["1", "30", "60", "120", "180"]);
  assert.equal(clock.isAway(), true);
  clock.heard();
  assert.deepEqual(notices.at(-1), null);
  assert.equal(clock.isAway(), false);
});

test("what is shorter is told to nobody, and lets nobody off", () => {
  const { clock, notices, at } = world();
  clock.missed("a");
  at(900);
  clock.missed("b");
  clock.heard();
  assert.deepEqual(notices, []);
  assert.equal(clock.grace(), 0);
});

test("after a long one nothing counts as lapsed for a while", () => {
  const { clock, at } = world();
  clock.missed("a");
  at(600_000);
  assert.equal(clock.grace(), 0);
  clock.heard();
  assert.equal(clock.grace(), graceMs);
  at(600_000 + graceMs - 1);
  assert.equal(clock.grace(), 1);
  at(600_000 + graceMs);
  assert.equal(clock.grace(), 0);
});

test("a silence is told while the connection stands, once, and counts from its beginning; where others are answered it is none", () => {
  const { clock, notices, at } = world();
  at(5_000);
  clock.heard();
  at(7_000);
  clock.silent(3_000, "others were answered");
  assert.deepEqual(notices, []);
  at(8_000);
  clock.silent(3_000, "no word");
  clock.silent(3_000, "no word to another");
  assert.deepEqual(notices, ["no word"]);
  at(20_000);
  clock.missed("cut");
  at(36_000);
  clock.missed("31 s after its beginning");
  assert.deepEqual(notices, ["no word", "31 s after its beginning"]);
  clock.heard();
  assert.deepEqual([notices.at(-1), clock.grace()], [null, graceMs]);
});
