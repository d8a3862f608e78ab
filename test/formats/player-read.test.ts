// Tests of reading existing player folders: nothing played twice, no gate answered, unknown parts reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adopted, Source } from "../../src/core/run-files.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { jobs } from "../../src/protocols/player/jobs.ts";
import { type Free, session } from "../fixtures/player-desk.ts";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";
import { example, folder, json, outside, readOf, snapshot, takeOver } from "./player-folders.ts";

const text = (adopted: Adopted): string => adopted.corrections.join("\n");
const refusal = (files: Source["files"], more: Partial<Source> = {}): Refusal => {
  const answer = readOf(files, more);
  assert.ok(isRefusal(answer), JSON.stringify(answer));
  return answer;
};
const changed = (by: (state: Free) => void): Free => {
  const state = example();
  by(state);
  return state;
};
const set = (id: string, values: object) => (state: Free) =>
  void Object.assign(state.node_states[id], values);

test("the published example comes out byte for byte, and so does its snapshot", () => {
  const { adopted, run } = takeOver(folder());
  assert.equal(run.files()["session-state.json"], json(example()));
  assert.equal(run.files()["checkpoints/CP-01.json"], json(snapshot()));
  assert.equal(run.files()["artifacts/template.json"], templateText(seedTemplate()));
  assert.deepEqual(
    [adopted.corrections, adopted.quarantined],
    [[`the template is pinned as found at adoption: ${outside}`], []],
  );
  assert.deepEqual(
    run.log.map(({ type }) => type),
    ["RunAdopted"],
    "adoption starts nothing",
  );
});

test("a node named like what every object inherits is found only where the file gives it", () => {
  const state = changed((file) => {
    file.execution_plan[0].nodes = ["constructor"];
  });
  const { run } = takeOver(folder({ ...state, status: "completed" }, { [outside]: "" }));
  const { nodes } = run.state();
  assert.equal(Object.hasOwn(nodes, "constructor") && nodes["constructor"]?.is, "work");
});

test("a snapshot that another player saved stays as it is, whatever name it gives and however far it says that its own checkpoint was", () => {
  const saved = { ...snapshot(), checkpoint_name: "Plan seen by all", mine: { a: 1 } };
  saved.node_states_snapshot["CP-01"] = {
    status: "running",
    saved_at: "2026-03-17T14:35:12Z",
    snapshot_path: null,
  };
  saved.node_states_snapshot["N-001"].status = "done";
  const text = JSON.stringify(saved);
  const path = "checkpoints/CP-01.json";
  const { run } = takeOver(folder(example(), { [path]: text }));
  assert.equal(run.files()[path], text);
  const refused = run.send(
    run.take([run.edit(path, JSON.stringify({ ...saved, mine: { a: 2 } }))]),
  );
  assert.deepEqual(
    [refused.events, refused.refused, run.files()[path]],
    [[], ["SNAPSHOT_IMMUTABLE"], text],
  );
  run.ok("RollBack", { checkpoint: "CP-01", reason: "again" });
  run.ok("Resume");
  assert.equal(
    JSON.parse(run.files()[path] ?? "").checkpoint_name,
    "After Plan",
    "saved anew, it is this program's",
  );
});

test("its running node is outside, and its callback decides", () => {
  const { run } = takeOver(folder());
  assert.deepEqual(
    jobs(run.state()).map(({ key, outside: out }) => [key, out]),
    [["node:N-002:1", true]],
  );
  assert.deepEqual(run.ok("FinishTask", { task: "gem-143514-x7k2", exit: 0, output: "done" }), [
    "NodeFinished",
    "CheckpointSaved",
  ]);
});

test("running without a task is doubted and asked, never begun again", () => {
  const { adopted, run } = takeOver(
    folder(changed((state) => void delete state.node_states["N-002"].cli_task_id)),
  );
  assert.deepEqual(
    jobs(run.state()).map(({ key }) => key),
    ["ask-N-002-1"],
  );
  assert.match(text(adopted), /a person is asked/);
  assert.match(
    JSON.parse(run.files()["session-state.json"] ?? "").node_states["N-002"].error,
    /^in doubt: /,
  );
});

test("a status that nobody knows is asked, not played again", () => {
  const { run } = takeOver(folder(changed(set("N-002", { status: "finished?" }))));
  assert.deepEqual(
    jobs(run.state()).map(({ key }) => key),
    ["ask-N-002-1"],
  );
});

test("failed in a live run: its question is open; in a run that is over, none is", () => {
  const failed = changed(set("N-002", { status: "failed", error: "broke" }));
  assert.deepEqual(
    jobs(takeOver(folder(failed)).run.state()).map(({ key }) => key),
    ["ask-N-002-1"],
  );
  assert.deepEqual(jobs(takeOver(folder({ ...failed, status: "error" })).run.state()), []);
});

test("a gate that was open is saved and asked anew", () => {
  const at = changed((state) => {
    set("N-002", { status: "completed", completed_at: "2026-03-17T15:00:00Z" })(state);
    set("CP-02", { status: "running", saved_at: "2026-03-17T15:00:01Z" })(state);
  });
  const { run } = takeOver(folder(at));
  assert.deepEqual(
    run.log.map(({ type }) => type),
    ["RunAdopted", "CheckpointSaved"],
  );
  assert.deepEqual(
    jobs(run.state()).map(({ key }) => key),
    ["ask-CP-02-1"],
  );
});

test("done behind undone: both stand, and neither runs again", () => {
  const { adopted, run } = takeOver(
    folder(changed(set("N-004", { status: "completed", session_id: "WFS-4" }))),
  );
  assert.match(text(adopted), /PLAN_HOLED: N-004/);
  run.ok("FinishTask", { task: "gem-143514-x7k2", exit: 0 });
  run.ok("ResolveCheckpoint", { checkpoint: "CP-02", answer: "continue" });
  for (const node of ["N-003a", "N-003b"]) {
    run.ok("StartNode", { node, attempt: 1 });
    run.ok("FinishNode", { node, attempt: 1, result: { ok: true } });
  }
  assert.equal(run.state().status, "completed");
  assert.ok(
    !run.log.some(
      ({ type, data }) => type === "NodeStarted" && "node" in data && data.node === "N-004",
    ),
  );
});

for (const status of ["completed", "archived", "done"])
  test(`${status} with nodes undone is paused, and told`, () => {
    const { adopted, run } = takeOver(folder({ ...example(), status }));
    assert.equal(run.state().status, "paused");
    assert.match(text(adopted), /STATUS_OVERSTATED.*N-002/);
  });

test("the place wins over the status", () => {
  const archive = { folder: `/home/ana/shop/.workflow/sessions/archive/${session}` };
  const put = takeOver({ ...folder(), [`../${outside}`]: folder()[outside] ?? "" }, archive);
  assert.deepEqual([put.run.state().archived, put.run.state().status], [true, "paused"]);
  assert.match(text(put.adopted), /PLACE_DISAGREES/);
  const over = (state: Free): void => {
    for (const node of Object.values<Free>(state.node_states))
      Object.assign(node, { status: "completed" });
    state.status = "archived";
  };
  const { run } = takeOver(folder(changed(over)));
  assert.deepEqual([run.state().archived, run.state().status], [false, "completed"]);
});

test("variants are read, told, and written in the format's own words", () => {
  const older = changed((state) => {
    state.session_id = "WFR-feature-tdd-review-20260317";
    state.topological_order = state.execution_plan.flatMap(({ nodes }: Free) => nodes);
    delete state.execution_plan;
    state.status = "In_Progress";
    state.current_node = ["N-002"];
    set("N-001", { status: "SUCCESS", artifacts: "plan.md" })(state);
    delete state.node_states["N-004"];
    state.node_states["N-003a"] = { status: "pending", "...": "..." };
  });
  const short = { ...snapshot(), session_id: "WFR-feature-tdd-review-20260317" };
  delete short.context_snapshot;
  delete short.next_node;
  const { adopted, run } = takeOver(folder(older, { "checkpoints/CP-01.json": json(short) }));
  const state = JSON.parse(run.files()["session-state.json"] ?? "");
  assert.deepEqual(
    [state.session_id, state.status, state.current_node, state.node_states["N-001"].artifacts],
    [session, "running", "N-002", ["plan.md"]],
  );
  const order = ["N-001", "CP-01", "N-002", "CP-02", "N-003a", "N-003b", "N-004"];
  assert.deepEqual(
    state.execution_plan,
    order.map((id, index) => ({ batch: index + 1, nodes: [id], parallel: false })),
    "one by one is an order of the template, too",
  );
  assert.equal(state.node_states["N-003a"]["..."], "...");
  assert.equal(
    run.files()["checkpoints/CP-01.json"],
    json(short),
    "a snapshot stays as it was saved",
  );
  assert.deepEqual(run.state().snapshots["CP-01"]?.context, example().context);
  for (const told of ["SESSION_ALIASED", "KEY_ALIASED", "VALUE_ALIASED", "KEY_ABSENT"])
    assert.ok(text(adopted).includes(told), told);
});

test("a plan that leaves a gate out, or crosses an edge, is made anew", () => {
  const plans: readonly ((plan: Free[]) => unknown)[] = [
    (plan) => plan.splice(3, 1),
    (plan) => plan.reverse(),
    (plan) => (plan[3].nodes = ["CP-02", "N-002"]),
    (plan) => plan.push({ batch: 7, nodes: ["N-009"], parallel: false }),
    (plan) => (plan[4].parallel = false),
  ];
  for (const by of plans) {
    const { adopted, run } = takeOver(folder(changed((state) => void by(state.execution_plan))));
    assert.match(text(adopted), /PLAN_ILLEGAL/, String(by));
    assert.deepEqual(
      JSON.parse(run.files()["session-state.json"] ?? "").execution_plan,
      example().execution_plan,
    );
  }
});

test("a node unknown to the template is put aside and never run", () => {
  const { adopted, run } = takeOver(
    folder(changed((state) => void (state.node_states["N-666"] = { status: "pending" }))),
  );
  assert.deepEqual(
    adopted.quarantined.map(({ why }) => why.split(":")[0]),
    ["NODE_UNKNOWN"],
  );
  assert.equal(run.state().nodes["N-666"], undefined);
});

test("what nodes said is found beside them and stays its author's; unknown keys come back", () => {
  const state = changed((one) => {
    one.mine = { a: [1, 2] };
    one.execution_plan[0].hint = "x";
    one.node_states["N-001"].cost = 1.5;
    one.node_states["CP-01"].who = null;
  });
  const { run } = takeOver(folder(state, { "artifacts/N-001-output.md": "the plan\n" }));
  const shown = JSON.parse(run.files()["session-state.json"] ?? "");
  assert.deepEqual(shown, { ...state, node_states: { ...state.node_states } });
  assert.equal(Object.keys(shown).at(-1), "mine");
  const node = run.state().nodes["N-001"];
  assert.ok(node?.is === "work" && node.output?.text === "the plan\n");
  assert.equal(run.files()["artifacts/N-001-output.md"], undefined);
});

test("none of ours: null; elsewhere: where it belongs", () => {
  assert.equal(readOf({ "session-state.json": '{"user": 1}' }), null);
  assert.equal(readOf({ "notes.md": "x" }), null);
  assert.equal(refusal(folder(), { folder: "/home/ana/x" }).code, "PLACE_UNFIT");
});
