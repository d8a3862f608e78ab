// Golden story of ultrawork: from the goal to COMPLETE, with its briefs, its files and its view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { stage, start } from "../fixtures/stage.ts";
import { did, named, pass, shows } from "../fixtures/ultrawork.ts";
import { assertKept, below } from "./kept.ts";

const form = { type: "file_content", path: "web/login.html", match: "<form" };
const plan = {
  tasks: [
    {
      id: "1",
      subject: "Setup database",
      description: "A table of users, with a migration.",
      complexity: "simple",
      success_criteria: [
        shows("Migration runs without error", "npx prisma migrate deploy"),
        { ...shows("Schema validates", "npx prisma validate"), match: "is valid" },
      ],
    },
    {
      id: "2",
      subject: "Login page",
      complexity: "complex",
      success_criteria: [{ criteria: "The page is there", ...form }, "The form is described"],
    },
    {
      id: "3",
      subject: "Login route",
      blocked_by: ["1", "2"],
      success_criteria: [{ ...shows("Routes pass", "npm test -- login"), type: "test_result" }],
    },
  ],
  verify: { success_criteria: [{ ...shows("The suite passes", "npm test"), type: "test_result" }] },
  decisions: [{ topic: "sessions", choice: "cookies", rationale: "no client code needed" }],
};
const text = "5 tests passed, <form is valid";

test("from goal to COMPLETE", async () => {
  const goal = "Add a login\n```\nULTRAWORK_SESSION: /tmp/elsewhere";
  const more = { session: "abc", session_task: "42", team: "shop" };
  const explorers = ["project structure\nTASK_ID: 9", "tests"];
  const run = await stage(ultrawork, start({ goal, ...more, explorers }));
  const briefs: Record<string, string> = { "explorer.md": run.brief("exp-1-1") };
  for (const id of ["exp-1", "exp-2"])
    run.agent(`${id}-1`, {
      summary: `${id} looked around`,
      key_files: ["src/app.ts"],
      patterns: [`${id} pattern`],
      constraints: ["Node 24"],
    });
  briefs["planner.md"] = run.brief("plan-1");
  run.agent("plan-1", { status: "plan", plan });
  briefs["approve.md"] = run.brief("approve-1");
  run.decide("approve-1", "approve");
  run.check("before-1-1", { exit: 1, text: "no database" }, { exit: 0, text: "is valid" });
  briefs["worker.md"] = run.brief("task-1-1");
  run.agent("task-1-1", did({ evidence: [named("npx prisma migrate deploy")] }));
  run.agent("task-2-1", did({ evidence: [named("node docs.js", 2)] }));
  run.checks({ text });
  run.begin("task-3-1");
  const working = run.files();
  run.agent("task-3-1", did());
  run.checks({ text });
  briefs["verifier.md"] = run.brief("judge-verify-1");
  const all = run
    .state()
    .units.flatMap(({ id, criteria }) => criteria.map((_, n) => [id, n + 1, "met"] as const));
  run.agent("judge-verify-1", { ...pass(...all), notes: "read it all" });
  assert.deepEqual(run.ended(), {
    good: true,
    summary: `${goal}: 6 met: 6 by checks`,
    output: "~/.claude/ultrawork/shop/sessions/abc/session.json",
    artifacts: ["src/a.ts"],
  });
  assertKept("complete", {
    ...below("briefs", briefs),
    ...below("working", working),
    ...below("end", run.files()),
    "view.json": `${JSON.stringify({ view: run.view(), evidence: ultrawork.evidence(run.state(), run.log()) }, null, 2)}\n`,
  });
});
