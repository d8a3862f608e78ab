// Tests of the bounded set of past states: one near each moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Recorded } from "../../core/row.ts";
import { createMarks } from "./marks.ts";

const story = (length: number): readonly Recorded[] =>
  Array.from({ length }, (_, index) => ({
    type: "Told",
    data: null,
    version: index + 1,
    at: "2026-01-08T12:00:00.000Z",
    by: { kind: "engine", name: "e" },
    cause: `c${index}`,
  }));

test("however long a run is, so many states are kept, and each moment has one at most a part of the run before it", () => {
  const log = story(10_000);
  const marks = createMarks({ every: 10, most: 16 });
  let most = 0;
  for (const by of log) {
    marks.offer({ by, state: by.version });
    most = Math.max(most, marks.count());
  }
  assert.equal(most, 16);
  for (const version of [1, 9, 10, 11, 639, 640, 641, 5_000, 9_999, 10_000]) {
    const mark = marks.before(version, log);
    assert.equal(mark?.state ?? 0, mark?.by.version ?? 0);
    const far = version - (mark?.by.version ?? 0);
    assert.ok(far >= 0 && far < 10_000 / 8, `${version} is ${far} after what is kept`);
  }
});

test("what the log tells otherwise by now is let go of, and kept anew", () => {
  const log = story(100);
  const marks = createMarks({ every: 10, most: 16 });
  for (const by of log) marks.offer({ by, state: "old" });
  assert.equal(marks.count(), 10);
  const other = [...log.slice(0, 45), ...story(100).slice(45)];
  assert.equal(marks.before(100, other)?.by, log[39]);
  assert.equal(marks.count(), 4);
  for (const by of other.slice(40)) marks.offer({ by, state: "new" });
  assert.equal(marks.before(50, other)?.state, "new");
  assert.equal(marks.before(49, other)?.state, "old");
});
