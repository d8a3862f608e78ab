// What becomes of units that bear others' names, and of a plan whose planner gave up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, gaveUp, planOf, shows, taskOf, two } from "../../../test/fixtures/ultrawork.ts";

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

test("whoever mended a stuck task is offered its checks only where each criterion has one", async () => {
  const plan = planOf(
    taskOf("1", { success_criteria: [shows("it holds", "check-1"), "it is good"] }),
    taskOf("2"),
  );
  const run = await begin(plan, { max_attempts: 1 });
  for (const id of ["1", "2"]) run.agent(`task-${id}-1`, gaveUp);
  const mends = (id: string) => run.job(`stuck-${id}`).decision?.options[0]?.mends;
  assert.deepEqual([mends("1"), mends("2")], [undefined, "2"]);
});
