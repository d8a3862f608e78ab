// Why: the worst of many events in one place must be the one that shows, and none may fall off the slider.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Mark, marksOf, nextMark, placeOf, spotsOf } from "./marks.ts";

const line = (version: number, type: string, by = "engine") => ({
  seq: version,
  run: "r",
  version,
  type,
  at: "",
  by,
  told: "",
  job: null,
  fence: null,
});

test("only telling events are marked, and a page is looked through once", () => {
  const lines = [line(1, "RunStarted", "person:ana"), line(2, "NodeStarted"), line(3, "NodeFailed")];
  assert.deepEqual(marksOf(lines), [
    { version: 1, is: "person" },
    { version: 3, is: "failure" },
  ]);
  assert.equal(marksOf(lines), marksOf(lines));
});

test("the first version lies at the beginning, the newest at the end", () => {
  assert.equal(placeOf(1, 10_000), 0);
  assert.equal(placeOf(10_000, 10_000), 1);
  assert.equal(placeOf(1, 1), 0, "where a slider of one step stands");
});

test("ten thousand marks take no more places than there are, and each place shows its worst", () => {
  const marks = Array.from({ length: 10_000 }, (_, index): Mark => ({ version: index + 1, is: index === 5_000 ? "failure" : "person" }));
  const spots = spotsOf(marks, 10_000, 80);
  assert.equal(spots.length, 80);
  assert.deepEqual(
    spots.filter(({ is }) => is === "failure").map(({ version }) => version),
    [5_001],
  );
  assert.equal(
    spots.reduce((sum, { count }) => sum + count, 0),
    10_000,
  );
});

test("the next one lies on either side, or there is none", () => {
  const marks: readonly Mark[] = [
    { version: 3, is: "failure" },
    { version: 9, is: "person" },
  ];
  assert.equal(nextMark(marks, 3, 1)?.version, 9);
  assert.equal(nextMark(marks, 9, -1)?.version, 3);
  assert.equal(nextMark(marks, 9, 1), null);
  assert.equal(nextMark(marks, 3, -1), null);
});
