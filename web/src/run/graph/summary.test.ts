// Tests of a folded section's summary.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownNode } from "../../../../src/http/answers.ts";
import { summaryOf } from "./summary.ts";

const node = (id: string, state: ShownNode["state"], status: ShownNode["status"]): ShownNode => ({
  id,
  label: id,
  kind: "task",
  status,
  after: [],
  why: null,
  done: 0,
  of: 1,
  note: null,
  state,
});
const nodes = [
  node("1", "proved", "done"),
  node("2", "reported", "done"),
  node("3", "returned", "ready"),
  node("4", "failed", "failed"),
  node("5", "ready", "ready"),
  node("6", "open", "open"),
];
const units = {
  "1": { files: 2, added: 10, removed: 1, is: "landed" as const },
  "2": { files: 1, added: 5, removed: 2, is: "waiting" as const },
};

test("a section tells how its nodes stand, and how much their work changed", () => {
  const summary = summaryOf({ key: "group wave 1", name: "wave 1", nodes }, units);
  assert.deepEqual(summary.parts, [
    { shade: "good", count: 1 },
    { shade: "strong", count: 1 },
    { shade: "bad", count: 2 },
  ]);
  assert.deepEqual([summary.state, summary.done, summary.of], ["failed", 2, 6]);
  assert.deepEqual(summary.lines, { added: 15, removed: 3 });
  assert.equal(summary.words, "2 of 6 done, 1 failed");
});

test("a section without changes tells none", () =>
  assert.equal(summaryOf({ key: "k", name: "wave 1", nodes }, {}).lines, null));
