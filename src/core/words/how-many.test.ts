// Tests of counts in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { howMany } from "./how-many.ts";

test("regular plurals follow from the word, whatever a protocol calls its units", () => {
  const words = ["box", "dish", "story", "pass", "day", "batch", "file"];
  assert.deepEqual(
    words.map((word) => howMany(2, word)),
    ["2 boxes", "2 dishes", "2 stories", "2 passes", "2 days", "2 batches", "2 files"],
  );
  assert.equal(howMany(1, "box"), "1 box");
  assert.equal(howMany(0, "criterion", "criteria"), "0 criteria");
});

test("large numbers are grouped, and nothing else of the text", () => {
  assert.equal(howMany(12_000, "event"), "12,000 events");
  assert.equal(howMany(1_234_567, "event"), "1,234,567 events");
  assert.equal(howMany(999, "page 2000", "pages of 2000 words"), "999 pages of 2000 words");
});
