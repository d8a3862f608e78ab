// Tests of commands that come from file edits in ultrawork: extra rights and extra limits.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agent,
  command,
  file,
  planOf,
  story,
  taskOf,
} from "../../../test/fixtures/ultrawork-story.ts";

const claim = (more: object = {}) =>
  command("ClaimEvidence", {
    task: "1",
    criterion: 1,
    type: "command_output",
    text: "fine",
    command: "npm test",
    ...more,
  });

test("a hand's words before the work are kept and name no check; nobody else has any then", () => {
  const run = story({ planner: "hand" });
  run.ok(command("AddTask", { task: taskOf("1", { success_criteria: ["bare"] }) }));
  assert.deepEqual(run.ok(claim(), file), ["EvidenceClaimed"]);
  assert.equal(run.state().tasks["1"]?.criteria[0]?.check, null);
  assert.equal(run.no(claim()), "PHASE_WRONG");
});

test("unknown keys of an entry come from a hand alone, within the limit of one object", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  run.begin("task-1-1");
  run.ok(claim({ extras: [["x", "}"]] }), agent("task-1-1"));
  assert.deepEqual(run.state().tasks["1"]?.criteria[0]?.claim?.extras, []);
  run.ok(claim({ extras: [["x", "1"]] }), file);
  assert.deepEqual(run.state().tasks["1"]?.criteria[0]?.claim?.extras, [["x", "1"]]);
  assert.equal(
    run.no(claim({ extras: [["x", `"${"y".repeat(70_000)}"`]] }), file),
    "FIELD_OVERSIZED",
  );
});

test("lists that hands made longer only grow; an explorer's report is said once", () => {
  const run = story();
  const found = (explorer: string, ...keyFiles: readonly string[]) =>
    command("RecordExploration", {
      explorer,
      summary: "",
      key_files: [...keyFiles],
      patterns: [],
      constraints: [],
    });
  run.ok(found("hand", "a"), file);
  run.ok(found("other", "b"), file);
  run.ok(found("hand", "c"), file);
  assert.deepEqual(run.ok(found("hand", "a"), file), []);
  assert.deepEqual(
    run.state().findings.map(({ explorer, keyFiles }) => [explorer, keyFiles]),
    [
      ["hand", ["a", "c"]],
      ["other", ["b"]],
    ],
  );
  assert.equal(run.no(found("other", "z"), file), "EXPLORER_REPEATED");
});

test("by hand no lease is ended, and what a holder was claimed for waits for its end", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  run.begin("task-1-1");
  for (const kind of ["released", "failed"] as const)
    assert.equal(
      run.no(command("ReportFailure", { job: "task-1-1", kind, reason: "r" }), file),
      "JOB_HELD",
    );
  run.ok(
    command("ClaimDone", { task: "1", summary: "done", files: [], commits: [], concerns: "" }),
    file,
  );
  assert.equal(run.state().tasks["1"]?.claimed, "held");
  assert.ok(!run.keys().some((key) => key.startsWith("check-")));
  run.ok(
    command("ReportFailure", { job: "task-1-1", kind: "silent", reason: "" }),
    agent("task-1-1"),
  );
  assert.equal(run.state().tasks["1"]?.claimed, "due");
});

test("verify may be called otherwise in a draft, but waits for every task all the same", () => {
  const run = story({ planner: "hand" });
  assert.deepEqual(
    run.ok(command("EditTask", { task: "verify", changes: { subject: "All of it" } }), file),
    ["TaskEdited"],
  );
  assert.equal(
    run.no(command("EditTask", { task: "verify", changes: { blocked_by: [] } }), file),
    "VERIFY_RESERVED",
  );
});
