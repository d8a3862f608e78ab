// Why: a filter that hides an event which fits hides what somebody looks for.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogLine } from "../../../../src/http/answers.ts";
import { countsOf, isOpen, sifted, sifter, type Sieve } from "./sift.ts";

const any: Sieve = { type: null, by: null, about: null, words: "" };
const line = (version: number, more: Partial<LogLine> = {}): LogLine => ({
  seq: version,
  run: "r",
  version,
  type: "TaskStarted",
  at: "2026-01-01T00:00:00.000Z",
  by: "engine",
  told: "",
  job: null,
  fence: null,
  ...more,
});
const pages = [
  [line(1, { by: "person:ana", told: "plan for T1 and T12" }), line(2, { told: "T12 begins" })],
  [line(3, { type: "TaskFailed", fence: 7, job: "work/7" }), line(4, { told: "T1 ends (a+b)" })],
];
const found = (sieve: Partial<Sieve>, top = 4): readonly number[] =>
  sifted(
    pages,
    sifter({ ...any, ...sieve }, (fence) => (fence === 7 ? "T1" : null)),
    top,
  );

test("the newest that fits comes first, and none from behind the moment", () => {
  assert.deepEqual(found({}), [4, 3, 2, 1]);
  assert.deepEqual(found({}, 2), [2, 1]);
});

test("what an event is about is known by its lease, or stands in it as a word", () => {
  assert.deepEqual(found({ about: "T1" }), [4, 3, 1]);
  assert.deepEqual(found({ about: "T12" }), [2, 1]);
  assert.deepEqual(found({ about: "a+b" }), [4]);
});

test("type, sender and words all have to fit", () => {
  assert.deepEqual(found({ type: "TaskFailed" }), [3]);
  assert.deepEqual(found({ by: "person:ana" }), [1]);
  assert.deepEqual(found({ words: "BEGINS t12" }), [2]);
  assert.deepEqual(found({ words: "#3" }), [3]);
  assert.deepEqual(found({ type: "TaskFailed", by: "person:ana" }), []);
});

test("blanks alone are no filter", () => {
  assert.equal(isOpen({ ...any, words: "  " }), true);
  assert.equal(isOpen({ ...any, about: "T1" }), false);
});

test("what can be chosen is counted", () =>
  assert.deepEqual(
    countsOf(pages, ({ type }) => type),
    [
      ["TaskFailed", 1],
      ["TaskStarted", 3],
    ],
  ));
