// Acceptance tests of the player's stories, by the rules alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkpoint,
  cli,
  engine,
  file,
  skill,
  started,
  templateOf,
} from "../../../test/fixtures/player.ts";

const serial = templateOf("serial", [
  skill("N-001"),
  checkpoint("CP-01", true),
  skill("N-002", { args_template: "{goal} after {N-001.session_id}" }),
  checkpoint("CP-02", false),
  skill("N-003"),
]);

test("story 1: a gate asks before it counts as passed, however often it is looked at", async () => {
  const stage = await started(serial);
  for (const id of ["N-001", "N-002"]) {
    stage.begin(`node:${id}:1`);
    stage.done(`node:${id}:1`);
  }
  assert.deepEqual(stage.keys(), ["ask-CP-02-1"]);
  assert.equal(stage.state().nodes["CP-02"]?.status, "running");
  assert.equal(stage.refused("StartNode", { node: "N-003", attempt: 1 }).code, "JOB_UNREADY");
  stage.decide("ask-CP-02-1", "continue");
  assert.deepEqual(stage.keys(), ["node:N-003:1"]);
});

test("story 3: what was never launched is given back unspent; what may have written is asked about, never launched again", async () => {
  const stage = await started(
    templateOf("one", [cli("N-001", { cli_mode: "write", on_fail: "retry" })]),
  );
  stage.begin("node:N-001:1");
  stage.send("ReleaseNode", { node: "N-001", attempt: 1 }, engine);
  assert.deepEqual(stage.keys(), ["node:N-001:2"]);
  assert.equal(stage.node("N-001").autoRetried, false);
  stage.begin("node:N-001:2");
  stage.ends("node:N-001:2", { exit: null, reason: "lost" });
  assert.deepEqual(stage.keys(), ["ask-N-001-2"]);
  assert.equal(stage.node("N-001").status, "running");
});

test("a lost cli that only reads is launched again twice, then asked about", async () => {
  const stage = await started(templateOf("one", [cli("N-001")]));
  for (const attempt of [1, 2, 3]) {
    stage.begin(`node:N-001:${attempt}`);
    stage.ends(`node:N-001:${attempt}`, { exit: null, reason: "lost" });
  }
  assert.deepEqual(stage.keys(), ["ask-N-001-3"]);
});

test("story 4: exit 1 is a failure whose own on_fail decides; a missing exit is doubt", async () => {
  const text = templateOf("tasks", [
    cli("N-001", { on_fail: "skip" }),
    cli("N-002", { on_fail: "retry" }),
    cli("N-003"),
  ]);
  const stage = await started(text);
  const outside = (node: string, attempt: number): void =>
    void stage.send(
      "StartNode",
      { node, attempt, hosted: false, task: `${node}-${attempt}` },
      file,
    );
  outside("N-001", 1);
  stage.send("FinishTask", { task: "N-001-1", exit: 1 });
  assert.equal(stage.node("N-001").status, "skipped");
  outside("N-002", 1);
  stage.send("FinishTask", { task: "N-002-1", exit: 1 });
  outside("N-002", 2);
  stage.send("FinishTask", { task: "N-002-2", exit: 1 });
  assert.deepEqual(stage.keys(), ["ask-N-002-2"]);
  stage.decide("ask-N-002-2", "skip");
  outside("N-003", 1);
  stage.send("FinishTask", { task: "N-003-1", exit: null });
  assert.equal(stage.node("N-003").doubt, "its callback came without an exit code");
  assert.deepEqual(stage.keys(), ["ask-N-003-1"]);
  stage.send("FinishTask", { task: "N-003-1", exit: 0, output: "after all" });
  assert.equal(stage.state().status, "completed");
});

test("story 5: callbacks come in any order and twice, each finds its own node, and an unknown one is told what is open", async () => {
  const stage = await started(templateOf("pair", [[cli("N-003a"), cli("N-003b")], skill("N-004")]));
  for (const node of ["N-003a", "N-003b"])
    stage.send("StartNode", { node, attempt: 1, hosted: false, task: `task-${node}` }, file);
  stage.send("FinishTask", { task: "task-N-003b", exit: 0, output: "b" });
  assert.deepEqual(stage.keys(), ["node:N-003a:1"]);
  stage.send("FinishTask", { task: "task-N-003a", exit: 0, output: "a" });
  assert.deepEqual(stage.send("FinishTask", { task: "task-N-003b", exit: 0, output: "b" }), []);
  assert.deepEqual(stage.send("FinishTask", { task: "task-N-003a", exit: 0, output: "a" }), []);
  assert.equal(
    stage.refused("FinishTask", { task: "gem-000000-zzzz", exit: 0 }).code,
    "TASK_UNKNOWN",
  );
  assert.deepEqual(
    [stage.node("N-003a").output?.text, stage.node("N-003b").output?.text],
    ["a", "b"],
  );
  assert.deepEqual(stage.keys(), ["node:N-004:1"]);
});

test("story 6: a callback of an attempt that was given up changes nothing, and is shown once", async () => {
  const stage = await started(templateOf("one", [cli("N-001", { cli_mode: "write" })]));
  stage.send("StartNode", { node: "N-001", attempt: 1, hosted: false, task: "t1" }, file);
  stage.send("DoubtNode", { node: "N-001", attempt: 1, why: "silence" }, engine);
  stage.decide("ask-N-001-1", "retry");
  stage.begin("node:N-001:2");
  const [event] = stage.send("FinishTask", { task: "t1", exit: 0, output: "late" });
  assert.equal(event?.type, "ResultIgnored");
  assert.deepEqual(stage.send("FinishTask", { task: "t1", exit: 0, output: "late" }), []);
  assert.deepEqual(
    [stage.node("N-001").attempt, stage.node("N-001").status, stage.state().late.length],
    [2, "running", 1],
  );
});

test("story 7: a hostile goal reaches the cli byte for byte and is never read for placeholders", async () => {
  const goal = "$(touch pwned) \"'; {prev_output} --mode write\n--flag";
  const stage = await started(templateOf("one", [cli("N-001")]), goal);
  assert.equal(stage.brief("node:N-001:1"), goal);
  stage.begin("node:N-001:1");
  assert.equal(stage.node("N-001").args, goal);
  assert.match(stage.node("N-001").task ?? "", /^gem-\d{6}-[0-9a-z]{4}$/u);
});

test("story 8: a boast without a report and a report against its exit code both fail; accept wants a reason and stays marked", async () => {
  const stage = await started(templateOf("one", [skill("N-001")]));
  stage.begin("node:N-001:1");
  stage.ends("node:N-001:1", { message: "all done!" });
  assert.match(stage.node("N-001").error ?? "", /free text is never success/u);
  stage.decide("ask-N-001-1", "retry");
  stage.begin("node:N-001:2");
  stage.ends("node:N-001:2", {
    exit: 3,
    found: "one",
    report: { node: "N-001", attempt: 2, status: "completed" },
  });
  assert.match(stage.node("N-001").error ?? "", /reported completed and ended with exit 3/u);
  assert.equal(
    stage.refused("ResolveNode", { node: "N-001", answer: "accept" }).code,
    "REASON_MISSING",
  );
  stage.decide("ask-N-001-2", "accept", "saw the diff");
  assert.equal(stage.state().status, "completed");
  assert.deepEqual(
    stage.state().bypasses.map(({ node, attempt, by }) => [node, attempt, by]),
    [["N-001", 2, "ana"]],
  );
});

test("story 11: rollback puts the record back to the snapshot, counts attempts on, and keeps later snapshots", async () => {
  const stage = await started(serial);
  for (const id of ["N-001", "N-002"]) {
    stage.begin(`node:${id}:1`);
    stage.done(`node:${id}:1`);
  }
  stage.decide("ask-CP-02-1", "continue");
  stage.begin("node:N-003:1");
  stage.done("node:N-003:1");
  assert.equal(stage.state().status, "completed");
  stage.send("RollBack", { checkpoint: "CP-01", reason: "wrong plan" });
  const { nodes, status, snapshots, lastCheckpoint } = stage.state();
  assert.deepEqual(
    Object.entries(nodes).map(([id, node]) => `${id} ${node.status}`),
    ["N-001 completed", "CP-01 pending", "N-002 pending", "CP-02 pending", "N-003 pending"],
  );
  assert.deepEqual(
    [status, Object.keys(snapshots), lastCheckpoint],
    ["paused", ["CP-01", "CP-02"], null],
  );
  stage.send("Resume");
  assert.deepEqual(stage.keys(), ["node:N-002:2"]);
  stage.send("RollBack", { checkpoint: "CP-02", reason: "it was right" });
  assert.equal(stage.node("N-002").status, "completed");
  stage.send("Resume");
  assert.deepEqual(stage.keys(), ["ask-CP-02-2"]);
  assert.equal(
    stage.refused("RollBack", { checkpoint: "CP-09", reason: "x" }).code,
    "SNAPSHOT_UNKNOWN",
  );
});

test("story 14: results are taken while the run is paused, and nothing is saved or begun before it is resumed", async () => {
  const stage = await started(
    templateOf("pair", [
      [skill("N-001a"), skill("N-001b")],
      checkpoint("CP-01", true),
      skill("N-002"),
    ]),
  );
  stage.begin("node:N-001a:1");
  stage.begin("node:N-001b:1");
  stage.send("Pause");
  stage.done("node:N-001a:1");
  stage.done("node:N-001b:1");
  assert.deepEqual(stage.keys(), []);
  assert.equal(stage.state().nodes["CP-01"]?.status, "pending");
  stage.fresh();
  stage.send("Resume");
  assert.deepEqual(stage.fresh(), ["RunResumed", "CheckpointSaved", "CheckpointPassed"]);
  assert.deepEqual(stage.keys(), ["node:N-002:1"]);
});
