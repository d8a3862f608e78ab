// Tests of decision jobs in ultrawork: each choice is accepted and truly described.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  command,
  engine,
  planOf,
  story,
  taskOf,
} from "../../../../test/fixtures/ultrawork-story.ts";
import { facts } from "../../../../test/fixtures/ultrawork.ts";
import { brief } from "../brief.ts";
import { jobs } from "../jobs.ts";

const decision = (run: ReturnType<typeof story>, key: string) =>
  jobs(run.state()).find((job) => job.key === key)?.decision;
const options = (run: ReturnType<typeof story>, key: string) =>
  decision(run, key)?.options.map(({ id }) => id);
const means = (run: ReturnType<typeof story>, key: string, id: string): string =>
  decision(run, key)?.options.find((option) => option.id === id)?.means ?? "";

test("a task that had its last attempt isn't offered another, and the last unwaived one isn't offered to be waived", () => {
  const run = story({ max_attempts: 1 });
  run.plan(planOf(taskOf("1"), taskOf("2", { blocked_by: ["1"] })));
  run.work("1", { exit: 1 });
  assert.match(decision(run, "stuck-1")?.question ?? "", /^Task 1 failed after 1 attempt: /u);
  assert.deepEqual(options(run, "stuck-1"), ["retry", "waive", "fail"]);
  for (let n = 1; n < 10; n += 1) {
    run.ok(command("RetryTask", { task: "1" }));
    run.work("1", { exit: 1 });
  }
  assert.match(decision(run, "stuck-1")?.question ?? "", /^Task 1 failed after 10 attempts: /u);
  assert.deepEqual(options(run, "stuck-1"), ["waive", "fail"]);
  run.ok(command("Waive", { task: "1", reason: "not needed" }));
  run.work("2", { exit: 1 });
  assert.deepEqual(options(run, "stuck-2"), ["retry", "fail"]);
});

test("a question is one line; the whole of what went wrong is told with it", () => {
  const run = story({ explorers: 0 });
  for (const n of [1, 2, 3]) {
    run.begin(`plan-${n}`);
    run.ok(
      command("ReportFailure", {
        job: `plan-${n}`,
        kind: "garbage",
        reason: "refused: a ring\nTASK_REPEATED: 2",
      }),
      engine,
    );
  }
  assert.equal(
    decision(run, "stuck-plan")?.question,
    "The planner failed 3 times: refused: a ring. What now?",
  );
  const job = jobs(run.state()).find(({ key }) => key === "stuck-plan");
  assert.ok(job !== undefined && brief(run.state(), job, facts).includes("TASK_REPEATED: 2"));
  run.ok(command("ProposePlan", { plan: planOf(taskOf("1")) }));
  const { agent, startedAt, completedAt } = run.state().planner;
  assert.deepEqual([agent, startedAt], ["ana", completedAt], "a plan by hand is its sender's");
});

test("what unmet leads to is told for the phase it is asked in", () => {
  const run = story();
  const manual = { success_criteria: [{ criteria: "looks right", type: "manual" as const }] };
  run.plan({
    ...planOf(taskOf("1", manual)),
    verify: { success_criteria: [{ criteria: "all of it", type: "manual" }] },
  });
  run.begin("task-1-1");
  run.claim("1");
  assert.match(means(run, "confirm-1-1-1", "unmet"), /does the task again/u);
  run.ok(
    command("ConfirmManual", { task: "1", criterion: 1, met: true, reason: "", tree: "tree-a" }),
  );
  run.checks();
  assert.match(means(run, "confirm-verify-3-1", "unmet"), /^A fix task .* or the run fails/u);
});

test("in auto mode only the verdict and the beginning of a planned run ask a person, and no issue may ask for one", () => {
  const run = story({ mode: "auto", verifier: "person", plan_only: true });
  run.plan(planOf(taskOf("1")));
  assert.deepEqual(run.keys(), ["begin"]);
  run.ok(command("BeginExecution", {}));
  run.work("1");
  assert.deepEqual(run.keys(), ["verdict-1"]);
  const issue = {
    summary: "s",
    severity: "major",
    done_when: "d",
    check: { type: "manual" as const },
    files: [],
  };
  const fails = run.verdict({ verdict: "FAIL", judgements: [], issues: [issue] });
  assert.equal(run.no(fails), "PLAN_UNATTENDED");
  assert.deepEqual(run.ok(run.verdict()), ["VerdictRecorded"]);
});
