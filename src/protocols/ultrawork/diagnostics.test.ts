// Tests of ultrawork's doctor findings: hollow checks, tasks without a lease, verifier equals worker.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, executing, fold, task } from "../../../test/fixtures/ultrawork.ts";
import { diagnostics } from "./diagnostics.ts";
import type { State } from "./state.ts";

const two = (role: string): string | null => (role === "verifier" ? "judge" : "hand");
const around = { agentFor: two, strays: [] };
const told = (
  state: State,
  more: Partial<Parameters<typeof diagnostics>[1]> = {},
): readonly string[] =>
  diagnostics(state, { ...around, ...more }).map(
    ({ kind, subject, severity }) => `${severity} ${kind} ${subject}`,
  );
const plan = executing([
  task("1", [
    ["holds", "npm test"],
    ["is there", "true"],
  ]),
]);

test("a sound plan in sound hands has no diagnostics", () => {
  assert.deepEqual(told(fold(...executing([task("1", [["holds", "npm test"]])]))), []);
});

test("a check that can't fail is told, until its criterion is waived", () => {
  assert.deepEqual(told(fold(...plan)), ["note check-hollow 1.2"]);
  const [found] = diagnostics(fold(...plan), around);
  assert.match(found?.fits ?? "", /SetCheck --task 1 --criterion 2/u);
  assert.deepEqual(
    told(
      fold(...plan, {
        type: "CriterionWaived",
        data: { task: "1", criterion: 2, criteria: "is there", by: "ana", reason: "r" },
      }),
    ),
    [],
  );
});

test("a check that passed before the work began shows nothing of it", () => {
  const results = [{ criterion: 1, passed: true, exit: 0, why: null }];
  const state = fold(...executing([task("1", [["holds", "npm test"]])]), {
    type: "BaselineRecorded",
    data: { task: "1", results, note: null },
  });
  assert.deepEqual(told(state), ["note check-trivial 1.1"]);
});

test("a task that was begun by hand has nobody's lease behind it", () => {
  const hand = begun("1");
  assert.deepEqual(told(fold(...executing([task("1", [["holds", "npm test"]])]), hand)), []);
  assert.ok(hand.type === "TaskStarted");
  const state = fold(...executing([task("1", [["holds", "npm test"]])]), {
    type: "TaskStarted",
    data: { ...hand.data, leased: false },
  });
  assert.deepEqual(told(state), ["note task-unleased 1"]);
});

test("the task that verifies is the engine's: with a verifier at work on it nobody began it by hand", () => {
  const state = fold(...executing([task("1", [["holds", "npm test"]])]));
  const verify = state.tasks[state.verifyId];
  assert.ok(verify !== undefined);
  const tasks = {
    ...state.tasks,
    [state.verifyId]: { ...verify, status: "in_progress" as const, worker: "task-371358" },
  };
  assert.deepEqual(told({ ...state, tasks }), []);
});

test("who began a task by hand is told where a name is known", () => {
  const hand = begun("1");
  assert.ok(hand.type === "TaskStarted");
  const by = (name: string): string => {
    const data = { ...hand.data, leased: false, worker: name };
    const state = fold(...executing([task("1", [["holds", "npm test"]])]), {
      type: "TaskStarted",
      data,
    });
    return diagnostics(state, { agentFor: () => null, strays: [] })[0]?.text.split(":")[0] ?? "";
  };
  assert.deepEqual(
    [by("by hand"), by("ana")],
    ["task 1 was begun by hand", "task 1 was begun by hand by ana"],
  );
});

test("a verifier that is the worker is told, unless the run forbids it or a person judges", () => {
  const one = { agentFor: () => "codex" };
  const of = (verifier: "other-session" | "other-agent" | "person"): State =>
    fold(...executing([task("1", [["holds", "npm test"]])], { verifier }));
  assert.deepEqual(told(of("other-session"), one), ["note verify-alone verifier"]);
  assert.deepEqual(told(of("other-agent"), one), []);
  assert.deepEqual(told(of("person"), one), []);
  assert.deepEqual(told(of("other-session"), { agentFor: () => "hand" }), []);
});

test("task files beside the session's folder are told of, also when the run is over", () => {
  const over = fold(...plan, { type: "RunCancelled", data: { reason: null } });
  assert.deepEqual(told(over, { strays: ["../tasks/1.json", "../tasks/2.json"] }), [
    "note tasks-strayed ../tasks",
  ]);
});
