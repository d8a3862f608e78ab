// The words that a merge is told in: those of the answer, not those of the button.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mergedText, stepsOf } from "./steps.ts";

test("a merge is told by what was done", () => {
  assert.deepEqual(mergedText({ is: "done", branch: "trial", uncommitted: [] }), { text: "Merged into trial", lines: [] });
  assert.equal(mergedText({ is: "recorded", branch: null, uncommitted: [] }).text, "Merged into the checkout");
  assert.equal(mergedText({ is: "already", branch: "trial", uncommitted: [] }).text, "trial has all of it already: nothing was merged");
  const { lines } = mergedText({ is: "done", branch: "main", uncommitted: ["a", "b", "c", "d"] });
  assert.deepEqual(lines, ["This committed your uncommitted changes of a, b, c and 1 more; undo makes them uncommitted again"]);
});

test("each step holds the branch that it was shown with", () => {
  const work = { branch: "cairn/x", landed: 1, head: "a", base: "b", waiting: [], merged: null, dropped: false };
  const [merge] = stepsOf(work, { into: "main" }, true);
  assert.deepEqual([merge?.label, merge?.into], ["Merge into main", "main"]);
  assert.deepEqual(
    [stepsOf(work, { into: null }, true)[0]?.label, stepsOf(work, { into: null }, true)[0]?.into],
    ["Merge into the checkout", null],
  );
});
