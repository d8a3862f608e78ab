// Tests of the time bar's axis: order of times, conversion back to events, and skipped quiet stretches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axisOf, outOf, placeOf, timeAt, timeOf, versionAt } from "./axis.ts";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const start = Date.parse("2026-01-08T08:00:00.000Z");
type Point = readonly [version: number, at: number];
const pointsAt = (...times: readonly number[]): readonly Point[] =>
  times.map((time, index) => [index + 1, start + time]);
const wide = 1_000;

test("a place between two events means the one before, and an event's own place means it", () => {
  const points = pointsAt(0, 10 * second, 20 * second, 100 * second);
  const axis = axisOf({ points, quiet: [] }, start + 100 * second, false, wide);
  assert.deepEqual(
    points.map(([version]) => placeOf(axis, timeOf(points, version))),
    [0, 0.1, 0.2, 1],
  );
  assert.deepEqual(
    [0, 0.05, 0.1, 0.19, 0.21, 0.99, 1].map((place) => versionAt(points, timeAt(axis, place))),
    [1, 1, 2, 2, 3, 3, 4],
  );
});

test("a night is left out, with marks of a fixed width on both phones and desks", () => {
  const points = pointsAt(0, hour, 15 * hour, 16 * hour);
  for (const width of [340, 1_100]) {
    const axis = axisOf({ points, quiet: [2] }, start + 16 * hour, false, width);
    assert.deepEqual(
      axis.map(({ from, to, quiet }) => [from - start, to - start, quiet]),
      [
        [0, hour, false],
        [hour, 15 * hour, true],
        [15 * hour, 16 * hour, false],
      ],
    );
    const [before, night, after] = axis.map(({ left, right }) => (right - left) * width);
    assert.equal(Math.round(night ?? 0), 44);
    assert.equal(Math.round(before ?? 0), Math.round(after ?? 0));
    assert.deepEqual(outOf(axis), { count: 1, ms: 14 * hour });
    assert.equal(versionAt(points, timeAt(axis, 0.5)), 2, "in the break: as it stood all the time");
  }
});

test("what is no quiet stretch, or takes little room, is never left out", () => {
  const points = pointsAt(0, hour, 15 * hour, 16 * hour);
  assert.equal(
    axisOf({ points, quiet: [] }, start + 16 * hour, false, wide).length,
    1,
    "somebody worked through the night",
  );
  const even = pointsAt(0, 10 * minute, 11 * minute, 30 * minute);
  assert.equal(axisOf({ points: even, quiet: [2] }, start + 30 * minute, false, wide).length, 1);
});

test("like stretches look alike, and something always stays on the axis", () => {
  const singles = pointsAt(0, 2 * minute, 4 * minute, 15 * hour, 35 * hour);
  const axis = axisOf({ points: singles, quiet: [1, 2, 3, 4] }, start + 40 * hour, true, wide);
  assert.deepEqual(
    axis.map(({ to, quiet }) => [to - start, quiet]),
    [
      [4 * minute, false],
      [15 * hour, true],
      [35 * hour, true],
      [40 * hour, true],
    ],
  );
  assert.ok(Math.abs((axis.at(-1)?.right ?? 0) - 1) < 1e-9);
  const even = pointsAt(0, hour, 2 * hour, 3 * hour);
  assert.equal(axisOf({ points: even, quiet: [1, 2, 3] }, start + 3 * hour, false, wide).length, 1);
  assert.equal(
    axisOf({ points: pointsAt(0, 0.5, 5), quiet: [] }, start + 3 * hour, true, wide).length,
    1,
    "begun at once, and waiting since",
  );
});

test("the right end is now: a run that stands still leaves out the time since, one that works doesn't", () => {
  const points = pointsAt(0, minute, 2 * minute);
  const now = start + 20 * hour;
  const works = axisOf({ points, quiet: [] }, now, false, wide);
  assert.deepEqual([works.length, works.at(-1)?.to, placeOf(works, now)], [1, now, 1]);
  const waits = axisOf({ points, quiet: [] }, now, true, wide);
  assert.deepEqual([waits.length, waits.at(-1)?.quiet, waits.at(-1)?.right], [2, true, 1]);
  assert.equal(versionAt(points, timeAt(waits, 1)), 3);
  assert.equal(
    axisOf({ points, quiet: [] }, start + 2 * minute + 30 * second, true, wide).length,
    1,
  );
});

test("weeks of an hour a day: the days share the axis, the breaks no more than their part", () => {
  const points = pointsAt(
    ...Array.from({ length: 21 }, (_, day) => [day * 24 * hour, day * 24 * hour + hour]).flat(),
  );
  const quiet = points.flatMap(([version]) => (version % 2 === 0 ? [version] : []));
  const axis = axisOf({ points, quiet }, points.at(-1)?.[1] ?? 0, false, wide);
  assert.equal(outOf(axis).count, 20);
  const worked = axis.filter((part) => !part.quiet);
  assert.ok(Math.abs(worked.reduce((sum, { left, right }) => sum + right - left, 0) - 0.6) < 1e-9);
  assert.ok(Math.abs((axis.at(-1)?.right ?? 0) - 1) < 1e-9);
  const narrow = axisOf({ points, quiet }, points.at(-1)?.[1] ?? 0, false, 340);
  assert.equal(outOf(narrow).count, 20);
});

test("one event, and many in one millisecond", () => {
  const one = axisOf({ points: pointsAt(0), quiet: [] }, start, false, wide);
  assert.deepEqual(
    [timeOf(pointsAt(0), 1), versionAt(pointsAt(0), timeAt(one, 0.5)), placeOf(one, start)],
    [start, 1, 0],
  );
  assert.deepEqual(
    [versionAt([], 5), timeOf([], 5), axisOf({ points: [], quiet: [] }, start, true, wide).length],
    [1, 0, 1],
  );
  const many: readonly Point[] = [
    [1, start],
    [50_000, start],
    [100_000, start + 0.999],
  ];
  const axis = axisOf({ points: many, quiet: [] }, start, false, wide);
  const versions = Array.from({ length: wide + 1 }, (_, at) =>
    versionAt(many, timeAt(axis, at / wide)),
  );
  assert.deepEqual(
    versions,
    versions.toSorted((a, b) => a - b),
  );
  assert.equal(versions.at(-1), 100_000);
  assert.ok(Number.isFinite(timeOf(many, 30_000)));
});

test("between samples events lie evenly", () => {
  const points: readonly Point[] = [
    [1, start],
    [100_001, start + 1_000 * second],
  ];
  assert.equal(timeOf(points, 50_001), start + 500 * second);
  assert.equal(versionAt(points, start + 250 * second), 25_001);
  assert.equal(versionAt(points, start - hour), 1);
  assert.equal(versionAt(points, start + 9 * hour), 100_001);
});
