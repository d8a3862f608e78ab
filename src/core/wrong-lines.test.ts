// Tests of what is wrong with a run: the worst first, and nothing that was tried in vain or paid for nothing left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wrongLines } from "./wrong-lines.ts";
import type { ViewNode } from "./view.ts";

type Run = Parameters<typeof wrongLines>[0];
const node = (id: string, more: Partial<ViewNode> = {}): ViewNode => ({
  id,
  label: `Task ${id}`,
  kind: "task",
  status: "ready",
  after: [],
  why: null,
  done: 0,
  of: 1,
  note: null,
  ...more,
});
const found = (more: Partial<Run>) =>
  wrongLines({
    life: "live",
    good: null,
    nodes: [],
    jobs: [],
    evidence: { have: 0, of: 0 },
    bypasses: [],
    warnings: [],
    refused: null,
    ...more,
  }).map(({ what, node: of, text }) => `${what}${of === undefined ? "" : ` ${of}`}: ${text}`);

test("nothing is wrong with a run of which nothing is known", () => {
  assert.deepEqual(found({ nodes: [node("1"), node("2", { status: "done", done: 1 })] }), []);
});

test("the worst comes first, each with the unit that it is about", () => {
  assert.deepEqual(
    found({
      refused: "plan.md: STATUS_WRONG",
      warnings: ["no gate"],
      bypasses: ["1 waived by ana"],
      jobs: [{ is: "doubt", subject: "2", role: "worker", why: null }],
      nodes: [node("3", { status: "failed", note: "its tests fail" }), node("4", { returned: 1, note: "attempt 1: no" })],
    }),
    [
      "refused: plan.md: STATUS_WRONG",
      "in doubt 2: worker: nobody knows how it ended",
      "failed 3: Task 3: its tests fail",
      "returned 4: Task 4: 1 attempt returned: attempt 1: no",
      "warning: no gate",
      "bypass: 1 waived by ana",
    ],
  );
});

test("the last attempt is told, whether or not others were returned, and not of what is done", () => {
  assert.deepEqual(found({ nodes: [node("1", { returned: 2, last: true }), node("2", { last: true })] }), [
    "last try 1: Task 1: 2 attempts returned",
    "last try 2: Task 2",
  ]);
  assert.deepEqual(found({ nodes: [node("1", { status: "done", done: 1, returned: 2 })] }), []);
});

test("an end with something unproved is told, in the words that are known of it", () => {
  const over = { life: "over", good: true, evidence: { have: 2, of: 5 } } as const;
  assert.deepEqual(found({ ...over, unproved: "no check was run" }), ["proofs: no check was run"]);
  assert.deepEqual(found(over), ["proofs: 3 of 5 criteria not proved"]);
  assert.deepEqual(found({ ...over, evidence: { have: 5, of: 5 } }), []);
});

test("money that bought no proof is told, of a unit while it is tried, of the whole at the end", () => {
  const usage = { cost: 1.5, subjects: { "1": { cost: 0.8 }, "2": { cost: 0.7 } } };
  const nodes = [node("1", { returned: 1 }), node("2")];
  assert.deepEqual(found({ usage, nodes }).at(-1), "spent 1: $0.80 on 1, and nothing of it is proved");
  assert.deepEqual(found({ usage, life: "over", good: false, evidence: { have: 0, of: 2 } }), ["spent: $1.50, and nothing is proved"]);
});
