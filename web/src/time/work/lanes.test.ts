// Tests of the lanes and bars of the Gantt chart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt } from "../../../../test/fixtures/shown.ts";
import type { Attempt } from "../../attempts.ts";
import { drawnOf, lanesOf, lanesWithin, panSpan, spanOf, zoomSpan } from "./lanes.ts";

const time = (second: number): string => new Date(1_700_000_000_000 + second * 1_000).toISOString();
const ms = (second: number): number => 1_700_000_000_000 + second * 1_000;
const attempt = (fence: number, from: number, to: number, more: Partial<Attempt> = {}): Attempt =>
  shownAttempt(fence, {
    subject: "T1",
    by: "bot",
    from: time(from),
    to: time(to),
    versions: [fence * 10, fence * 10 + 5],
    ...more,
  });

test("each thing has its lane, in the order that work began in, and tries are counted", () => {
  const lanes = lanesOf(
    [attempt(1, 0, 10), attempt(2, 5, 9, { subject: "T2" }), attempt(3, 20, 30)],
    "subject",
    new Set(),
    ms(40),
  );
  assert.deepEqual(
    lanes.map(({ name, rows, bars }) => [name, rows, bars.map(({ nth }) => nth)]),
    [
      ["T1", 1, [1, 2]],
      ["T2", 1, [1]],
    ],
  );
});

test("what went on at the same time lies in rows of its own", () => {
  const [lane] = lanesOf(
    [attempt(1, 0, 10), attempt(2, 5, 15), attempt(3, 10, 20)],
    "role",
    new Set(),
    ms(40),
  );
  assert.deepEqual([lane?.rows, lane?.bars.map(({ row }) => row)], [2, [0, 1, 0]]);
});

test("what somebody is at goes until now; what nobody is at ends where it was last heard of", () => {
  const [lane] = lanesOf(
    [attempt(1, 0, 10, { over: false }), attempt(2, 20, 21, { over: false })],
    "by",
    new Set([2]),
    ms(40),
  );
  assert.deepEqual(
    lane?.bars.map(({ is, to }) => [is, to]),
    [
      ["lost", ms(10)],
      ["live", ms(40)],
    ],
  );
});

test("ten thousand short attempts draw no more than the pixels can show, and all are in there", () => {
  const [lane] = lanesOf(
    Array.from({ length: 10_000 }, (_, index) => attempt(index, index * 10, index * 10 + 9)),
    "role",
    new Set(),
    ms(0),
  );
  assert.ok(lane !== undefined);
  const drawn = drawnOf(lane, spanOf([lane]), 800);
  assert.ok(drawn.length <= 200, String(drawn.length));
  assert.equal(
    drawn.reduce((sum, { bars }) => sum + bars.length, 0),
    10_000,
  );
  assert.ok(drawn.every(({ left, width }) => left >= 0 && left + width <= 801));
});

test("what lies outside of the span isn't drawn", () => {
  const [lane] = lanesOf([attempt(1, 0, 10), attempt(2, 100, 110)], "role", new Set(), ms(200));
  assert.ok(lane !== undefined);
  assert.deepEqual(
    drawnOf(lane, { from: ms(90), to: ms(120) }, 300).map(({ left, width }) => [left, width]),
    [[100, 100]],
  );
});

test("of a part of the time the lanes are shown in which something happened", () => {
  const lanes = lanesOf(
    [attempt(1, 0, 10), attempt(2, 100, 110, { subject: "T2" })],
    "subject",
    new Set(),
    ms(200),
  );
  assert.deepEqual(
    lanesWithin(lanes, { from: ms(5), to: ms(50) }).map(({ name }) => name),
    ["T1"],
  );
  assert.equal(lanesWithin(lanes, { from: ms(20), to: ms(50) }).length, 0);
});

test("zooming and moving stay within the whole", () => {
  const all = { from: 0, to: 100_000 };
  assert.deepEqual(zoomSpan(all, 0.5, all), { from: 25_000, to: 75_000 });
  assert.deepEqual(zoomSpan({ from: 25_000, to: 75_000 }, 8, all), all);
  assert.deepEqual(panSpan({ from: 25_000, to: 75_000 }, 1, all), { from: 50_000, to: 100_000 });
  assert.deepEqual(panSpan({ from: 25_000, to: 75_000 }, -1, all), { from: 0, to: 50_000 });
});
