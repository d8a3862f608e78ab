// Tests of the geometry of step charts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepArea, stepPath, turns } from "./steps.ts";

const size = { width: 100, height: 10 };
const points = [
  { ms: 0, have: 0, of: 2 },
  { ms: 50, have: 1, of: 4 },
  { ms: 75, have: 1, of: 4 },
  { ms: 100, have: 4, of: 4 },
];

test("an amount holds until the next moment, then it steps", () => {
  assert.equal(
    stepPath(points, ({ have }) => have, 4, size),
    "M0 10H50V7.5H75V7.5H100V0",
  );
  assert.equal(
    stepArea(points, ({ of }) => of, 4, size),
    "M0 5H50V0H75V0H100V0V10H0Z",
  );
});

test("one moment is a line over the whole width, none is nothing", () => {
  assert.equal(
    stepPath([{ ms: 5, have: 1, of: 2 }], ({ have }) => have, 2, size),
    "M0 5H100",
  );
  assert.equal(
    stepArea([], ({ have }) => have, 2, size),
    "",
  );
});

test("the table tells the turns and the end", () => {
  assert.deepEqual(
    turns(points).map(({ ms }) => ms),
    [0, 50, 100],
  );
});
