// Tests of ultrawork folders that are refused with a place, or adopted with parts put aside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { at } from "../e2e/desk.ts";
import { example, foundOf, readOf, takeOver, variant } from "./folders.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";

const json = (text: string | undefined): unknown => JSON.parse(text ?? "null");
const says = (sentences: readonly string[], ...codes: readonly string[]): void => {
  for (const code of codes)
    assert.ok(
      sentences.some((sentence) => sentence.includes(code)),
      `${code} in\n${sentences.join("\n")}`,
    );
};

test("a session that can't be read is refused with its place, and made anew of sound tasks where that is asked", () => {
  const files = { ...variant("5.0"), "session.json": '{\n  "version": "5.0",\n' };
  const refused = readOf(files);
  assert.ok(isRefusal(refused));
  assert.deepEqual(
    [refused.code, refused.path, refused.line, refused.column],
    ["FILE_BROKEN", "session.json", 3, 1],
  );
  assert.match(refused.fits ?? "", /--rebuild/);
  const noGoal = readOf(files, { options: { rebuild: true } });
  assert.equal(isRefusal(noGoal) ? noGoal.code : "", "GOAL_EMPTY");
  const { state, adopted } = takeOver(files, { options: { rebuild: true, goal: "Add JWT login" } });
  assert.deepEqual(
    [state.goal, state.phase, state.order],
    ["Add JWT login", "EXECUTION", ["1", "2", "4"]],
  );
  says(adopted.corrections, "PHASE_DERIVED", "made anew");
  assert.ok(
    adopted.quarantined.some(
      ({ path, why }) => path === "session.json" && why.startsWith("FILE_BROKEN"),
    ),
  );
});

test("refused: another version, a place that is no session's, an unreadable session; not asked: a folder of something else", async () => {
  const code = (files: Readonly<Record<string, string>>, more = {}): string => {
    const read = readOf(files, more);
    return isRefusal(read) ? read.code : "";
  };
  assert.equal(code({ "session.json": example.replace('"1.0"', '"8.0"') }), "VERSION_UNKNOWN");
  assert.equal(
    code({ "session.json": example.replace('"version": "1.0",', "") }),
    "VERSION_UNKNOWN",
  );
  assert.equal(code({ "session.json": example }, { folder: "/home/ana/abc" }), "PLACE_UNFIT");
  assert.equal(
    code({ "session.json": example }, { folder: "/home/ana/x/shop/archive/abc" }),
    "PLACE_UNFIT",
  );
  assert.equal(
    code({}, { unread: [{ path: "session.json", why: "it is a symbolic link" }] }),
    "FILE_BROKEN",
  );
  assert.equal(code({ "session.json": "{ half" }), "FILE_BROKEN");
  const others: readonly Readonly<Record<string, string>>[] = [
    { "package.json": "{}" },
    { "session.json": '{"cookie": 1}' },
    { "session.json": "[]" },
    { "tasks/build.json": '{"steps": []}' },
  ];
  for (const files of others)
    assert.deepEqual(
      [await ultrawork.read(foundOf(files)), await ultrawork.check({ ...files, "b.md": "" })],
      [null, null],
    );
});

test("tasks that strayed beside the folder are named, and taken only where that is asked", () => {
  const { "session.json": session = "", "tasks/2.json": task = "" } = variant("5.0");
  const without = takeOver({ "session.json": session }, { beside: ["tasks", "abc"] });
  says(
    without.adopted.quarantined.map(({ why }) => why),
    "TASKS_STRAYED",
  );
  assert.deepEqual(without.state.order, []);
  const taken = takeOver(
    { "session.json": session, "../tasks/2.json": task },
    { beside: ["tasks"], options: { tasks: "/home/ana/tasks" } },
  );
  assert.deepEqual([taken.state.order, taken.adopted.quarantined], [["2"], []]);
  assert.ok(taken.files["tasks/2.json"] !== undefined);
});

test("a ring is adopted paused; a task without criteria is given one that nothing shows", () => {
  const task = (
    id: string,
    blocked_by: readonly string[],
    success_criteria: readonly string[],
  ) => ({
    id,
    subject: `Task ${id}`,
    status: "open",
    worker_agent_id: null,
    success_criteria,
    evidence: [],
    blocked_by,
    started_at: null,
    completed_at: null,
  });
  const session = {
    ...Object(json(example)),
    phase: "EXECUTION",
    child_tasks: [task("1", ["2"], ["a"]), task("2", ["1"], [])],
  };
  const { state, adopted } = takeOver({ "session.json": JSON.stringify(session) });
  assert.equal(state.paused, true);
  says(adopted.corrections, "GRAPH_CYCLIC", "CRITERIA_EMPTY");
  assert.deepEqual(
    state.tasks["2"]?.criteria.map(({ text, check }) => [text, check]),
    [["Task 2", null]],
  );
});

test("unknown keys that are too long to carry are put aside, a credential among them never leaves broken JSON", () => {
  const long = JSON.stringify("x".repeat(70_000));
  const secret = `sk-ant-api03-${"a".repeat(80)}`;
  const { adopted, files } = takeOver({
    "session.json": example
      .replace('"goal"', `"notes": ${long}, "goal"`)
      .replace('"planner": {', `"planner": { "key": "${secret}",`),
  });
  says(
    adopted.quarantined.map(({ why }) => why),
    "FIELD_OVERSIZED",
  );
  assert.doesNotMatch(files["session.json"] ?? "", /xxxx|sk-ant/);
  assert.equal(at(json(files["session.json"]), "planner", "key"), "[redacted]");
});

test("no id or name in a folder can lead out of it", () => {
  const session = example.replace('"verify_task_id": "5"', '"verify_task_id": "../../5"');
  const context = JSON.stringify({
    version: "2.1",
    expected_explorers: ["../../exp", "exp-1"],
    exploration_complete: false,
    explorers: [{ id: "../../exp", hint: "h", file: "../../../etc/passwd", summary: "s" }],
    key_files: ["a.ts"],
    patterns: [],
    constraints: [],
  });
  const { state, files, adopted } = takeOver({ "session.json": session, "context.json": context });
  assert.equal(state.verifyId, "verify");
  assert.deepEqual(Object.keys(state.explorers), ["exp-1"]);
  assert.equal(state.findings[0]?.file, null);
  assert.deepEqual(Object.keys(files).toSorted(), [
    "context.json",
    "session.json",
    "tasks/1.json",
    "tasks/verify.json",
  ]);
  assert.deepEqual(at(json(files["context.json"]), "key_files"), ["a.ts"]);
  says(adopted.corrections, "TASK_ID_INVALID", "EXPLORER_INVALID");
});
