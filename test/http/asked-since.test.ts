// Tests of since when a question waits: as it was seen first, until it is answered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedSince } from "../../src/http/keep/pictures.ts";

const asked = (...keys: readonly string[]) =>
  keys.map((key) => ({ run: "r", key, subject: "plan", question: "?", options: [] }));
const [first, second, third] = [
  "2026-01-08T12:00:00.000Z",
  "2026-01-08T12:05:00.000Z",
  "2026-01-08T12:09:00.000Z",
];

test("a question keeps the time at which it was seen first, whatever happens beside it", () => {
  const since = askedSince();
  assert.deepEqual([...since({ run: "r", at: first, decisions: asked("a") })], [["r a", first]]);
  assert.deepEqual(
    [...since({ run: "r", at: second, decisions: asked("a", "b") })],
    [
      ["r a", first],
      ["r b", second],
    ],
  );
  assert.deepEqual(
    [...since({ run: "other", at: second, decisions: asked("a") })],
    [["r a", second]],
  );
  since({ run: "r", at: third, decisions: [] });
  assert.deepEqual(
    [...since({ run: "r", at: third, decisions: asked("a") })],
    [["r a", third]],
    "asked anew",
  );
});
