// Table of hand edits of a session: what each means, or why it is refused; and what an edit of a failure leads to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type EditTable, editsHold } from "../../../../test/fixtures/edit-table.ts";
import { desk, type Free, play, session, start } from "../../../../test/fixtures/player-desk.ts";
import { stages } from "../../../../test/fixtures/player-stages.ts";
import { seedTemplate } from "../../../../test/fixtures/player-template.ts";

const n1 = "/node_states/N-001";
const n2 = "/node_states/N-002";
const cp2 = "/node_states/CP-02";
const at = "2026-03-17T15:00:00Z";
const table: EditTable = {
  "executing session-state.json": [
    [n2, { status: "running", started_at: at }, "NodeStarted"],
    [
      n2,
      { status: "in_progress", cli_task_id: "gem-1", session_id: "WFS-2" },
      "NodeStarted SessionBound",
    ],
    [`${n2}/cli_task_id`, "gem-1", "FIELD_DERIVED"],
    [n2, { status: "DONE", output_path: "a.md" }, "NodeStarted NodeFinished CheckpointSaved"],
    [`${n2}/status`, "error", "NodeStarted NodeFailed"],
    ["/node_states/N-004/status", "running", "JOB_UNREADY"],
    [`${n1}/artifacts`, ["plan.md"], "NodeAmended"],
    [`${n1}/session_id`, "other", "NODE_COMPLETED"],
    [`${n1}/session_id`, null, "NODE_COMPLETED"],
    [`${n1}/status`, "pending", "NODE_COMPLETED"],
    [`${cp2}/status`, "completed", "CHECKPOINT_GATED"],
    ["/node_states/CP-01/status", "pending", "NODE_COMPLETED"],
    ["/status", "paused", "RunPaused"],
    ["/status", "cancelled", "RunAborted"],
    ["/status", "archived", "RUN_LIVE"],
    ["/status", "completed", "RUN_LIVE"],
    ["/status", "failed", "RUN_GATED"],
    ["/status", "resting", "STATUS_UNKNOWN"],
    ["/context/scope", "src/b", "ContextChanged"],
    ["/context/scope", "../b", "PATH_OUTSIDE"],
    ["/context/scope", undefined, "KEY_MISSING"],
    ["/context/gaol", "x", "CONTEXT_UNKNOWN"],
    ["/execution_plan", (plan: readonly Free[]) => plan.toReversed(), "FIELD_DERIVED"],
    ["/session_id", "WFR-x", "FIELD_DERIVED"],
    ["/node_states/N-009", { status: "completed" }, "NODE_UNKNOWN"],
    [n2, undefined, "KEY_MISSING"],
    ["", { mine: 1, node_states: { "N-002": { note: "x" } } }, "ExtrasKept ExtrasKept"],
  ],
  "working session-state.json": [
    [n2, { cli_task_id: "gem-1", session_id: "WFS-2" }, "TaskBound SessionBound"],
    [
      n2,
      { status: "completed", session_id: "WFS-2", artifacts: ["a.ts"] },
      "NodeFinished CheckpointSaved",
    ],
    [n2, { status: "failed", error: "no" }, "NodeFailed"],
    [n2, { status: "completed", error: "no" }, "EDIT_AMBIGUOUS"],
    [n2, { status: "pending", started_at: null }, "NodeReleased"],
    [`${n2}/status`, "skipped", "NODE_GATED"],
    [`${n2}/status`, "napping", "STATUS_UNKNOWN"],
    [`${n2}/session_id`, 5, "TYPE_WRONG"],
    [`${n2}/error`, "hm", "FIELD_DERIVED"],
    [`${n2}/started_at`, at, "FIELD_DERIVED"],
    [`${n2}/started_at`, undefined, "FIELD_DERIVED"],
    ["/updated_at", undefined, "FIELD_DERIVED"],
    // All or none.
    [
      "",
      {
        mine: 1,
        node_states: { "N-002": { status: "completed" }, "CP-02": { status: "completed" } },
      },
      "CHECKPOINT_GATED",
    ],
    // What is kept current counts for nothing beside an edit.
    [
      "",
      {
        node_states: { "N-002": { status: "completed", completed_at: at } },
        current_batch: 4,
        current_node: "CP-02",
        last_checkpoint: "CP-01",
        updated_at: at,
      },
      "NodeFinished CheckpointSaved",
    ],
  ],
  "failed session-state.json": [[n2, { status: "pending", error: null }, "NODE_GATED"]],
  "doubted session-state.json": [
    [n2, { status: "pending", error: null }, "NODE_GATED"],
    [n2, { status: "completed", error: null }, "NODE_GATED"],
    [n2, { status: "failed", error: "no" }, "NODE_GATED"],
    [`${n2}/cli_task_id`, "gem-1", "NODE_GATED"],
  ],
  "held session-state.json": [[`${n2}/status`, "completed", "JOB_HELD"]],
  "gated session-state.json": [
    [`${cp2}/status`, "completed", "CHECKPOINT_GATED"],
    [`${cp2}/status`, "skipped", "CHECKPOINT_GATED"],
    [`${cp2}/auto_continue`, true, "CHECKPOINT_GATED"],
  ],
  "fresh session-state.json": [["/node_states/CP-01", { status: "completed", saved_at: at }, ""]],
  "paused session-state.json": [
    ["/status", "active", "RUN_GATED"],
    [`${n2}/status`, "running", "RUN_PAUSED"],
  ],
  "completed session-state.json": [["/status", "archived", "RunArchived"]],
  "aborted session-state.json": [["/status", "running", "RUN_GATED"]],
};
editsHold(table, (state, path, by) => {
  const run = (stages[state] ?? assert.fail(state))();
  const { events, admitted } = run.send(run.take([run.edit(path, by(run.files()[path] ?? ""))]));
  const refused = admitted.flatMap((one) => one.refused ?? []);
  for (const { fits = "" } of refused) assert.ok(fits.length > 3, "it says what would fit");
  return { means: events, refused };
});

test("an output that an agent wrote is the output, as a claim; its file stays its author's", () => {
  const run = (stages["working"] ?? assert.fail())();
  const path = `.workflow/sessions/${session}/artifacts/N-002-output.md`;
  const ends = (file: Free) =>
    void Object.assign(file.node_states["N-002"], { status: "completed" });
  run.change(ends, 0, { [path]: "my words\n" });
  const now = run.state().nodes["N-002"];
  assert.ok(now?.is === "work");
  assert.deepEqual([now.output?.text, now.output?.by, now.how], ["my words\n", "agent", "file"]);
  assert.equal(run.files()["artifacts/N-002-output.md"], undefined);
});

test("on_fail decides what follows a failure by hand", () => {
  const template: Free = seedTemplate();
  template.nodes[2].on_fail = "skip";
  const run = desk(start(template));
  play(run, "N-001");
  run.change(
    (file) => void Object.assign(file.node_states["N-002"], { status: "failed", error: "x" }),
  );
  assert.equal(run.state().nodes["N-002"]?.status, "skipped");
});

test("what a stale copy takes back is refused, with whatever else it asks", () => {
  const run = desk(start());
  run.ok("StartNode", { node: "N-001", attempt: 1 });
  run.ok("FinishNode", { node: "N-001", attempt: 1, result: { ok: true, session: "WFS-1" } });
  run.ok("StartNode", { node: "N-002", attempt: 1 });
  const done = { status: "completed", session_id: "WFS-2" };
  const { events, refused } = run.change(
    (file) => void Object.assign(file.node_states["N-002"], done),
    2,
  );
  assert.deepEqual([events, refused[0]], [[], "NODE_COMPLETED"]);
});
