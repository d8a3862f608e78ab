// Tests of the event filter: matches by lease and words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sieve, type SiftedLine, sifter } from "./sift.ts";

const any: Sieve = { about: null, words: "" };
const line = (more: Partial<SiftedLine> = {}): SiftedLine => ({
  type: "JobBegun",
  by: "engine",
  told: "",
  job: null,
  fence: null,
  ...more,
});
const lines = [
  line({ by: "person:ana", told: "plan for T1 and T12" }),
  line({ told: "T12 begins" }),
  line({ type: "UnitReturned", fence: 7, job: "work/7" }),
  line({ told: "T1 ends (a+b)" }),
];
const found = (sieve: Partial<Sieve>): readonly number[] => {
  const fits = sifter({ ...any, ...sieve }, (fence) => (fence === 7 ? "T1" : null));
  return lines.flatMap((one, index) => (fits(one, index + 1) ? [index + 1] : []));
};

test("what an event is about is known by its lease, or stands in it as a word", () => {
  assert.deepEqual(found({ about: "T1" }), [1, 3, 4]);
  assert.deepEqual(found({ about: "T12" }), [1, 2]);
  assert.deepEqual(found({ about: "a+b" }), [4]);
});

test("words all have to fit, those of type and sender, too", () => {
  assert.deepEqual(found({ words: "unitreturned" }), [3]);
  assert.deepEqual(found({ words: "person:ana" }), [1]);
  assert.deepEqual(found({ words: "BEGINS t12" }), [2]);
  assert.deepEqual(found({ words: "#3" }), [3]);
  assert.deepEqual(found({ words: "  " }), [1, 2, 3, 4]);
  assert.deepEqual(found({ words: "UnitReturned person:ana" }), []);
});
