// Tests of the course up to the newest event, whatever part is known.
import assert from "node:assert/strict";
import { test } from "node:test";
import { upTo } from "./course.ts";

const span = { from: "2026-01-08T12:00:00.000Z", to: "2026-01-08T12:00:09.000Z" };
const [from, to] = [Date.parse(span.from), Date.parse(span.to)];

test("before the answer events lie evenly from the first to the newest", () => {
  assert.deepEqual(upTo(undefined, { newest: 9, span }).points, [
    [1, from],
    [9, to],
  ]);
  assert.deepEqual(upTo(undefined, { newest: 1, span }).points, [[1, from]]);
});

test("an older answer is gone on with, of one that is ahead nothing newer counts", () => {
  const course = {
    points: [
      [1, from],
      [7, from + 5_000],
    ] as const,
    quiet: [1],
    marks: [{ version: 7, is: "end", count: 1 }] as const,
  };
  assert.deepEqual(upTo(course, { newest: 9, span }).points.at(-1), [9, to]);
  const before = upTo(course, { newest: 5, span });
  assert.deepEqual([before.points.at(-1), before.marks], [[5, to], []]);
  assert.deepEqual(
    upTo(course, { newest: 8, span: { from: span.from, to: span.from } }).points.at(-1),
    [8, from + 5_000],
  );
});
