// Tests of gates that show nothing: on an empty tree, or green without a change after red.
import assert from "node:assert/strict";
import { test } from "node:test";
import { common, jobOf, only } from "../../../test/fixtures/iterative-outcomes.ts";
import {
  green,
  openStory,
  red,
  type Story,
  unitOf,
} from "../../../test/fixtures/iterative-story.ts";
import { flippedWords, hollowWords } from "../../kit/check/hollow.ts";
import type { Proof } from "../../core/job.ts";
import { verifyBrief } from "./brief/judging.ts";
import { eventLineOf } from "../../kit/telling.ts";
import { allEvents } from "./events.ts";
import { evidence } from "./evidence.ts";
import { summary } from "./summary.ts";
import { view } from "./view.ts";

const eventLine = eventLineOf(allEvents);

const hollow = { ...green, hollow: true };
const atGate = (): Story => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 })], {});
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  return run;
};
const gateRow = (run: Story) =>
  evidence(run.state(), run.log, "T1").find(({ text }) => text === "gate tests");

test("how a program ended on the empty tree is told with the gate", () => {
  const proof = (more: Partial<Proof> = {}): Proof => ({
    argv: ["x"],
    cwd: ".",
    exit: 0,
    why: null,
    ms: 1,
    digest: "d",
    bytes: 0,
    text: "",
    tree: "t1",
    head: "h1",
    onEmpty: { exit: 0, text: "" },
    ...more,
  });
  const names = ["a", "b", "c"];
  const proofs = [
    proof(),
    proof({ onEmpty: { exit: 1, text: "" } }),
    proof({ exit: 1, onEmpty: { exit: 1, text: "" } }),
  ];
  const job = jobOf({ is: "gate", unit: "T1", n: 1, names });
  const { checks } = only("RecordGate", job, {
    ...common,
    is: "checked",
    proofs,
    measured: { tree: "t1", head: "h1" },
  });
  assert.deepEqual(
    checks.map((check) => check.hollow),
    [true, undefined, undefined],
  );
});

test("a gate that passes on an empty tree is as good as none, and says so wherever it is shown", () => {
  const run = atGate();
  run.gate("T1", [hollow]);
  assert.deepEqual(
    [run.last("GateRun").outcome, run.unit("T1").stage],
    ["none configured", "confirm"],
  );
  assert.deepEqual([gateRow(run)?.status, gateRow(run)?.doubts], ["unproved", [hollowWords]]);
  assert.ok(view(run.state()).claims.includes(`gate tests ${hollowWords}`));
  run.pass("T1");
  run.gate("T1", [hollow]);
  assert.ok(verifyBrief(run.state(), run.unit("T1"), []).includes(`gate tests ${hollowWords}`));
  run.verify("T1");
  run.gate(null, [hollow]);
  assert.ok(view(run.state()).facts.includes("final gate shows nothing"));
  assert.ok(summary(run.state()).includes(`gate tests ${hollowWords}`));
  assert.ok(!summary(run.state()).join("\n").includes("green"));
});

test("what such a gate let through is delivered by a person alone, with a reason, and nothing calls it green or proved", () => {
  const run = atGate();
  run.gate("T1", [hollow]);
  const gate = run.log.findLast(({ type }) => type === "GateRun") ?? assert.fail("no gate");
  assert.equal(eventLine(gate), "T1, gate 1 shows nothing: tests passes on an empty tree");
  run.pass("T1");
  run.gate("T1", [hollow]);
  run.verify("T1");
  assert.equal(view(run.state()).nodes[0]?.done, 1);
  run.gate(null, [hollow]);
  run.review("REVIEW_PASS");
  assert.deepEqual([run.state().phase, run.state().delivery], ["deliver", null]);
  assert.equal(
    run.no("ApproveDelivery", { tree: run.state().final.gate?.tree ?? null }),
    "DELIVERY_UNPROVEN",
  );
  run.ok("ApproveDelivery", { tree: run.state().final.gate?.tree ?? null, reason: "looked at it" });
});

test("beside a gate that can fail it counts for nothing, and hides nothing", () => {
  const run = atGate();
  run.gate("T1", [hollow, { ...green, name: "build" }]);
  assert.equal(run.last("GateRun").outcome, "green");
  assert.equal(gateRow(run)?.status, "unproved");
  const other = atGate();
  other.gate("T1", [hollow, { ...red, name: "build" }]);
  assert.equal(other.last("GateRun").outcome, "red");
});

test("a gate that was red and is green on the same tree is flagged", () => {
  const run = atGate();
  run.gate("T1", [red]);
  run.pass("T1", { says: "done" });
  run.gate("T1");
  assert.deepEqual([run.last("GateRun").outcome, gateRow(run)?.doubts], ["green", [flippedWords]]);
  assert.ok(view(run.state()).claims.includes(`gate tests ${flippedWords}`));
  const changed = atGate();
  changed.gate("T1", [red]);
  changed.pass("T1", { says: "done", edit: { "src/t1.ts": "two" } });
  changed.gate("T1");
  assert.deepEqual(
    [changed.last("GateRun").outcome, gateRow(changed)?.doubts],
    ["green", undefined],
  );
});
