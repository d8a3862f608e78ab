// Why: whoever sees Cairn for the first time must read from the list what is going on and what is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { line } from "../../../test/fixtures/run-line.ts";
import { usageParts } from "../usage-parts.ts";
import { evidenceWords, progressWords } from "./wording.ts";

test("how far it is stands in words", () => {
  assert.equal(progressWords(line("a")), "nothing planned yet");
  assert.equal(progressWords(line("a", { nodes: { done: 5, proved: 5, of: 12, failed: 0 } })), "5 of 12 done");
  assert.equal(evidenceWords(line("a")), null);
  assert.equal(evidenceWords(line("a", { evidence: { have: 7, of: 10 } })), "7 of 10 proved");
});

test("what it took stands shortly, and nothing where nobody told", () => {
  assert.deepEqual(usageParts(line("a")), []);
  assert.deepEqual(usageParts(line("a", { usage: { input: 12_400, output: 3_100, cost: 0.416 } })), ["16k tokens", "$0.42"]);
  assert.deepEqual(usageParts(line("a", { usage: { input: 2_000_000, output: null, cost: 0.004 } })), ["2.0M tokens", "< $0.01"]);
});
