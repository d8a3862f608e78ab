// Tests of a run's course over time: small, in order, and correct about quiet times.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { IndexedLine } from "../keep/line-index.ts";
import { courseOf } from "./course.ts";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const start = Date.parse("2026-01-08T08:00:00.000Z");
const line = (at: number, more: Partial<IndexedLine> = {}): IndexedLine => ({
  type: "Noted",
  by: "engine",
  told: "",
  job: null,
  fence: null,
  at: start + at,
  ...more,
});
const course = (lines: readonly IndexedLine[], from = 1) => courseOf("r", { from, lines }, null);

test("of a short run all events are told", () => {
  assert.deepEqual(course([line(0), line(5, { type: "NodeFailed" }), line(9)]), {
    run: "r",
    points: [
      [1, start],
      [2, start + 5],
      [3, start + 9],
    ],
    quiet: [],
    marks: [{ version: 2, is: "failure", count: 1 }],
  });
  assert.deepEqual(course([line(0)]).points, [[1, start]]);
  assert.deepEqual(course([]).points, []);
});

test("a stretch is quiet where nothing happens and nobody works", () => {
  const worked = [
    line(0, { fence: 1 }),
    line(minute, { fence: 2 }),
    line(3 * hour, { fence: 1 }),
    line(9 * hour, { fence: 3 }),
  ];
  assert.deepEqual(course(worked).quiet, [3]);
  assert.deepEqual(
    course([line(0, { fence: 1 }), line(hour), line(2 * hour)]).quiet,
    [1, 2],
    "who is heard of no more works no more",
  );
  assert.deepEqual(
    course([line(0), line(59 * second), line(59 * second + minute)]).quiet,
    [2],
    "a minute at least",
  );
});

test("of 100,000 events few are told, with both ends of each quiet stretch and all marks", () => {
  const nights = 40;
  const lines = Array.from({ length: 100_000 }, (_, index) => {
    const day = Math.floor(index / 2_500);
    return line(
      day * 24 * hour + (index % 2_500) * 10 * second + (day % 3) * hour,
      index % 10 === 0 ? { type: "NodeFailed" } : {},
    );
  });
  const { points, quiet, marks } = course(lines);
  assert.ok(
    points.length <= 500 && JSON.stringify({ points, quiet, marks }).length < 24_000,
    String(points.length),
  );
  assert.equal(quiet.length, 24, `of ${nights} nights`);
  assert.equal(
    marks.reduce((sum, { count }) => sum + count, 0),
    10_000,
  );
  assert.ok(marks.length <= 120);
  const known = new Set(points.map(([version]) => version));
  assert.ok(quiet.every((version) => known.has(version) && known.has(version + 1)));
  assert.ok(marks.every(({ version }) => known.has(version)));
  assert.deepEqual([points[0]?.[0], points.at(-1)?.[0]], [1, 100_000]);
  for (const [index, [version, at]] of points.entries()) {
    const before = points[index - 1];
    assert.ok(before === undefined || (version > before[0] && at >= before[1]), String(version));
  }
});

test("a flood within a second, and silence while somebody works, stay where they were", () => {
  const flood = Array.from({ length: 50_000 }, (_, index) => line(hour + Math.floor(index / 50)));
  const { points } = course([line(0, { fence: 1 }), ...flood, line(4 * hour, { fence: 1 })]);
  const atOf = (version: number): number =>
    (points.find(([other]) => other >= version)?.[1] ?? 0) - start;
  assert.deepEqual(
    [atOf(1), Math.floor(atOf(2)), Math.floor(atOf(50_001)), Math.floor(atOf(50_002))],
    [0, hour, hour + 999, 4 * hour],
  );
});

test("of a run whose first lines are not kept the first event is told", () => {
  const { points } = courseOf(
    "r",
    { from: 501, lines: [line(minute), line(2 * minute)] },
    { at: start },
  );
  assert.deepEqual(points, [
    [1, start],
    [501, start + minute],
    [502, start + 2 * minute],
  ]);
});
