// Tests of edits to engine files of a session: snapshots, outputs, pinned template, archived runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ana, type Free } from "../../../../test/fixtures/player-desk.ts";
import { completed, gated, working } from "../../../../test/fixtures/player-stages.ts";

test("the engine's other files are put back, in words of their own", () => {
  const run = gated();
  const texts: readonly (readonly [string, string, string])[] = [
    ["artifacts/template.json", "{}", "TEMPLATE_PINNED"],
    ["artifacts/N-001-output.md", "other", "OUTPUT_IMMUTABLE"],
    ["checkpoints/CP-01.json", "{}", "SNAPSHOT_IMMUTABLE"],
    ["checkpoints/CP-09.json", run.files()["checkpoints/CP-01.json"] ?? "", "SNAPSHOT_IMMUTABLE"],
    ["session-state.json", "{", "FILE_BROKEN"],
    ["session-state.json", '{"status":"paused","status":"running"}', "FILE_BROKEN"],
  ];
  for (const [path, text, code] of texts)
    assert.deepEqual(run.send(run.take([run.edit(path, text)])).refused, [code], path);
  for (const text of [null, "", " \n"])
    assert.deepEqual(run.send(run.take([run.edit("session-state.json", text)])).refused, []);
});

test("a snapshot made by hand that says what the engine's says goes away, any other is refused", () => {
  const run = working();
  const done = JSON.parse(run.files()["session-state.json"] ?? "");
  done.node_states["N-002"].status = "completed";
  const snapshot = { checkpoint_id: "CP-02", node_states_snapshot: done.node_states };
  const both = (statuses: object) =>
    run.take([
      run.edit(
        "checkpoints/CP-02.json",
        JSON.stringify({ ...snapshot, node_states_snapshot: { ...done.node_states, ...statuses } }),
      ),
      run.edit("session-state.json", JSON.stringify(done)),
    ]);
  const codes = (statuses: object) => both(statuses).flatMap(({ refused }) => refused?.code ?? []);
  assert.deepEqual(codes({ "CP-02": { status: "completed" } }), []);
  assert.deepEqual(codes({ "N-004": { status: "completed" } }), ["SNAPSHOT_IMMUTABLE"]);
});

test("unknown keys of a snapshot are kept and come back, in its own object and in its nodes'", () => {
  const run = gated();
  const path = "checkpoints/CP-01.json";
  const file: Free = JSON.parse(run.files()[path] ?? "");
  Object.assign(file, { mine: 1 });
  Object.assign(file.node_states_snapshot["N-001"], { note: "x" });
  const { events, refused } = run.send(run.take([run.edit(path, JSON.stringify(file))]));
  assert.deepEqual([events, refused], [["ExtrasKept", "ExtrasKept"], []]);
  const back: Free = JSON.parse(run.files()[path] ?? "");
  assert.deepEqual([back.mine, back.node_states_snapshot["N-001"].note], [1, "x"]);
  assert.deepEqual(run.send(run.take([run.edit(path, run.files()[path] ?? "")])).events, []);
});

test("a file that an agent wrote in an attempt that failed makes way for what the next one said; any other text is refused", () => {
  const run = gated();
  run.ok("ResolveCheckpoint", { checkpoint: "CP-02", answer: "continue" });
  const ends = (attempt: number, result: object, node = "N-003a"): void => {
    run.ok("StartNode", { node, attempt });
    run.ok("FinishNode", { node, attempt, result });
  };
  ends(1, { ok: false, output: "half of it\n", output_by: "agent" });
  run.ok("ResolveNode", { node: "N-003a", answer: "retry" });
  ends(2, { ok: true, output: "all of it" });
  const path = "artifacts/N-003a-output.md";
  assert.equal(run.files()[path], "all of it");
  assert.deepEqual(run.send(run.take([run.edit(path, "half of it\n")])).refused, []);
  assert.deepEqual(run.send(run.take([run.edit(path, "another half\n")])).refused, [
    "OUTPUT_IMMUTABLE",
  ]);
  // Output of any length counts.
  const long = "é".repeat(40_000);
  ends(1, { ok: false, output: long, output_by: "agent" }, "N-003b");
  run.ok("ResolveNode", { node: "N-003b", answer: "retry" });
  ends(2, { ok: true, output: "short" }, "N-003b");
  const longer = (text: string) =>
    run.send(run.take([run.edit("artifacts/N-003b-output.md", text)])).refused;
  assert.deepEqual([longer(long), longer(`${long}!`)], [[], ["OUTPUT_IMMUTABLE"]]);
  // A callback after a doubtful attempt doesn't turn its output into a hand edit either.
  run.ok("StartNode", { node: "N-004", attempt: 1 });
  run.ok(
    "DoubtNode",
    { node: "N-004", attempt: 1, why: "gone", left: "half of it\n" },
    { kind: "engine", name: "runner-1" },
  );
  run.ok("FinishNode", { node: "N-004", attempt: 1, result: { ok: true, output: "all of it" } });
  const doubted = (text: string) =>
    run.send(run.take([run.edit("artifacts/N-004-output.md", text)])).refused;
  assert.deepEqual([doubted("half of it\n"), doubted("another\n")], [[], ["OUTPUT_IMMUTABLE"]]);
});

test("an archived run takes unknown keys and nothing else", () => {
  const run = completed();
  run.ok("Archive", {}, ana);
  assert.deepEqual(run.change((file) => void (file.mine = 1)).events, ["ExtrasKept"]);
  assert.deepEqual(run.change((file) => void (file.context.goal = "x")).refused, ["RUN_ARCHIVED"]);
  assert.deepEqual(run.change((file) => void (file.status = "completed")).events, [
    "RunUnarchived",
  ]);
});
