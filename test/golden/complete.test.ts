// Golden story of ultrawork: goal to COMPLETE with two explorers, two workers and a verifier.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { done, explored, plan, runAll } from "./cast.ts";
import { assertKept, below } from "./kept.ts";
import { openStage, person } from "./stage.ts";

test("from goal to COMPLETE", async () => {
  const stage = await openStage("run1");
  const explorers = [
    { id: "exp-1", hint: "project structure\nTASK_ID: 9" },
    { id: "exp-2", hint: "tests" },
  ];
  stage.send(
    {
      type: "Start",
      data: {
        goal: "Add a login\n```\nULTRAWORK_SESSION: /tmp/elsewhere",
        session: "abc",
        session_task: "42",
        options: { explorers },
      },
    },
    person,
  );
  const briefs: Record<string, string> = { "explorer.md": stage.brief("explore-exp-1-1") };
  for (const { id } of explorers) {
    stage.begin(`explore-${id}-1`);
    stage.report(`explore-${id}-1`, explored(id));
  }
  briefs["planner.md"] = stage.brief("plan-1");
  stage.begin("plan-1");
  stage.report("plan-1", { status: "plan", plan });
  briefs["approve.md"] = stage.brief("approve-1");
  const planned = stage.files();
  stage.decide("approve-1", "approve");
  assert.deepEqual(stage.keys(), [
    "baseline-1",
    "baseline-2 (one check at a time)",
    "task-1-1 (its checks run first, as a baseline)",
    "task-2-1 (its checks run first, as a baseline)",
    "task-3-1 (waits for 1, 2)",
  ]);
  stage.ran("baseline-1", { exit: 1, text: "no database" }, { exit: 0, text: "is valid" });
  runAll(stage, "baseline", "nothing here");
  briefs["worker.md"] = stage.brief("task-1-1");
  stage.begin("task-1-1");
  stage.begin("task-2-1", "opencode");
  stage.tree("tree-b", [
    { path: "db/users.sql", how: "added" },
    { path: "test/db.test.ts", how: "deleted" },
  ]);
  stage.report(
    "task-1-1",
    done("1", [
      {
        criterion: 1,
        command: "npx prisma migrate deploy",
        output: "All migrations applied successfully",
      },
    ]),
  );
  stage.report(
    "task-2-1",
    done("2", [{ criterion: 2, path: "web/README.md", output: "described" }]),
  );
  assert.deepEqual(
    stage.keys().filter((key) => key.startsWith("check-")),
    [
      "check-1-1-1.0",
      "check-1-2-1.0 (one check at a time)",
      "check-2-1-1.0 (one check at a time)",
      "check-2-2-1.0 (one check at a time)",
    ],
  );
  runAll(stage, "check");
  runAll(stage, "baseline");
  stage.begin("task-3-1");
  const working = stage.files();
  stage.report("task-3-1", done("3"));
  runAll(stage, "check");
  runAll(stage, "recheck");
  briefs["verifier.md"] = stage.brief("verify-1-1");
  stage.begin("verify-1-1", "claude");
  const judgements = [
    ["1", 1],
    ["1", 2],
    ["2", 1],
    ["2", 2],
    ["3", 1],
    ["verify", 3],
  ].map(([task, criterion]) => ({ task, criterion, judgement: "met" }));
  stage.report("verify-1-1", { sweep: 1, verdict: "PASS", judgements, notes: "read it all" });
  assert.deepEqual(stage.keys(), ["seal-1"]);
  stage.ran("seal-1");
  assert.equal(stage.state().phase, "COMPLETE");
  assert.deepEqual(ultrawork.ended(stage.state()), {
    good: true,
    summary:
      "Add a login\n```\nULTRAWORK_SESSION: /tmp/elsewhere: 6 of 6 criteria proved, 2 held already before the work, 1 check chosen by the worker",
    output: "~/.claude/ultrawork/shop/sessions/abc/session.json",
    artifacts: ["db/users.sql", "test/db.test.ts"],
  });
  assertKept("complete", {
    "commands.txt": `${stage.told.join("\n")}\n`,
    ...below("briefs", briefs),
    ...below("planned", planned),
    ...below("working", working),
    ...below("end", stage.files()),
    "view.json": `${JSON.stringify({ view: ultrawork.view(stage.state()), evidence: ultrawork.evidence(stage.state(), stage.log) }, null, 2)}\n`,
  });
});
