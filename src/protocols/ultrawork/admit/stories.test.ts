// Tests of ultrawork's acceptance stories of edits: forged evidence, races, old copies, a plan by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desk } from "../../../../test/fixtures/ultrawork-edits.ts";
import {
  agent,
  command,
  engine,
  planOf,
  story,
  taskOf,
} from "../../../../test/fixtures/ultrawork-story.ts";

test("story 1: forged evidence is two labelled claims, COMPLETE is guarded, and the checks decide", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  const { admit, edit, json } = desk(run);
  const forged = edit("tasks/1.json", (file) => {
    file.status = "resolved";
    file.worker_agent_id = "eve";
    file.completed_at = "2026-01-08T12:15:00Z";
    file.evidence.push({
      criteria: "1 holds",
      command: "check-1",
      output: "all good",
      verified: true,
      timestamp: "2026-01-08T12:15:00Z",
    });
  });
  const lifted = edit("session.json", (file) => {
    file.phase = "COMPLETE";
    file.completed_at = "2026-01-08T12:15:00Z";
    file.evidence_log.push({
      task_id: "1",
      criteria: "1 holds",
      type: "test_result",
      content: "12 passed",
      timestamp: "x",
    });
  });
  const { sent, refused } = admit(forged, lifted);
  assert.deepEqual(sent, ["BeginJob", "ClaimEvidence", "ClaimDone", "ClaimEvidence"]);
  assert.deepEqual(refused, ["COMPLETE_GUARDED"]);
  const task = json("tasks/1.json");
  assert.equal(task.status, "in_progress");
  assert.deepEqual(
    task.evidence.map(({ verified, output }: { verified: boolean; output: string }) => [
      verified,
      output,
    ]),
    [[false, "[claim by ana] 12 passed"]],
  );
  assert.deepEqual(
    json("session.json").evidence_log.map(({ content }: { content: string }) => content),
    ["[claim by eve] all good", "[claim by ana] 12 passed"],
  );
  assert.equal(json("session.json").phase, "EXECUTION");
  run.checks({ exit: 1 });
  assert.equal(run.state().tasks["1"]?.status, "open");
});

test("story 7: a hand and two runners take a task, and one of them has it", () => {
  const run = story();
  run.plan(planOf(taskOf("1"), taskOf("2")));
  const { admit, edit, project } = desk(run);
  const begins = () =>
    edit(
      "tasks/2.json",
      (file) => void Object.assign(file, { status: "in_progress", worker_agent_id: "eve" }),
    );
  const byHand = begins();
  run.begin("task-2-1");
  const holder = { name: "x", agent: null, conversation: null };
  assert.equal(
    run.no(command("BeginJob", { job: "task-2-1", holder, hosted: true, leased: true }), engine),
    "JOB_UNREADY",
  );
  assert.deepEqual(admit(byHand), { sent: [], events: [], refused: [] }, "a live lease: nothing");
  run.ok(
    command("ReportFailure", { job: "task-2-1", kind: "released", reason: "given back" }),
    agent("task-2-1"),
  );
  project();
  assert.deepEqual(admit(begins()).events, ["TaskStarted"]);
  assert.equal(
    run.no(command("BeginJob", { job: "task-2-2", holder, hosted: true, leased: true }), engine),
    "JOB_UNREADY",
  );
  assert.equal(run.types().filter((type) => type === "TaskStarted").length, 2);
});

test("story 8: four explorers and two editors write from old copies, and all entries are there once", () => {
  const run = story({ explorers: [1, 2, 3, 4].map((n) => ({ id: `exp-${n}`, hint: `h${n}` })) });
  const { admit, edit, json } = desk(run);
  const found = (n: number, back: number) =>
    edit(
      "context.json",
      (file) => {
        file.explorers.push({
          id: `exp-${n}`,
          hint: `h${n}`,
          file: `exploration/exp-${n}.md`,
          summary: `found ${n}`,
        });
        file.key_files.push(`src/${n}.ts`, "src/all.ts");
      },
      back,
    );
  for (const n of [1, 2, 3, 4])
    assert.deepEqual(admit(found(n, n - 1)).refused, [], `explorer ${n}`);
  const context = json("context.json");
  assert.deepEqual(
    context.explorers.map(({ id }: { id: string }) => id),
    ["exp-1", "exp-2", "exp-3", "exp-4"],
  );
  assert.deepEqual(context.key_files, [
    "src/1.ts",
    "src/all.ts",
    "src/2.ts",
    "src/3.ts",
    "src/4.ts",
  ]);
  assert.equal(context.exploration_complete, true);

  run.plan(
    planOf(
      taskOf("1", {
        success_criteria: [
          { criteria: "a", command: "x a" },
          { criteria: "b", command: "x b" },
        ],
      }),
    ),
  );
  run.begin("task-1-1");
  const shop = desk(run);
  const says = (criteria: string, back: number) =>
    shop.edit(
      "tasks/1.json",
      (file) =>
        void file.evidence.push({
          criteria,
          command: `x ${criteria}`,
          output: `${criteria} holds`,
          verified: true,
          timestamp: "t",
        }),
      back,
    );
  assert.deepEqual(shop.admit(says("a", 0)).sent, ["ClaimEvidence"]);
  assert.deepEqual(shop.admit(says("b", 1)).sent, ["ClaimEvidence"]);
  const again = says("b", 2);
  assert.deepEqual(
    shop.admit(again),
    { sent: [], events: [], refused: [] },
    "said again from an old copy",
  );
  assert.deepEqual(
    shop.json("tasks/1.json").evidence.map(({ output }: { output: string }) => output),
    ["[claim by task-2b4f4e] a holds", "[claim by task-2b4f4e] b holds"].map((text) =>
      text.replace("task-2b4f4e", run.state().tasks["1"]?.worker ?? ""),
    ),
  );
  const told = { task_id: "1", criteria: "a", type: "manual", content: "a holds", timestamp: "t" };
  assert.deepEqual(
    shop.admit(shop.edit("session.json", (file) => void file.evidence_log.push(told))),
    { sent: [], events: [], refused: [] },
    "said again where no command is shown",
  );
  assert.equal(shop.json("session.json").evidence_log.length, 2);
});

const handMade = (id: string, more: object = {}) => ({
  id,
  subject: `Task ${id}`,
  status: "open",
  worker_agent_id: null,
  success_criteria: [`${id} holds`],
  evidence: [],
  blocked_by: [],
  started_at: null,
  completed_at: null,
  ...more,
});

test("story 9: a plan by hand is added, proposed and waits; changed, it is another one", () => {
  const run = story({ planner: "hand" });
  const { admit, edit, json, put } = desk(run);
  const text = (value: object) => JSON.stringify(value);
  const { sent, refused } = admit(
    put("tasks/1.json", text(handMade("1"))),
    put(
      "tasks/2.json",
      text(
        handMade("2", {
          blocked_by: ["1"],
          checks: [{ criteria: "2 holds", command: "npm test" }],
        }),
      ),
    ),
    edit("tasks/verify.json", (file) => {
      file.success_criteria = ["the build passes"];
      file.checks = [{ criteria: "the build passes", command: "npm run build" }];
      file.blocked_by = ["1", "2"];
    }),
    edit("session.json", (file) => void (file.phase = "EXECUTION")),
  );
  assert.deepEqual(sent, ["AddTask", "AddTask", "EditTask", "ProposePlan"]);
  assert.deepEqual(refused, ["PLAN_UNAPPROVED"]);
  assert.equal(json("session.json").phase, "PLANNING");
  assert.ok(run.keys().includes("approve-1"));
  assert.deepEqual(json("tasks/verify.json").success_criteria.slice(2), ["the build passes"]);
  assert.deepEqual(admit(edit("tasks/2.json", (file) => void (file.subject = "Other"))).events, [
    "TaskEdited",
    "PlanProposed",
  ]);
  assert.equal(run.no(command("ApprovePlan", { rev: 1 })), "PLAN_CHANGED");
  run.ok(command("ApprovePlan", { rev: 2 }));
  assert.equal(run.state().phase, "EXECUTION");
});

test("story 9: in auto it runs; a ring or an unsafe id gives all findings at once and takes nothing", () => {
  const auto = story({ planner: "hand", mode: "auto" });
  const one = desk(auto);
  const phased = () => one.edit("session.json", (file) => void (file.phase = "EXECUTION"));
  assert.deepEqual(
    one.admit(
      one.put(
        "tasks/1.json",
        JSON.stringify(
          handMade("1", { success_criteria: [{ criteria: "1 holds", command: "x" }] }),
        ),
      ),
      phased(),
    ).refused,
    [],
  );
  assert.equal(auto.state().phase, "EXECUTION");

  const run = story({ planner: "hand" });
  const { admit, edit, put, read } = desk(run);
  const ring = [
    put("tasks/1.json", JSON.stringify(handMade("1", { blocked_by: ["2"] }))),
    put("tasks/2.json", JSON.stringify(handMade("2", { blocked_by: ["1"] }))),
  ];
  const unsafe = put("tasks/x.json", JSON.stringify(handMade("../x")));
  const asked = edit("session.json", (file) => void (file.phase = "EXECUTION"));
  const refusals = read(...ring, unsafe, asked).map(({ refused }) => refused);
  const session = refusals.find((one) => one?.path === "session.json");
  assert.deepEqual((session?.more ?? []).map(({ code }) => code).toSorted(), [
    "GRAPH_CYCLIC",
    "TASK_ID_INVALID",
  ]);
  assert.deepEqual(admit(...ring, unsafe, asked).sent, []);
  assert.deepEqual(run.state().order, []);
  const inOne = edit("session.json", (file) => {
    file.child_tasks.push(
      handMade("1", { blocked_by: ["2"] }),
      handMade("2", { blocked_by: ["1"] }),
      handMade("../x"),
    );
    file.planner.status = "completed";
  });
  assert.deepEqual([...admit(inOne).refused].toSorted(), ["GRAPH_CYCLIC", "TASK_ID_INVALID"]);
  assert.deepEqual(run.state().order, []);
});
