// Agreement of a run's files, views and summary with what happened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkpoint, skill, started, templateOf } from "../../../test/fixtures/player.ts";
import { ended } from "./ended.ts";
import { library } from "./library.ts";
import { isRefusal } from "../../core/refusal.ts";
import { view } from "./view.ts";

test("a session in a callback's output is handed to the nodes that refer to it", async () => {
  const next = skill("N-002", { args_template: "--session {N-001.session_id}" });
  const stage = await started(templateOf("two", [skill("N-001"), next]));
  stage.send("StartNode", { node: "N-001", attempt: 1, task: "t1" });
  stage.send("FinishTask", { task: "t1", exit: 0, output: "done\nSession: WFS-plan-20260317\n" });
  assert.equal(stage.node("N-001").session, "WFS-plan-20260317");
  stage.begin("node:N-002:1");
  assert.equal(stage.node("N-002").args, "--session WFS-plan-20260317");
});

test("abort at a gate leaves where its snapshot is, as long as last_checkpoint names it", async () => {
  const stage = await started(
    templateOf("gated", [skill("N-001"), checkpoint("CP-01", false), skill("N-002")]),
  );
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1");
  stage.decide("ask-CP-01-1", "abort");
  const file = JSON.parse(stage.files()["session-state.json"] ?? "");
  const { status, saved_at: at, snapshot_path: path } = file.node_states["CP-01"];
  assert.deepEqual(
    [file.last_checkpoint, status, typeof at, path.endsWith("/checkpoints/CP-01.json")],
    ["CP-01", "pending", "string", true],
  );
});

test("a failure that was skipped is no node done, and a report proves none", async () => {
  const stage = await started(
    templateOf("two", [skill("N-001", { on_fail: "skip" }), skill("N-002")]),
  );
  stage.begin("node:N-001:1");
  stage.ends("node:N-001:1", { exit: 1 });
  stage.begin("node:N-002:1");
  stage.done("node:N-002:1");
  const { nodes, claims } = view(stage.state());
  assert.deepEqual(
    nodes.map(({ status, done }) => [status, done]),
    [
      ["failed", 0],
      ["done", 0],
    ],
  );
  assert.deepEqual(claims, ["1 completed by a report", "1 skipped"]);
  assert.equal(ended(stage.state())?.summary, "two: 1 of 2 nodes done; failed and skipped: N-001");
});

test("how many nodes failed is told by the nodes, and no claim beside what is proved", async () => {
  const stage = await started(templateOf("two", [skill("N-001"), skill("N-002")]));
  stage.begin("node:N-001:1");
  stage.ends("node:N-001:1", { exit: 1 });
  assert.deepEqual(view(stage.state()).claims, []);
});

test("a run without its template doesn't say that it is pinned", async () => {
  const { state } = await started(templateOf("one", [skill("N-001")]));
  const { template } = state();
  const { facts, warnings } = view({ ...state(), template: { ...template, body: null } });
  assert.ok(
    facts.every((fact) => !fact.includes("pinned")) &&
      warnings.some((one) => one.startsWith("TEMPLATE_MISSING")),
    facts.join(),
  );
});

test("atomic groups are shown with the template", () => {
  const atomic_groups = [{ name: "build", nodes: ["N-001", "N-002"], description: "one unit" }];
  const text = templateOf("two", [skill("N-001"), skill("N-002")], { atomic_groups });
  const shown = library.show({ path: "two.json", text });
  assert.ok(!isRefusal(shown));
  assert.deepEqual(shown.groups, [{ name: "build", nodes: ["N-001", "N-002"], means: "one unit" }]);
});
