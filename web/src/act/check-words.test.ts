// Tests of the toast after a check that a person started.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkToast } from "./check-words.ts";

test("red says what failed and the end of its output, green how many checks passed", () => {
  const checked = { run: "r", unit: "1", ran: 2, failed: [], driven: true };
  assert.deepEqual(checkToast(checked), {
    tone: "good",
    text: "1: 2 checks passed. They run once more for the record.",
    lines: [],
  });
  assert.deepEqual(checkToast({ ...checked, failed: ["`npm test`: exit 1\na\nb\nc\nd\ne\n"] }), {
    tone: "bad",
    text: "1 is still red, and nothing changed: `npm test`: exit 1",
    lines: ["b", "c", "d", "e"],
  });
});
