// Tests of recovery: what is lost goes down, what only looks different stays, and nothing goes up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openStory, type Story, unitOf } from "../../../../test/fixtures/iterative-story.ts";

const recovery = { kind: "recovery", name: "recovery" } as const;
const settled = (): Story => {
  const run = openStory();
  run.plan([unitOf("T1"), unitOf("T2")]);
  run.settle("T1");
  return run;
};
const finding = (is: "lost" | "stale", content: string | null = null) => ({
  findings: [{ unit: "T1", is, why: "its commits are gone", content }],
});

test("work that is lost is demoted, with what was said and what was found", () => {
  const run = settled();
  run.world.reset(1);
  assert.deepEqual(run.ok("Recover", finding("lost"), recovery), [
    "DiscrepancyLogged",
    "UnitDemoted",
  ]);
  const unit = run.unit("T1");
  assert.deepEqual(
    [unit.stage, unit.basis, unit.completedAt, unit.proofs.verdict],
    ["work", null, null, null],
  );
  assert.deepEqual(run.ok("Recover", finding("lost"), recovery), [], "it is down already");
});

test("content as proven is no loss, whatever became of the commits", () => {
  const run = settled();
  assert.deepEqual(run.ok("Recover", finding("lost"), recovery), []);
  assert.equal(run.unit("T1").stage, "settled");
});

test("what differs before it is done is proved anew; what is done stays", () => {
  const run = settled();
  run.world.edit({ "src/t1.ts": "by hand" });
  assert.deepEqual(run.ok("Recover", finding("stale"), recovery), []);
  const other = openStory();
  other.plan([unitOf("T1")]);
  other.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  other.agree("T1");
  other.world.edit({ "src/t1.ts": "by hand" });
  assert.deepEqual(other.ok("Recover", finding("stale"), recovery), [
    "DiscrepancyLogged",
    "ProofStaled",
  ]);
  assert.equal(other.unit("T1").stage, "gate");
});

test("what is lost at the end is verified anew", () => {
  const run = openStory();
  run.plan([unitOf("T1")], { deliver: "ask" });
  run.settle("T1");
  run.gate(null);
  run.review("REVIEW_PASS");
  run.world.reset(1);
  assert.deepEqual(run.ok("Recover", finding("lost"), recovery), [
    "DiscrepancyLogged",
    "UnitDemoted",
    "PhaseEntered",
    "PhaseEntered",
  ]);
  assert.deepEqual([run.state().phase, run.state().final.gate], ["execute", null]);
});
