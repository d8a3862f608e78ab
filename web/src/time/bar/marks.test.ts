// Tests of the next marked event on either side.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Mark } from "../../../../src/core/telling.ts";
import { nextMark } from "./marks.ts";

test("the next one lies on either side, or there is none", () => {
  const marks: readonly Mark[] = [
    { version: 3, is: "failure", count: 1 },
    { version: 9, is: "person", count: 1 },
  ];
  assert.equal(nextMark(marks, 3, 1)?.version, 9);
  assert.equal(nextMark(marks, 9, -1)?.version, 3);
  assert.equal(nextMark(marks, 9, 1), null);
  assert.equal(nextMark(marks, 3, -1), null);
});
