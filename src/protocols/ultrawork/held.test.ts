// A check that its worker chose is tried without the work, and proves nothing where it passes there, too.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agent,
  command,
  planOf,
  type Ran,
  story,
  taskOf,
} from "../../../test/fixtures/ultrawork-story.ts";
import { ended } from "./ended.ts";
import { evidence } from "./evidence.ts";
import { report } from "./report.ts";

type Options = NonNullable<Parameters<typeof story>[0]>;

/** One task in its own checkout, whose worker names its check. */
const begun = (options: Options = {}) => {
  const run = story({ baseline: true, max_attempts: 2, ...options });
  run.plan(planOf(taskOf("1", { success_criteria: ["bare"] })));
  run.place();
  let attempt = 0;
  const work = (check: string, ...told: readonly Ran[]): void => {
    attempt += 1;
    run.begin(`task-1-${attempt}`);
    run.ok(
      command("ClaimEvidence", {
        task: "1",
        criterion: 1,
        type: "command_output",
        text: "",
        command: check,
      }),
      agent(`task-1-${attempt}`),
    );
    run.claim("1");
    run.checks(...told);
  };
  const task = () => run.state().tasks["1"];
  return { ...run, work, task };
};

test("it is run without the work first, and counts where it fails there", () => {
  const run = begun();
  run.begin("task-1-1");
  run.ok(
    command("SetCheck", { task: "1", criterion: 1, check: { command: "x" }, reason: "r" }),
    agent("task-1-1"),
  );
  run.claim("1");
  const [job] = run.due();
  assert.deepEqual([run.keys(), job?.without], [["before-1-1-1.0"], true]);
  assert.ok(job !== undefined);
  const lost = {
    is: "ended",
    exit: null,
    reason: "lost",
    report: null,
    found: "none",
    message: "",
    fault: null,
    output: null,
  } as const;
  const around = {
    holder: { name: "", agent: null, conversation: null },
    hosted: true,
    done: "report",
    files: {},
  } as const;
  const tree = { before: null, after: null, changed: [], commits: [] };
  assert.deepEqual(
    report(job, { ...around, tree, ...lost }),
    [],
    "a try that was lost comes again",
  );
  run.check();
  assert.deepEqual(run.keys(), ["check-1-1-1.0"]);
  run.check();
  assert.deepEqual(
    [run.task()?.status, evidence(run.state(), "1")[0]?.before],
    ["resolved", false],
  );
});

test("one that passes there, too, goes back to the worker, who may name another; that one is tried anew", () => {
  const run = begun();
  run.work("old", { without: 0 });
  assert.equal(run.task()?.status, "open");
  assert.match(
    run.task()?.lastFailure?.reason ?? "",
    /\(old\): passes without the work, too: shows nothing of it/u,
  );
  run.work("new");
  assert.deepEqual(
    [run.task()?.status, evidence(run.state(), "1")[0]?.before],
    ["resolved", false],
  );
  assert.equal(run.log.filter(({ type }) => type === "BaselineRecorded").length, 2);
});

test("at the last attempt a person is asked; without one the run fails", () => {
  const run = begun();
  run.work("old", { without: 0 });
  run.work("old");
  assert.deepEqual(run.keys(), ["confirm-1-1-1"]);
  assert.match(
    run.due()[0]?.decision?.question ?? "",
    /\(its check, old, passes without the work, too: shows nothing of it\)$/u,
  );
  run.ok(
    command("ConfirmManual", {
      task: "1",
      criterion: 1,
      met: true,
      reason: "",
      tree: "tree-a",
      head: "head",
    }),
  );
  assert.equal(run.task()?.status, "resolved");
  assert.deepEqual(evidence(run.state(), "1")[0]?.doubts, [
    "passes without the work, too: shows nothing of it",
  ]);

  const alone = begun({ mode: "auto" });
  alone.work("old", { without: 0 });
  alone.work("old");
  assert.equal(alone.state().phase, "FAILED");
  assert.match(ended(alone.state())?.summary ?? "", /\(old\): passes without the work, too/u);
});

test("work that changed no file proves nothing, whatever its checks say, and its task is stuck", () => {
  for (const on of ["tree-a", "tree-b"]) {
    const run = begun();
    run.setTree(on);
    for (const check of ["old", "older"]) run.work(check, { without: 0, on });
    assert.equal(run.state().tasks["1"]?.status, "failed");
    assert.match(
      run.state().tasks["1"]?.lastFailure?.reason ?? "",
      /\(older\): passes, and no file was changed: shows nothing/u,
    );
  }
});

test("in the checkout itself a tree that is the base's tells it, and nothing is run without the work", () => {
  const run = story({ max_attempts: 1 });
  run.plan(planOf(taskOf("1", { success_criteria: ["bare"] }), taskOf("2")));
  run.setTree("tree-0");
  run.begin("task-1-1");
  run.ok(
    command("SetCheck", { task: "1", criterion: 1, check: { command: "x" }, reason: "r" }),
    agent("task-1-1"),
  );
  run.claim("1");
  run.check();
  assert.match(run.state().tasks["1"]?.lastFailure?.reason ?? "", /no file was changed/u);
  assert.equal(run.state().phase, "EXECUTION", "the other task is still to be done");
  assert.ok(!run.types().includes("BaselineRecorded"));
});

test("what a check came to before the work is forgotten with it", () => {
  const run = story({ baseline: true });
  run.plan(planOf(taskOf("1")));
  const results = [{ criterion: 1, passed: true, exit: 0, why: null }];
  const measured = command("RecordBaseline", { task: "1", results, note: null });
  run.ok(measured, { kind: "engine", name: "engine" });
  run.ok(
    command("SetCheck", { task: "1", criterion: 1, check: { command: "another" }, reason: "r" }),
  );
  assert.deepEqual(run.keys(), ["baseline-1", "task-1-1"]);
  run.ok(measured, { kind: "engine", name: "engine" });
  run.begin("task-1-1");
  run.ok(
    command("SetCheck", { task: "1", criterion: 1, check: { command: "a third" }, reason: "r" }),
  );
  assert.equal(evidence(run.state(), "1")[0]?.before, null);
});
