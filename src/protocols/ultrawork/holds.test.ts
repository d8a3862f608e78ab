// What no sender may do to a run's units: finish them by another's word, take the judge away, or outrun a check.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ana, by, proof } from "../../../test/fixtures/stage.ts";
import { begin, did, planOf, taskOf, two } from "../../../test/fixtures/ultrawork.ts";

const file = { kind: "file", name: "james" } as const;

test("findings under the name of a task, or of verify, finish neither", async () => {
  const run = await begin(null, {}, { explorers: 0 });
  for (const explorer of ["verify", "1"])
    run.ok("RecordExploration", { explorer, summary: "x" }, file);
  assert.equal(run.status("verify"), "open");
  run.ok("ProposePlan", { plan: two });
  run.ok("ApprovePlan", { rev: 1 });
  assert.deepEqual(
    [run.phase(), run.status("1"), run.status("verify")],
    ["EXECUTION", "open", "open"],
  );
});

test("a planner that gave up leaves the plan to a person: the tasks in the files are proposed", async () => {
  const run = await begin(null, {}, { explorers: 0 });
  for (const n of [1, 2, 3]) run.agent(`plan-${n}`, { status: "failed", reason: "too big" });
  const answers = () =>
    run.job("stuck-plan").decision?.options.map(({ id, takes = false }) => [id, takes]);
  assert.deepEqual(answers(), [
    ["retry", false],
    ["end", false],
  ]);
  await run.edit({ "tasks/1.json": () => taskOf("1") });
  assert.deepEqual(answers(), [
    ["retry", false],
    ["by-hand", false],
    ["end", false],
  ]);
  run.decide("stuck-plan", "by-hand");
  assert.deepEqual([run.status("plan"), run.keys()], ["done", ["approve-1"]]);
});

test("a check that was replaced while it ran shows nothing of the new one", async () => {
  const run = await begin(planOf(taskOf("1")));
  run.agent("task-1-1", did());
  const old = run.job("check-1-1");
  run.ok("SetCheck", { unit: "1", criterion: 1, check: { command: "other" }, reason: "better" });
  const checked = {
    job: old.key,
    tree: "t1",
    head: "h1",
    results: [
      {
        unit: "1",
        criterion: 1,
        passed: true,
        captured: false,
        hollow: false,
        exit: proof("t1").exit,
        why: null,
        tree: "t1",
        digest: null,
        excerpt: "",
      },
    ],
  };
  assert.deepEqual(run.no("RecordChecks", checked, { kind: "engine", name: "engine" }), [
    "CHECK_OUTDATED",
  ]);
  assert.equal(run.status("1"), "claimed");
});

test("a check that is named while the judge is at work runs before the verdict counts", async () => {
  const run = await begin(planOf(taskOf("1")));
  run.work("1");
  run.checks();
  run.begin("judge-verify-1");
  run.ok(
    "SetCheck",
    { unit: "1", criterion: 1, check: { command: "other" }, reason: "better" },
    ana,
  );
  assert.deepEqual(run.no("RecordVerdict", { unit: "verify", ...verdict }, by("judge-verify-1")), [
    "VERDICT_OUTDATED",
  ]);
  run.checks();
  run.judge();
  assert.equal(run.phase(), "COMPLETE");
});
const verdict = {
  verdict: "PASS",
  judgements: [{ unit: "1", criterion: 1, judgement: "met" }],
};
