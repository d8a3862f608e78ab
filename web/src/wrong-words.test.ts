// Tests of the short words for what is wrong with a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { briefWords, moreWords } from "./wrong-words.ts";

test("each line in few words, and how many there are of each kind besides the first", () => {
  const lines = [
    { what: "failed", name: "task 1" },
    { what: "refused" },
    { what: "warning" },
    { what: "warning" },
  ].map((one) => ({ ...one, shade: "bad" as const, text: "" }));
  assert.deepEqual(lines.map(briefWords), ["task 1 failed", "edit refused", "warning", "warning"]);
  assert.equal(moreWords(lines.slice(1)), "1 refused edit, 2 warnings");
});
