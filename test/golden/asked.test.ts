// Golden story of ultrawork: questions, a person's word and a picture as proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { outcome, runAll, startWith, work } from "./cast.ts";
import { assertKept } from "./kept.ts";
import { openStage, person } from "./stage.ts";

test("planner and worker ask, a person answers, and the answer stands in the next brief", async () => {
  const stage = await openStage("run9");
  stage.send(
    {
      type: "Start",
      data: { goal: "Add a login", session: "abc", options: { explorers: 0, baseline: false } },
    },
    person,
  );
  stage.begin("plan-1");
  stage.report("plan-1", {
    status: "questions",
    questions: [{ text: "Cookies or tokens?", options: ["cookies", "tokens"] }],
  });
  assert.deepEqual(stage.keys(), ["question-1"]);
  stage.decide("question-1", "2", "short-lived");
  assert.match(stage.brief("plan-2"), /"answer": "tokens \(short-lived\)"/u);
  stage.begin("plan-2");
  const task = {
    id: "1",
    subject: "Login",
    success_criteria: [{ criteria: "It runs", command: "npm run check-1" }],
  };
  stage.report("plan-2", { status: "plan", plan: { tasks: [task] } });
  stage.decide("approve-1", "revise", "name the port");
  assert.match(stage.brief("plan-3"), /name the port/u);
  stage.begin("plan-3");
  stage.report("plan-3", {
    status: "plan",
    plan: { tasks: [{ ...task, description: "Port 8080." }] },
  });
  stage.decide("approve-2", "approve");
  stage.begin("task-1-1");
  stage.report("task-1-1", {
    task: "1",
    status: "needs_context",
    summary: "",
    question: { text: "Which host?" },
  });
  assert.deepEqual(stage.keys(), ["question-2", "task-1-2 (question 2)"]);
  stage.decide("question-2", "answer", "localhost");
  assert.match(stage.brief("task-1-2"), /"answer": "localhost"/u);
  work(stage, "1", 2);
  runAll(stage, "check");
  assert.equal(stage.state().tasks["1"]?.status, "resolved");
  assertKept("asked", outcome(stage));
});

const shown = {
  tasks: [
    {
      id: "1",
      subject: "Login page",
      success_criteria: [
        { criteria: "It reads well", type: "manual" },
        { criteria: "It looks right", type: "screenshot", path: "shots/login.png" },
      ],
    },
  ],
};
const png = "\u0089PNG\r\n\u001a\n";

test("a person's word and a captured picture: unmet returns the task, the verifier's doubt asks again, its judgement proves", async () => {
  const stage = await openStage("run10");
  startWith(stage, shown);
  work(stage, "1");
  stage.ran("check-1-2-1.0", { exit: 0, text: png });
  stage.decide("confirm-1-1-1", "unmet", "too long");
  assert.match(stage.brief("task-1-2"), /too long/u);
  work(stage, "1", 2);
  runAll(stage, "check", png);
  stage.decide("confirm-1-1-2", "met");
  runAll(stage, "recheck", png);
  const status = (): readonly string[] =>
    ultrawork.evidence(stage.state(), stage.log, "1").map((criterion) => criterion.status);
  assert.deepEqual(status(), ["proved", "captured"]);
  const judge = (first: string): unknown => [
    { task: "1", criterion: 1, judgement: first, note: "the text changed since" },
    { task: "1", criterion: 2, judgement: "met" },
  ];
  stage.begin("verify-1-1", "claude");
  stage.report("verify-1-1", { sweep: 1, verdict: "FAIL", judgements: judge("unproven") });
  runAll(stage, "recheck", png);
  assert.deepEqual(stage.keys(), ["confirm-1-1-3"]);
  stage.decide("confirm-1-1-3", "met", "read again");
  stage.begin("verify-1-2", "claude");
  stage.report("verify-1-2", { sweep: 1, verdict: "PASS", judgements: judge("met") });
  assert.deepEqual(status(), ["proved", "proved"]);
  stage.ran("seal-1");
  assert.equal(stage.state().phase, "COMPLETE");
  assertKept("manual", outcome(stage));
});
