// Tests of agent conversations in ultrawork: workers resume theirs, verifiers begin afresh.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun,
  claimed,
  executing,
  failed,
  fold,
  proved,
  resolved,
  started,
  swept,
  task,
  verifying,
} from "../../../../test/fixtures/ultrawork.ts";
import { jobs } from "../jobs.ts";
import type { UltraworkEvent } from "../events.ts";

const threads = (...events: readonly UltraworkEvent[]): readonly string[] =>
  jobs(fold(...events)).map(({ key, thread = "-" }) => `${key} ${thread}`);
const tasks = [task("1", [["a", "npm test"]]), task("2", [["b", "npm run lint"]])];
const returned: UltraworkEvent = {
  type: "TaskReturned",
  data: { task: "1", kind: "crashed", reason: "lost", spent: true },
};

test("a task's attempts share a conversation, refused, lost or failed alike, and no two tasks do", () => {
  assert.deepEqual(threads(...executing(tasks)), ["task-1-1 task-1", "task-2-1 task-2"]);
  assert.deepEqual(threads(...executing(tasks), begun("1"), returned)[0], "task-1-2 task-1");
  const refused: UltraworkEvent = {
    type: "TaskReturned",
    data: { task: "1", kind: "failed", reason: "npm test: exit 1", spent: true },
  };
  assert.deepEqual(
    threads(...executing(tasks), begun("1"), claimed("1"), refused)[0],
    "task-1-2 task-1",
  );
  assert.ok(
    !threads(...executing(tasks), begun("1"), failed("1")).some((line) =>
      line.startsWith("task-1"),
    ),
  );
});

test("explorers and planner go on with what they have read, each with its own", () => {
  const hint = { id: "exp-1", hint: "all of it" };
  const holder = { holder: { name: "codex", agent: null, conversation: null }, worker: "task-1" };
  const explored = started({ explorers: [hint] });
  assert.deepEqual(threads(explored), ["explore-exp-1-1 explore-exp-1"]);
  const again = {
    type: "ExplorerFailed",
    data: { explorer: "exp-1", final: false, kind: "crashed", reason: "x", spent: true },
  } as const;
  const begin = {
    type: "ExplorerStarted",
    data: { explorer: "exp-1", job: "explore-exp-1-1", ...holder },
  } as const;
  assert.deepEqual(threads(explored, begin, again), ["explore-exp-1-2 explore-exp-1"]);
  const plans = { type: "PlannerStarted", data: { ...holder, job: "plan-1" } } as const;
  const fails = {
    type: "PlannerFailed",
    data: { kind: "crashed", reason: "no model", spent: true },
  } as const;
  assert.deepEqual(threads(started()), ["plan-1 plan"]);
  assert.deepEqual(threads(started(), plans, fails), ["plan-2 plan"]);
});

test("a verifier begins afresh at each try, and checks have nobody to talk to", () => {
  const atSweep = [
    ...executing([task("1", [["a", "npm test"]])]),
    begun("1"),
    resolved("1"),
    ...verifying,
  ];
  assert.deepEqual(threads(...atSweep), ["recheck-1-1-1 -"]);
  const judged = [...atSweep, proved("1", 1, { sweep: 1 }), swept];
  assert.deepEqual(threads(...judged), ["verify-1-1 -"]);
  const begins = {
    type: "VerifierStarted",
    data: {
      sweep: 1,
      job: "verify-1-1",
      holder: { name: "v", agent: null, conversation: null },
      worker: "v",
    },
  } as const;
  const fails = {
    type: "VerifierFailed",
    data: { sweep: 1, kind: "crashed", reason: "x", spent: true },
  } as const;
  assert.deepEqual(threads(...judged, begins, fails), ["verify-1-2 -"]);
});
