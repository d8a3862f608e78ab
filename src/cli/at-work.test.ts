// Tests of a run's time: its jobs' time, counted once if concurrent, and its waiting time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { atWork, timeText } from "./at-work.ts";

const from = (start: number, end: number) => ({
  from: new Date(start * 1_000).toISOString(),
  to: new Date(end * 1_000).toISOString(),
});

test("jobs side by side and one within another count once, in whatever order they are told", () => {
  assert.equal(atWork([]), 0);
  assert.equal(atWork([from(20, 30), from(0, 10), from(5, 12), from(6, 7)]), 22_000);
});

test("what a run waited for a person is no time of its jobs; a short wait isn't told", () => {
  assert.equal(
    timeText(255_000, [from(0, 5), from(245, 255)]),
    "4 min 15 s, jobs at work for 15 s of it",
  );
  assert.equal(timeText(20_000, [from(0, 5), from(15, 20)]), "20 s");
});
