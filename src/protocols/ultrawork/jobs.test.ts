// Tests of ultrawork's table of jobs, row by row: what runs, what waits and for what reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun,
  claimed,
  executing,
  failed,
  fold,
  proposed,
  proved,
  resolved,
  started,
  swept,
  task,
  verifying,
} from "../../../test/fixtures/ultrawork.ts";
import { placedKey } from "../../core/placed.ts";
import { jobs } from "./jobs.ts";
import type { UltraworkEvent } from "./events.ts";
import type { State } from "./state.ts";

/** `key` if it may start, else `key: why`; `!` if it has begun. */
const lines = (state: State): readonly string[] =>
  jobs(state).map(
    (job) => `${job.begun ? "!" : ""}${job.key}${job.why === null ? "" : `: ${job.why}`}`,
  );
const two = [
  task("1", [["a", "npm test"]]),
  task("2", [["b", "npm run lint"]], { blockedBy: ["1"] }),
];
const hint = { id: "exp-1", hint: "all of it" };

test("explorers come first, then the planner; both are listed as begun while they are at it", () => {
  const one = started({ explorers: [hint] });
  const holder = {
    job: "explore-exp-1-1",
    holder: { name: "codex", agent: null, conversation: null },
    worker: "task-1",
  };
  const running = fold(one, { type: "ExplorerStarted", data: { explorer: "exp-1", ...holder } });
  assert.deepEqual(lines(fold(one)), ["explore-exp-1-1"]);
  assert.deepEqual(lines(running), ["!explore-exp-1-1"]);
  const over = fold(one, {
    type: "ExplorerFailed",
    data: { explorer: "exp-1", final: true, kind: "crashed", reason: "x", spent: true },
  });
  assert.deepEqual(lines(over), ["plan-1"]);
  assert.deepEqual(
    lines(fold(started(), { type: "PlannerStarted", data: { ...holder, job: "plan-1" } })),
    ["!plan-1"],
  );
});

test("a hand-made plan starts nobody: the planner's job waits for somebody outside", () => {
  assert.equal(jobs(fold(started({ planner: "hand" })))[0]?.outside, true);
});

test("a question of the planner's stops planning until it is answered", () => {
  const asked = {
    type: "QuestionAsked",
    data: { id: "1", about: "plan", job: "plan-1", text: "Which?", options: ["a"] },
  } as const;
  assert.deepEqual(lines(fold(started(), asked)), ["question-1"]);
  assert.deepEqual(
    lines(
      fold(started(), asked, { type: "QuestionAnswered", data: { question: "1", answer: "a" } }),
    ),
    ["plan-1"],
  );
});

test("a proposed plan waits for approval, an approved one that is only planned for the word to begin", () => {
  assert.deepEqual(lines(fold(started(), proposed(two))), ["approve-1"]);
  assert.deepEqual(
    lines(
      fold(started({ plan_only: true }), proposed(two), {
        type: "PlanApproved",
        data: { rev: 1, by: "ana" },
      }),
    ),
    ["begin"],
  );
});

test("three failures of the planner ask a person", () => {
  const fails = {
    type: "PlannerFailed",
    data: { kind: "crashed", reason: "no model", spent: true },
  } as const;
  assert.deepEqual(lines(fold(started(), fails, fails, fails)), ["stuck-plan"]);
});

test("a task waits for its blockers, and says which of them failed", () => {
  assert.deepEqual(lines(fold(...executing(two))), ["task-1-1", "task-2-1: waits for 1"]);
  const free = task("3", [["c", "make"]]);
  assert.deepEqual(
    lines(fold(...executing([...two, free]), begun("1"), failed("1", "exit 1\nmore"))),
    ["task-2-1: waits for 1 (failed: exit 1)", "task-3-1"],
  );
});

test("a task waits for its question, for a shared file, for a free worker, and for a pause to end", () => {
  const sharing = [
    task("1", [["a", "x"]], { files: ["src/a.ts"] }),
    task("2", [["b", "y"]], { files: ["src/*.ts"] }),
    task("3", [["c", "z"]]),
  ];
  const asked = {
    type: "QuestionAsked",
    data: { id: "4", about: "3", job: "task-3-1", text: "?", options: [] },
  } as const;
  assert.deepEqual(lines(fold(...executing(sharing), begun("1"), asked)), [
    "question-4",
    "!task-1-1",
    "task-2-1: shares src/*.ts with 1",
    "task-3-1: question 4",
  ]);
  assert.deepEqual(
    lines(
      fold(
        ...executing(
          two.map((one) => ({ ...one, blockedBy: [] })),
          { max_workers: 1 },
        ),
        begun("1"),
      ),
    ),
    ["!task-1-1", "task-2-1: no free worker (max 1)"],
  );
  assert.deepEqual(lines(fold(...executing(two), begun("1"), { type: "RunPaused", data: {} })), [
    "!task-1-1: paused",
    "task-2-1: paused",
  ]);
});

test("what most others wait for starts first", () => {
  const tasks = [
    task("1", [["a", "x"]]),
    task("2", [["b", "y"]]),
    task("3", [["c", "z"]], { blockedBy: ["2"] }),
    task("4", [["d", "w"]], { blockedBy: ["3"] }),
  ];
  assert.deepEqual(
    jobs(fold(...executing(tasks))).map((job) => job.subject),
    ["2", "3", "1", "4"],
  );
});

test("checks of a command of the same folder and environment run once, one at a time, the first names the job", () => {
  const checks = [
    task("1", [
      ["a", "npm test"],
      ["b", "cd web && npm test"],
      ["c", "npm test | tail -3"],
      ["d", null],
    ]),
  ];
  const state = fold(...executing(checks), begun("1"), claimed("1"));
  assert.deepEqual(lines(state), ["check-1-1-1.0", "check-1-2-1.0: one check at a time"]);
  // Tasks with checkouts of their own don't disturb each other.
  const placed: State & { readonly [placedKey]: object } = { ...state, [placedKey]: {} };
  assert.deepEqual(lines(placed), ["check-1-1-1.0", "check-1-2-1.0"]);
  assert.deepEqual(jobs(state)[1]?.checks, [
    { argv: ["npm", "test"], cwd: "web", env: {}, ms: 900_000 },
  ]);
});

test("a claim that is held keeps its worker, and its checks wait", () => {
  assert.deepEqual(lines(fold(...executing(two), begun("1"), claimed("1", true))), [
    "!task-1-1",
    "task-2-1: waits for 1",
  ]);
});

test("a check that was disturbed runs once more under a key of its own; one of an earlier attempt doesn't count", () => {
  const state = fold(
    ...executing(two),
    begun("1"),
    claimed("1"),
    proved("1", 1, { attempt: 1 }, { passed: false, disturbed: true }),
  );
  assert.equal(lines(state)[0], "check-1-1-1.1");
  const again = fold(
    ...executing(two),
    begun("1"),
    claimed("1"),
    proved("1", 1, { attempt: 1 }, { passed: false }),
    { type: "TaskReturned", data: { task: "1", kind: "check", reason: "exit 1", spent: true } },
    begun("1", 2),
    claimed("1"),
  );
  assert.equal(lines(again)[0], "check-1-1-2.0");
});

test("a baseline runs before the first attempt, with 120 s a check", () => {
  const state = fold(...executing(two, { baseline: true }));
  assert.deepEqual(lines(state), [
    "baseline-1",
    "task-1-1: its checks run first, as a baseline",
    "task-2-1: waits for 1",
  ]);
  assert.deepEqual(jobs(state)[0]?.checks, [
    { argv: ["npm", "test"], cwd: ".", env: {}, ms: 120_000 },
  ]);
  const over = fold(...executing(two, { baseline: true }), {
    type: "BaselineRecorded",
    data: { task: "1", results: [], note: "lost" },
  });
  assert.equal(lines(over)[0], "task-1-1");
});

test("a manual criterion asks a person once the task is claimed", () => {
  const manual = [task("1", [["looks good", { type: "manual" }]])];
  assert.deepEqual(lines(fold(...executing(manual), begun("1"))), ["!task-1-1"]);
  assert.deepEqual(lines(fold(...executing(manual), begun("1"), claimed("1"))), ["confirm-1-1-1"]);
});

test("a failed task on which nothing else moves is a person's to decide", () => {
  const stuck = fold(...executing(two), begun("1"), failed("1"));
  assert.equal(lines(stuck)[0], "stuck-1");
  assert.deepEqual(
    jobs(stuck)[0]?.decision?.options.map((option) => `${option.id} ${option.note}`),
    ["retry may", "waive must", "fail may"],
  );
});

const atSweep = [
  ...executing(two, {}, [["whole", "npm run build"]]),
  begun("1"),
  resolved("1"),
  begun("2"),
  resolved("2"),
  ...verifying,
];

test("a sweep runs every check of the plan, then measures the tree", () => {
  assert.deepEqual(lines(fold(...atSweep)), [
    "recheck-1-1-1",
    "recheck-1-2-1: one check at a time",
    "recheck-1-verify-3: one check at a time",
  ]);
  const run = [
    proved("1", 1, { sweep: 1 }),
    proved("2", 1, { sweep: 1 }),
    proved("verify", 3, { sweep: 1 }),
  ];
  assert.deepEqual(lines(fold(...atSweep, ...run)), ["recheck-1-verify-1"]);
  assert.deepEqual(jobs(fold(...atSweep, ...run))[0]?.checks, []);
  assert.deepEqual(lines(fold(...atSweep, ...run, swept)), ["verify-1-1"]);
});

test("a waived task's checks are no part of a sweep", () => {
  const waived = fold(...atSweep, {
    type: "TaskWaived",
    data: { task: "2", by: "ana", reason: "no" },
  });
  assert.deepEqual(lines(waived), ["recheck-1-1-1", "recheck-1-verify-3: one check at a time"]);
});

test("a person verifies where the option says so, and PASS names every criterion", () => {
  const byPerson = [
    ...executing([task("1", [["a", "x"]])], { verifier: "person" }),
    begun("1"),
    resolved("1"),
    ...verifying,
  ];
  const state = fold(...byPerson, proved("1", 1, { sweep: 1 }), swept);
  assert.deepEqual(lines(state), ["verdict-1"]);
  assert.deepEqual(jobs(state)[0]?.about, {
    is: "verdict",
    sweep: 1,
    criteria: [{ task: "1", criterion: 1 }],
  });
});

const judged = (verdict: "PASS" | "FAIL") =>
  ({
    type: "VerdictRecorded",
    data: {
      sweep: 1,
      verdict,
      by: "task-v",
      kind: "verifier",
      judgements: [],
      issues: [],
      notes: "",
    },
  }) as const satisfies UltraworkEvent;

test("a PASS is sealed, three void sweeps ask, a FAIL that led nowhere asks", () => {
  assert.deepEqual(lines(fold(...atSweep, swept, judged("PASS"))), ["seal-1"]);
  assert.deepEqual(lines(fold(...atSweep, swept, judged("FAIL"))), ["converge-1"]);
  const voided = { type: "SweepVoided", data: { no: 1, by: "coverage/" } } as const;
  assert.deepEqual(lines(fold(...atSweep, voided, voided, voided)), ["unsteady-1"]);
});

test("nothing is due in a run that ended or is archived", () => {
  assert.deepEqual(lines(fold(...atSweep, { type: "RunCancelled", data: { reason: null } })), []);
  assert.deepEqual(
    lines(
      fold(
        ...atSweep,
        { type: "RunFailed", data: { reason: "x" } },
        { type: "RunArchived", data: {} },
      ),
    ),
    [],
  );
});

test("200 tasks in a web of blockers are read in well under 5 ms", () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    task(
      `t${index}`,
      [
        ["a", `npm test -- ${index}`],
        ["b", "npm run lint"],
      ],
      {
        blockedBy: index === 0 ? [] : [`t${Math.floor(index / 2)}`, `t${index - 1}`],
        files: [`src/${index}.ts`],
      },
    ),
  );
  const state = fold(...executing(many), ...many.map((one) => resolved(one.id)), ...verifying);
  const working = fold(...executing(many), begun("t0"));
  const fastest = (of: State): number =>
    Math.min(
      ...Array.from({ length: 20 }, () => {
        const from = performance.now();
        jobs(of);
        return performance.now() - from;
      }),
    );
  assert.ok(fastest(working) < 5, `${fastest(working)} ms`);
  assert.ok(fastest(state) < 5, `${fastest(state)} ms`);
});
