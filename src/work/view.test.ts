// Test of what a view says of a run in each of its phases, word for word.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin,
  did,
  gaveUp,
  phases,
  planOf,
  type Run,
  taskOf,
} from "../../test/fixtures/ultrawork.ts";
import { by } from "../../test/fixtures/stage.ts";

const row = (...cells: readonly (string | null | undefined)[]): string =>
  cells.map((cell) => cell || "-").join(" | ");

/** The run: phase, status, facts, met criteria, claims, end. Then each unit: status, met criteria, note, why it doesn't go on. */
const said: Readonly<Record<keyof typeof phases, readonly string[]>> = {
  exploring: [
    "PLANNING | running | interactive, iteration 1 of 5 | 0/0 | - | -",
    "exp-1 | ready | 0/0 | - | -",
    "exp-2 | ready | 0/0 | - | -",
    "exp-3 | ready | 0/0 | - | -",
    "plan | waiting | 0/0 | - | waits for exp-1, exp-2, exp-3",
    "verify | open | 0/0 | - | -",
  ],
  draft: [
    "PLANNING | running | interactive, iteration 1 of 5 | 0/2 | - | -",
    "exp-1 | ready | 0/0 | - | -",
    "exp-2 | ready | 0/0 | - | -",
    "exp-3 | ready | 0/0 | - | -",
    "plan | waiting | 0/0 | - | waits for exp-1, exp-2, exp-3",
    "1 | open | 0/1 | - | -",
    "2 | open | 0/1 | - | -",
    "verify | open | 0/0 | - | -",
  ],
  proposed: [
    "PLANNING | waiting | interactive, iteration 1 of 5 | 0/6 | 1 without a check | -",
    "plan | waiting | 0/0 | waits for your answer | -",
    "1 | open | 0/2 | - | -",
    "2 | open | 0/2 | - | -",
    "3 | open | 0/1 | - | -",
    "4 | open | 0/1 | - | -",
    "verify | open | 0/0 | - | -",
  ],
  working: [
    "EXECUTION | running | interactive, iteration 1 of 5, wave 1 of 2 | 2/6 | 1 without a check | -",
    "1 | done | 2/2 | - | -",
    "2 | running | 0/2 | attempt 1 of 1, task-4c1043 | -",
    "3 | ready | 0/1 | - | -",
    "4 | failed | 0/1 | waits for your answer | -",
    "verify | waiting | 0/0 | - | waits for 2, 3, 4 (failed)",
  ],
  byHand: [
    "EXECUTION | running | interactive, iteration 1 of 5, wave 1 of 2 | 0/5 | 1 without a check | -",
    "1 | running | 0/2 | attempt 1 of 1, task-26af6a, claimed, its checks decide | -",
    "2 | running | 0/2 | attempt 1 of 1, eve | -",
    "3 | waiting | 0/1 | - | waits for 1",
    "4 | done | 0/0 | waived by ana | -",
    "verify | waiting | 0/0 | - | waits for 1, 2, 3",
  ],
  verifying: [
    "VERIFICATION | running | interactive, iteration 1 of 5 | 2/2 | - | -",
    "1 | done | 1/1 | - | -",
    "2 | done | 1/1 | - | -",
    "verify | running | 0/0 | round 1, no verdict yet | -",
  ],
  complete: [
    "COMPLETE | ended | interactive, iteration 1 of 5 | 2/2 | - | Add a login: 2 met: 2 by checks",
    "1 | done | 1/1 | - | -",
    "2 | done | 1/1 | - | -",
    "verify | done | 0/0 | - | -",
  ],
  failed: [
    "FAILED | ended | interactive, iteration 1 of 5, wave 1 of 2 | 2/6 | 1 without a check | Add a login: failed: no way",
    "1 | done | 2/2 | - | -",
    "2 | open | 0/2 | - | -",
    "3 | open | 0/1 | - | -",
    "4 | failed | 0/1 | attempt 1: it can't be done | -",
    "verify | open | 0/0 | - | -",
  ],
  cancelled: [
    "CANCELLED | ended | interactive, iteration 1 of 5, wave 1 of 2 | 2/6 | 1 without a check | Add a login: 2 of 6 met: 2 by checks, cancelled",
    "1 | done | 2/2 | - | -",
    "2 | open | 0/2 | - | -",
    "3 | open | 0/1 | - | -",
    "4 | failed | 0/1 | attempt 1: it can't be done | -",
    "verify | open | 0/0 | - | -",
  ],
};

for (const [name, make] of Object.entries(phases))
  test(`what a view says of a run: ${name}`, async () => {
    const run = await make();
    const { status, facts, evidence, claims, nodes } = run.view();
    assert.deepEqual(
      [
        row(
          run.phase(),
          status,
          facts.join(", "),
          `${evidence.have}/${evidence.of}`,
          claims.join(", "),
          run.ended()?.summary,
        ),
        ...nodes.map((one) => row(one.id, one.status, `${one.done}/${one.of}`, one.note, one.why)),
      ],
      said[name],
    );
  });

/** One of two tasks after this; the judge of the whole is the last node. */
const after: Readonly<Record<string, (run: Run) => void>> = {
  "two failed tries": (run) => {
    for (const n of [1, 2]) run.agent(`task-1-${n}`, gaveUp);
  },
  "a red check": (run) => {
    run.agent("task-1-1", did());
    run.checks({ exit: 1, text: "1 failing" });
  },
  "green after red without a change": (run) => {
    run.agent("task-1-1", did());
    run.checks({ exit: 1, text: "1 failing" });
    run.agent("task-1-2", did());
    run.checks();
  },
  "a check that held before": (run) => {
    run.agent("task-1-1", did());
    run.check("before-1-1", { exit: 0, text: "5 passing" });
  },
  "a check that shows nothing": (run) => {
    run.agent("task-1-1", did());
    run.checks({ exit: 0, text: "ok", empty: 0 });
  },
  "left out": (run) => run.ok("Skip", { unit: "1", reason: "not now" }),
  "one criterion let go": (run) =>
    run.ok("Waive", { unit: "1", criterion: 1, reason: "no server" }),
  "a question": (run) => {
    const question = { text: "Which?" };
    run.agent("task-1-1", { status: "needs_context", summary: "", question });
  },
  "its judge at work": (run) => {
    for (const id of ["1", "2"]) run.work(id);
    run.begin("judge-verify-1");
  },
  "a mute judge": (run) => {
    for (const id of ["1", "2"]) run.work(id);
    run.agent("judge-verify-1", undefined);
  },
};
/** The task: status, met, note, cause of its last failure (`!`: one try is left). Then the judge's note, claims, bypasses and warnings. */
const singles: Readonly<Record<keyof typeof after, readonly string[]>> = {
  "two failed tries": ["ready | 0/1 | attempt 2: it can't be done | it can't be done !"],
  "a red check": ["ready | 0/1 | attempt 1: check-1: exit 1 | check-1: exit 1"],
  "green after red without a change": [
    "done | 1/1 | - | -",
    "1 failed before, passes now, and nothing changed",
  ],
  "a check that held before": [
    "running | 0/1 | attempt 1 of 3, task-26af6a, claimed, its checks decide | -",
    "the check of criterion 1 of task 1 held before the work began: it shows nothing of the work",
  ],
  "a check that shows nothing": [
    "waiting | 0/1 | waits for your answer | -",
    "1 check shows nothing",
  ],
  "left out": ["failed | 0/0 | skipped by ana | -", "task 1 skipped by ana: not now"],
  "one criterion let go": ["ready | 0/0 | - | -", "criterion 1.1 waived by ana: no server"],
  "a question": ["waiting | 0/1 | waits for your answer | -"],
  "its judge at work": ["done | 1/1 | - | -", "round 1, judged by verify-022b1b"],
  "a mute judge": [
    "done | 1/1 | - | -",
    "round 1, no verdict yet (no verdict: ended without a report)",
  ],
};
for (const [name, act] of Object.entries(after))
  test(`what a view says after ${name}`, async () => {
    const run = await begin(planOf(taskOf("1"), taskOf("2")));
    act(run);
    const { nodes, claims, bypasses, warnings } = run.view();
    const [task, , judge] = nodes;
    const cause = `${task?.cause ?? ""}${task?.last === true ? " !" : ""}`;
    assert.deepEqual(
      [
        row(task?.status, `${task?.done}/${task?.of}`, task?.note, cause),
        ...(judge?.note ?? "").split("\n").filter((note) => note !== ""),
        ...claims,
        ...bypasses,
        ...warnings.filter((one) => !one.startsWith("verify has no check of the whole")),
      ],
      singles[name],
    );
  });

test("a run that goes on without an explorer warns of it until its plan is approved", async () => {
  const run = await begin(null, {}, { explorers: 1 });
  const warned = (): boolean => run.view().warnings.some((one) => one.includes("exp-1 failed"));
  for (let n = 1; run.keys().includes(`exp-1-${n}`); n += 1) run.agent(`exp-1-${n}`, gaveUp);
  assert.ok(warned(), run.view().warnings.join());
  run.begin("plan-1");
  run.ok("ProposePlan", { plan: planOf(taskOf("1")) }, by("plan-1"));
  run.decide("approve-1", "approve");
  assert.ok(!warned());
});
