// Tests of the words of a merge's answer and button.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mergedReport, stepsOf } from "./steps.ts";

test("a merge is told by what was done", () => {
  assert.deepEqual(mergedReport({ is: "done", branch: "trial", uncommitted: [] }), {
    text: "Merged into trial",
    lines: [],
  });
  assert.equal(
    mergedReport({ is: "recorded", branch: null, uncommitted: [] }).text,
    "Merged into the checkout",
  );
  assert.equal(
    mergedReport({ is: "already", branch: "trial", uncommitted: [] }).text,
    "trial has all of it already: nothing was merged",
  );
  const { lines } = mergedReport({ is: "done", branch: "main", uncommitted: ["a", "b", "c", "d"] });
  assert.deepEqual(lines, [
    "This committed your uncommitted changes of a, b, c and 1 more; undo makes them uncommitted again",
  ]);
});

test("each step holds what it was shown with: the branch of a merge, the commit of an undo", () => {
  const work = { branch: "cairn/x", landed: 1, head: "a", base: "b", waiting: [], dropped: false };
  const held = (
    into: string | null,
    merged: { to: string; branch: string; whole: boolean } | null,
  ) =>
    stepsOf({ ...work, merged }, { into, doubt: null }, false, false).map(
      ({ look: _look, means: _means, label: _label, ...step }) => step,
    );
  assert.deepEqual(held("main", null), [{ is: "merge", into: "main" }]);
  assert.deepEqual(held(null, { to: "c", branch: "main", whole: false }), [
    { is: "merge", into: null },
    { is: "undo", merge: "c" },
  ]);
  assert.equal(
    stepsOf({ ...work, merged: null }, { into: null, doubt: null }, true, false)[0]?.label,
    "Merge into the checkout",
  );
});

test("merging is the main button only once the run has ended well", () => {
  const work = {
    branch: "cairn/x",
    landed: 1,
    head: "a",
    base: "b",
    waiting: [],
    merged: null,
    dropped: false,
  };
  const offered = (
    over: boolean,
    doubt: { live: boolean; text: string } | null,
    bent: boolean = false,
  ) => stepsOf(work, { into: "main", doubt }, over, bent).map(({ label, look }) => [label, look]);
  const drop = ["Remove the branch …", "danger"];
  assert.deepEqual(offered(true, null), [["Merge into main", "first"], drop]);
  assert.deepEqual(offered(true, null, true), [["Merge into main", ""], drop]);
  assert.deepEqual(offered(true, { live: false, text: "this run ended without success" }), [
    ["Merge into main …", ""],
    drop,
  ]);
  assert.deepEqual(offered(false, { live: true, text: "this run isn't over" }), [
    ["Merge what has landed so far …", ""],
  ]);
});
