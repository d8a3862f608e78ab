// The button stands beside what is stuck alone, and what came of it is said in one sentence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isMendable, mendedWords } from "./mended.ts";

const option = { id: "retry", means: "again", note: "may" } as const;
const decision = { run: "r", key: "stuck-1", question: "What now?", options: [{ ...option, mends: "1" }] };

test("only a unit about which a question waits that lets it go on can be checked again", () => {
  assert.equal(isMendable({ run: "r", decisions: [decision] }, "1"), true);
  assert.equal(isMendable({ run: "r", decisions: [decision] }, "2"), false);
  assert.equal(isMendable({ run: "r", decisions: [{ ...decision, options: [option] }] }, "1"), false);
  assert.equal(isMendable({ run: "parent", decisions: [decision] }, "1"), false, "a child's question is about its own unit of that name");
});

test("red says what failed, green how many checks passed", () => {
  const checked = { run: "r", unit: "1", ran: 2, failed: [], driven: true };
  assert.deepEqual(mendedWords(checked), { tone: "good", text: "1: 2 checks passed; they run once more for the record" });
  assert.deepEqual(mendedWords({ ...checked, failed: ["npm test: exit 1"] }), {
    tone: "bad",
    text: "1 is still red, and all is as it was: npm test: exit 1",
  });
});
