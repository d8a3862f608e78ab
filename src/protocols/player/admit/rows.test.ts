// Tests of hand edits to a session: each row of the table, taken or refused with words that help.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk, type Free, play, session, start } from "../../../../test/fixtures/player-desk.ts";
import {
  aborted,
  completed,
  doubted,
  executing,
  failed,
  fresh,
  gated,
  held,
  paused,
  working,
} from "../../../../test/fixtures/player-stages.ts";
import { seedTemplate } from "../../../../test/fixtures/player-template.ts";

const node = (id: string, values: object) => (file: Free) =>
  void Object.assign(file.node_states[id], values);

type Row = readonly [
  what: string,
  run: () => ReturnType<typeof desk>,
  by: (file: Free) => void,
  events: string,
  refused?: string,
];
const rows: readonly Row[] = [
  [
    "a node begins",
    executing,
    node("N-002", { status: "running", started_at: "2026-03-17T14:40:00Z" }),
    "NodeStarted",
  ],
  [
    "with a task and a session",
    executing,
    node("N-002", { status: "in_progress", cli_task_id: "gem-1", session_id: "WFS-2" }),
    "NodeStarted SessionBound",
  ],
  [
    "a task and a session of a running one",
    working,
    node("N-002", { cli_task_id: "gem-1", session_id: "WFS-2" }),
    "TaskBound SessionBound",
  ],
  [
    "a task of one that hasn't begun",
    executing,
    node("N-002", { cli_task_id: "gem-1" }),
    "",
    "FIELD_DERIVED",
  ],
  [
    "one ends well",
    working,
    node("N-002", { status: "completed", session_id: "WFS-2", artifacts: ["a.ts"] }),
    "NodeFinished CheckpointSaved",
  ],
  [
    "begins and ends",
    executing,
    node("N-002", { status: "DONE", output_path: "a.md" }),
    "NodeStarted NodeFinished CheckpointSaved",
  ],
  ["fails", working, node("N-002", { status: "failed", error: "no" }), "NodeFailed"],
  ["begins and fails", executing, node("N-002", { status: "error" }), "NodeStarted NodeFailed"],
  [
    "well and with an error",
    working,
    node("N-002", { status: "completed", error: "no" }),
    "",
    "EDIT_AMBIGUOUS",
  ],
  ["given back", working, node("N-002", { status: "pending", started_at: null }), "NodeReleased"],
  ["not its turn", executing, node("N-004", { status: "running" }), "", "JOB_UNREADY"],
  [
    "what is empty is filled in",
    executing,
    node("N-001", { artifacts: ["plan.md"] }),
    "NodeAmended",
  ],
  [
    "what is there is not replaced",
    executing,
    node("N-001", { session_id: "other" }),
    "",
    "NODE_COMPLETED",
  ],
  ["nor taken away", executing, node("N-001", { session_id: null }), "", "NODE_COMPLETED"],
  ["skipped by hand", working, node("N-002", { status: "skipped" }), "", "NODE_GATED"],
  [
    "a failed one again",
    failed,
    node("N-002", { status: "pending", error: null }),
    "",
    "NODE_GATED",
  ],
  [
    "a doubted one again",
    doubted,
    node("N-002", { status: "pending", error: null }),
    "",
    "NODE_GATED",
  ],
  [
    "a doubted one ended after all",
    doubted,
    node("N-002", { status: "completed", error: null }),
    "",
    "NODE_GATED",
  ],
  [
    "a doubted one failed after all",
    doubted,
    node("N-002", { status: "failed", error: "no" }),
    "",
    "NODE_GATED",
  ],
  ["a task of a doubted one", doubted, node("N-002", { cli_task_id: "gem-1" }), "", "NODE_GATED"],
  ["a held one", held, node("N-002", { status: "completed" }), "", "JOB_HELD"],
  ["a completed one again", executing, node("N-001", { status: "pending" }), "", "NODE_COMPLETED"],
  [
    "a status that nobody knows",
    working,
    node("N-002", { status: "napping" }),
    "",
    "STATUS_UNKNOWN",
  ],
  ["a value of another type", working, node("N-002", { session_id: 5 }), "", "TYPE_WRONG"],
  ["an error beside nothing", working, node("N-002", { error: "hm" }), "", "FIELD_DERIVED"],
  [
    "times alone",
    working,
    node("N-002", { started_at: "2020-01-01T00:00:00Z" }),
    "",
    "FIELD_DERIVED",
  ],
  ["a gate", gated, node("CP-02", { status: "completed" }), "", "CHECKPOINT_GATED"],
  [
    "a gate that isn't reached",
    executing,
    node("CP-02", { status: "completed" }),
    "",
    "CHECKPOINT_GATED",
  ],
  ["a gate skipped", gated, node("CP-02", { status: "skipped" }), "", "CHECKPOINT_GATED"],
  [
    "an automatic one that isn't reached",
    fresh,
    node("CP-01", { status: "completed", saved_at: "2026-03-17T14:40:00Z" }),
    "",
  ],
  ["a gate made automatic", gated, node("CP-02", { auto_continue: true }), "", "CHECKPOINT_GATED"],
  [
    "a checkpoint passed back",
    executing,
    node("CP-01", { status: "pending" }),
    "",
    "NODE_COMPLETED",
  ],
  ["pause", executing, (file) => void (file.status = "paused"), "RunPaused"],
  ["resume", paused, (file) => void (file.status = "active"), "", "RUN_GATED"],
  ["begin while paused", paused, node("N-002", { status: "running" }), "", "RUN_PAUSED"],
  ["a stop", executing, (file) => void (file.status = "cancelled"), "RunAborted"],
  ["put away while it lives", executing, (file) => void (file.status = "archived"), "", "RUN_LIVE"],
  ["put away", completed, (file) => void (file.status = "archived"), "RunArchived"],
  [
    "completed with nodes undone",
    executing,
    (file) => void (file.status = "completed"),
    "",
    "RUN_LIVE",
  ],
  ["failed", executing, (file) => void (file.status = "failed"), "", "RUN_GATED"],
  ["an aborted one again", aborted, (file) => void (file.status = "running"), "", "RUN_GATED"],
  ["a status of nobody", executing, (file) => void (file.status = "resting"), "", "STATUS_UNKNOWN"],
  ["a value", executing, (file) => void (file.context.scope = "src/b"), "ContextChanged"],
  [
    "a value that leads out",
    executing,
    (file) => void (file.context.scope = "../b"),
    "",
    "PATH_OUTSIDE",
  ],
  [
    "a variable of nobody",
    executing,
    (file) => void (file.context.gaol = "x"),
    "",
    "CONTEXT_UNKNOWN",
  ],
  ["a value taken away", executing, (file) => void delete file.context.scope, "", "KEY_MISSING"],
  ["the plan", executing, (file) => void file.execution_plan.reverse(), "", "FIELD_DERIVED"],
  ["the name", executing, (file) => void (file.session_id = "WFR-x"), "", "FIELD_DERIVED"],
  [
    "a node of nobody",
    executing,
    (file) => void (file.node_states["N-009"] = { status: "completed" }),
    "",
    "NODE_UNKNOWN",
  ],
  [
    "a node taken away",
    executing,
    (file) => void delete file.node_states["N-002"],
    "",
    "KEY_MISSING",
  ],
  [
    "unknown keys",
    executing,
    (file) => void ((file.mine = 1), (file.node_states["N-002"].note = "x")),
    "ExtrasKept ExtrasKept",
  ],
  [
    "all or none",
    working,
    (file) =>
      void (node("N-002", { status: "completed" })(file),
      node("CP-02", { status: "completed" })(file),
      (file.mine = 1)),
    "",
    "CHECKPOINT_GATED",
  ],
  [
    "what is kept current beside it",
    working,
    (file) => {
      node("N-002", { status: "completed", completed_at: "2026-03-17T15:00:00Z" })(file);
      Object.assign(file, {
        current_batch: 4,
        current_node: "CP-02",
        last_checkpoint: "CP-01",
        updated_at: "2026-03-17T15:00:00Z",
      });
    },
    "NodeFinished CheckpointSaved",
  ],
];
for (const [what, run, by, events, refused] of rows)
  test(`${what}: ${events}${refused ?? ""}`, () => {
    const answer = run().change(by);
    assert.deepEqual([answer.events.join(" "), answer.refused.join(" ")], [events, refused ?? ""]);
    for (const { refused: no } of answer.admitted) {
      if (no === null) continue;
      assert.ok((no.fits ?? "").length > 3, "it says what would fit");
      assert.ok(no.path === "session-state.json" && (no.line ?? 0) > 0, "and where");
    }
  });

test("an agent-written output is the output, as a claim", () => {
  const run = working();
  const path = `.workflow/sessions/${session}/artifacts/N-002-output.md`;
  run.change(node("N-002", { status: "completed" }), 0, { [path]: "my words\n" });
  const now = run.state().nodes["N-002"];
  assert.ok(now?.is === "work");
  assert.deepEqual(
    [now.output?.text, now.output?.by, now.how, now.outputPath],
    ["my words\n", "agent", "file", "./artifacts/N-002-output.md"],
  );
  assert.equal(run.files()["artifacts/N-002-output.md"], undefined, "its file stays its author's");
});

test("on_fail decides what follows a failure by hand", () => {
  const template: Free = seedTemplate();
  template.nodes[2].on_fail = "skip";
  const run = desk(start(template));
  play(run, "N-001");
  assert.deepEqual(run.change(node("N-002", { status: "failed", error: "x" })).events, [
    "NodeStarted",
    "NodeFailed",
    "NodeSkipped",
    "CheckpointSaved",
  ]);
});

test("a whole file written from a stale copy counts for what it changed", () => {
  const run = fresh();
  run.ok("StartNode", { node: "N-001", attempt: 1 });
  run.ok("FinishNode", { node: "N-001", attempt: 1, result: { ok: true, session: "WFS-1" } });
  run.ok("StartNode", { node: "N-002", attempt: 1 });
  const answer = run.change(node("N-002", { status: "completed", session_id: "WFS-2" }), 2);
  assert.deepEqual([answer.events, answer.refused], [["NodeFinished", "CheckpointSaved"], []]);
  assert.equal(run.state().nodes["N-001"]?.status, "completed");
  assert.deepEqual(
    run.change(() => undefined, 3),
    {
      events: [],
      refused: [],
      admitted: [{ path: "session-state.json", commands: [], by: null, refused: null }],
    },
  );
});

test("a removed value of the engine's is refused by its own name", () => {
  const run = working();
  const said = (by: (file: Free) => void) =>
    run.change(by).admitted.map((one) => one.refused?.text);
  assert.deepEqual(
    said((file) => void delete file.updated_at),
    ["updated_at follows from what happened: the engine sets it"],
  );
  assert.deepEqual(
    said((file) => void delete file.node_states["N-002"].started_at),
    ["started_at follows from what happened: the engine sets it"],
  );
});
