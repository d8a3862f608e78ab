// Acceptance tests of hand edits (stories 9, 10, 12): old copies, forged gates, a changed template.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk, engine, play, read, start } from "../../../../test/fixtures/player-desk.ts";
import {
  type Loose,
  seedTemplate,
  templateText,
} from "../../../../test/fixtures/player-template.ts";
import { digest } from "../../../core/hash.ts";
import { isRefusal } from "../../../core/refusal.ts";

test("story 9: an edit from a copy older than another node's end finishes its own node alone; a held node is nobody's by hand", () => {
  const run = desk(start());
  run.ok("StartNode", { node: "N-001", attempt: 1 });
  run.ok("FinishNode", { node: "N-001", attempt: 1, result: { ok: true, session: "WFS-N-001" } });
  run.ok("StartNode", { node: "N-002", attempt: 1 });
  const done = { status: "completed", session_id: "WFS-2", artifacts: ["src/a.ts"] };
  const { events, refused } = run.change(
    (file) => void Object.assign(file.node_states["N-002"], done),
    2,
  );
  assert.deepEqual([events, refused], [["NodeFinished", "CheckpointSaved"], []]);
  const { "N-001": first, "N-002": second, "CP-02": gate } = run.state().nodes;
  assert.deepEqual(
    [first?.status, second?.status, gate?.status],
    ["completed", "completed", "running"],
  );
  assert.deepEqual(second?.is === "work" && [second.how, second.artifacts], ["file", ["src/a.ts"]]);
  assert.equal(
    JSON.parse(run.files()["session-state.json"] ?? "").node_states["N-001"].session_id,
    "WFS-N-001",
  );

  const held = desk(start());
  held.ok("StartNode", { node: "N-001", attempt: 1, hosted: true }, engine);
  const answer = held.change((file) => void Object.assign(file.node_states["N-001"], done));
  assert.deepEqual([answer.events, answer.refused], [[], ["JOB_HELD"]]);
});

test("story 10: a forged gate and a forged end are refused whole, with whatever else the edit asks", () => {
  const run = desk(start());
  for (const id of ["N-001", "N-002"]) play(run, id);
  const before = run.files();
  const gate = run.change((file) => {
    Object.assign(file.node_states["CP-02"], { status: "completed" });
    Object.assign(file.context, { goal: "another" });
  });
  assert.deepEqual([gate.events, gate.refused], [[], ["CHECKPOINT_GATED"]]);
  const end = run.change((file) => void (file.status = "completed"));
  assert.deepEqual([end.events, end.refused], [[], ["RUN_LIVE"]]);
  assert.deepEqual(run.files(), before);
});

test("story 12: the pin is played whatever becomes of the template; another text is taken where nothing done differs", () => {
  const run = desk(start());
  play(run, "N-001");
  const pinned = run.state().template.digest;
  run.ok("Pause");
  const repin = (change: (template: Loose) => void) => {
    const template = seedTemplate();
    change(template);
    const lookup = { is: "one", names: ["feature-tdd-review"] };
    const path = ".workflow/templates/feature-tdd-review.json";
    const data = { template_path: path, template_text: templateText(template), lookup };
    return run.attempt(read("RepinTemplate", data), { kind: "person", name: "ana" });
  };
  const diverged = repin(
    (template) => void (template["nodes"][0].args_template = "otherwise: {goal}"),
  );
  assert.ok(isRefusal(diverged) && diverged.code === "TEMPLATE_DIVERGED", JSON.stringify(diverged));
  assert.equal(run.state().template.digest, pinned);
  assert.deepEqual(
    repin((template) => void (template["nodes"][6].args_template = "otherwise: {goal}")),
    ["TemplateRepinned"],
  );
  assert.notEqual(run.state().template.digest, pinned);
  assert.equal(run.state().template.digest, digest(run.state().template.text));
  assert.equal(run.state().nodes["N-001"]?.status, "completed");
});
