// Tests of units that fail on the final head: shown as failed, without proved criteria.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base, id, land, merge, siteOf, take } from "../../test/fixtures/landing.ts";
import type { Criterion, View, ViewNode } from "../core/view.ts";
import { withFinalProofs, withFinalView } from "./final-view.ts";
import type { WorkCommand } from "./commands.ts";

const node = (one: string): ViewNode => ({
  id: one,
  label: one,
  kind: "node",
  status: "done",
  after: [],
  why: null,
  done: 1,
  of: 1,
  note: null,
});
const view: View = {
  title: "Goal",
  phase: "completed",
  status: "ended",
  facts: [],
  nodes: [node("one"), node("two")],
  evidence: { have: 2, of: 2 },
  claims: [],
  bypasses: [],
  warnings: [],
  refused: null,
};
const row = (unit: string): Criterion => ({
  unit,
  number: 1,
  text: unit,
  counts: true,
  status: "proved",
  check: "make",
  chosenBy: null,
  proof: null,
  before: null,
  claim: null,
  waived: null,
});
const landed = [base, take("one", "b"), merge("one", "a", "c"), land("one", "c")];
const tried = (passed: boolean): WorkCommand => ({
  type: "TryFinal",
  data: { unit: "two", commit: id("c"), passed, said: passed ? "" : "exit 1\nit broke" },
});

test("what fails on the final head is shown as failed, and its criteria as unproved", () => {
  const site = siteOf([...landed, tried(false)]);
  const shown = withFinalView(view, site);
  assert.deepEqual(
    shown.nodes.map(({ status, done, why }) => [status, done, why]),
    [
      ["done", 1, null],
      ["failed", 0, "fails on the final head: exit 1"],
    ],
  );
  assert.deepEqual(shown.evidence, { have: 1, of: 2 });
  assert.deepEqual(
    withFinalProofs([row("one"), row("two")], site).map(({ status, doubts = [] }) => [
      status,
      ...doubts,
    ]),
    [["proved"], ["failed", "fails on the final head: exit 1"]],
  );
});

test("what is green there, and work that lands nowhere, stays as its protocol shows it", () => {
  for (const site of [siteOf([...landed, tried(true)]), null]) {
    assert.equal(withFinalView(view, site), view);
    assert.equal(withFinalProofs([row("two")], site)[0]?.status, "proved");
  }
});
