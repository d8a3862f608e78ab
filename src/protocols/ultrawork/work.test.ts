// Tests of ultrawork's attempts, claims and checks: shared runs, moving trees, bare criteria.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, working } from "../../../test/fixtures/ultrawork-stands.ts";
import {
  agent,
  command,
  engine,
  file,
  planOf,
  story,
  taskOf,
  twoChecks,
} from "../../../test/fixtures/ultrawork-story.ts";

const shared = [
  { criteria: "suite", command: "npm test", type: "test_result" as const },
  { criteria: "suite says ok", command: "npm test", match: "ok" },
  { criteria: "lint", command: "npm run lint" },
];

test("criteria of one check share its run, each judged by itself", () => {
  const run = story();
  run.plan(planOf(taskOf("1", { success_criteria: shared })));
  run.begin("task-1-1");
  run.claim("1");
  assert.deepEqual(run.keys(), ["check-1-1-1.0", "check-1-3-1.0"]);
  const ran = {
    argv: ["npm", "test"],
    cwd: ".",
    exit: 0,
    why: null,
    digest: "d",
    excerpt: "fine",
    before: "t",
    after: "t",
    head: "h",
    ms: 1,
    artifact: null,
  };
  const results = [
    { task: "1", criterion: 1, passed: true, why: null },
    { task: "1", criterion: 2, passed: false, why: "`ok` isn't in the output" },
  ];
  assert.deepEqual(
    run.ok(command("RecordCheck", { job: "check-1-1-1.0", ...ran, results }), engine),
    ["EvidenceRecorded", "EvidenceRecorded"],
  );
  assert.deepEqual(run.check(), ["EvidenceRecorded", "TaskReturned"]);
  assert.match(
    run.state().tasks["1"]?.lastFailure?.reason ?? "",
    /^criterion 2 "suite says ok" \(npm test\): `ok` isn't in the output\nfine$/u,
  );
});

test("a check that fails while others move the tree runs once more, then it counts", () => {
  const run = working();
  run.begin("task-1-1");
  run.claim("1");
  assert.deepEqual(run.check({ exit: 1, before: "a", after: "b" }), ["EvidenceRecorded"]);
  assert.deepEqual(
    run.keys().filter((key) => key.startsWith("check")),
    ["check-1-1-1.1"],
  );
  assert.deepEqual(run.check({ exit: 1, before: "b", after: "c" }), [
    "EvidenceRecorded",
    "TaskReturned",
  ]);
  run.begin("task-1-2");
  run.claim("1");
  run.check({ exit: 1, before: "a", after: "b" });
  assert.deepEqual(run.check(), ["EvidenceRecorded", "TaskResolved"]);
});

test("a bare criterion returns the task, and a check that comes with a claim shows it", () => {
  const run = working();
  run.begin("task-2-1");
  assert.deepEqual(run.claim("2"), ["WorkClaimed", "TaskReturned"]);
  run.begin("task-2-2");
  const claim = (text: string) =>
    command("ClaimEvidence", {
      task: "2",
      criterion: "bare",
      type: "command_output",
      text: "12 passed",
      command: text,
    });
  assert.deepEqual(run.ok(claim("echo ok"), agent("task-2-2")), ["EvidenceClaimed"]);
  assert.deepEqual(run.ok(claim("npm test"), agent("task-2-2")), ["EvidenceClaimed", "CheckSet"]);
  run.claim("2");
  run.checks();
  const { tasks } = run.state();
  assert.equal(tasks["2"]?.status, "resolved");
  assert.deepEqual(
    [tasks["2"]?.criteria[0]?.chosenBy, tasks["2"]?.criteria[0]?.claim?.by],
    ["worker", tasks["2"]?.worker],
  );
});

test("a new attempt believes nothing of the last one", () => {
  const run = story();
  run.plan(planOf(twoChecks));
  run.work("1", {}, { exit: 1 });
  assert.equal(run.state().tasks["1"]?.criteria[0]?.proof?.stale, false);
  run.begin("task-1-2");
  assert.equal(run.state().tasks["1"]?.criteria[0]?.proof?.stale, true);
  run.claim("1");
  assert.deepEqual(run.keys(), ["check-1-1-2.0", "check-1-2-2.0"]);
});

test("what nobody launched, a question and a stop spend no attempt, and no key comes twice", () => {
  const run = story({ max_attempts: 2 });
  run.plan(planOf(taskOf("1")));
  run.begin("task-1-1");
  assert.deepEqual(run.ok(failure("task-1-1", "released"), engine), ["TaskReturned"]);
  run.begin("task-1-2");
  assert.deepEqual(
    run.ok(command("AskQuestion", { about: "1", text: "which?", options: [] }), agent("task-1-2")),
    ["QuestionAsked", "TaskReturned"],
  );
  assert.equal(run.why("task-1-3"), "question 1");
  run.ok(command("AnswerQuestion", { question: "1", answer: "this" }));
  run.begin("task-1-3");
  run.ok(command("Cancel", {}));
  run.ok(command("Reopen", { reason: "r" }));
  run.begin("task-1-4");
  assert.deepEqual(run.ok(failure("task-1-4", "crashed"), engine), ["TaskReturned"]);
  run.begin("task-1-5");
  assert.deepEqual(run.ok(failure("task-1-5", "crashed"), engine), ["TaskFailed"]);
});

test("work that was claimed before a stop is checked when the run is taken up again", () => {
  const run = working();
  run.begin("task-1-1");
  run.claim("1");
  run.ok(command("Fail", { reason: "r" }));
  assert.equal(run.state().tasks["1"]?.status, "in_progress");
  run.ok(command("Reopen", { reason: "r" }));
  assert.deepEqual(run.check(), ["EvidenceRecorded", "TaskResolved"]);
});

test("a claim by hand waits for the holder's end, whose silence then counts as done", () => {
  const run = working();
  run.begin("task-1-1");
  const done = command("ClaimDone", {
    task: "1",
    summary: "done by hand",
    files: [],
    commits: [],
    concerns: "",
  });
  assert.deepEqual(run.ok(done, file), ["WorkClaimed"]);
  assert.ok(!run.keys().some((key) => key.startsWith("check")));
  assert.deepEqual(run.ok(failure("task-1-1", "silent"), engine), ["WorkClaimed"]);
  assert.deepEqual(run.check(), ["EvidenceRecorded", "TaskResolved"]);
});

test("a task begun by hand is nobody's lease: its claim is checked at once", () => {
  const run = working();
  const begin = command("BeginJob", {
    job: "task-1-1",
    holder: { name: "james", agent: null, conversation: null },
    hosted: false,
    leased: true,
  });
  assert.deepEqual(run.ok(begin, file), ["TaskStarted"]);
  assert.equal(run.state().tasks["1"]?.leased, false);
  run.ok(
    command("ClaimDone", {
      task: "1",
      summary: "s",
      files: [],
      commits: ["abc", "def"],
      concerns: "",
      known: ["abc"],
    }),
    file,
  );
  assert.deepEqual(run.state().tasks["1"]?.work?.commits, [
    { id: "abc", exists: true },
    { id: "def", exists: false },
  ]);
  assert.deepEqual(run.check(), ["EvidenceRecorded", "TaskResolved"]);
});

test("a person's word is asked once the checks passed; unmet returns the task, and the next attempt is asked anew", () => {
  const run = story();
  run.plan(
    planOf(
      taskOf("1", {
        success_criteria: [
          { criteria: "a", command: "x" },
          { criteria: "looks right", type: "manual" },
        ],
      }),
    ),
  );
  run.work("1");
  assert.deepEqual(run.keys(), ["confirm-1-2-1"]);
  const confirm = (met: boolean, reason: string) =>
    command("ConfirmManual", { task: "1", criterion: "looks right", met, reason, tree: "t" });
  assert.equal(run.no(confirm(false, "")), "REASON_MISSING");
  assert.deepEqual(run.ok(confirm(false, "too dark")), ["EvidenceRecorded", "TaskReturned"]);
  run.work("1");
  assert.deepEqual(run.keys(), ["confirm-1-2-2"]);
  assert.deepEqual(run.ok(confirm(true, "")), [
    "EvidenceRecorded",
    "TaskResolved",
    "PhaseEntered",
    "SweepOpened",
  ]);
});

test("a failed check returns the task without asking a person about it", () => {
  const run = story();
  run.plan(
    planOf(
      taskOf("1", {
        success_criteria: [
          { criteria: "a", command: "x" },
          { criteria: "m", type: "manual" },
        ],
      }),
    ),
  );
  run.work("1", { exit: 1 });
  assert.equal(run.state().tasks["1"]?.status, "open");
  assert.deepEqual(run.keys(), ["task-1-2"]);
});

test("a waived criterion settles the task that waited for it alone", () => {
  const run = working();
  run.begin("task-1-1");
  run.claim("1");
  assert.deepEqual(run.ok(command("Waive", { task: "1", criterion: 1, reason: "no staging" })), [
    "CriterionWaived",
    "TaskResolved",
  ]);
});

test("a criterion that a person changes after approval is a bypass for ever and starts unproved", () => {
  const run = working();
  const changes = { success_criteria: [{ criteria: "1 holds", command: "other" }] };
  assert.deepEqual(run.ok(command("EditTask", { task: "1", changes, reason: "wrong command" })), [
    "TaskEdited",
  ]);
  assert.deepEqual(
    run.state().bypasses.map(({ what, criterion, by, reason }) => [what, criterion, by, reason]),
    [["criterion changed", 1, "ana", "wrong command"]],
  );
});

test("a lost explorer is tried twice, then planning goes on without it", () => {
  const run = story({ explorers: ["all"] });
  run.begin("explore-exp-1-1");
  assert.deepEqual(run.ok(failure("explore-exp-1-1", "released"), engine), ["ExplorerFailed"]);
  for (const job of ["explore-exp-1-2", "explore-exp-1-3"]) {
    run.begin(job);
    run.ok(failure(job, "lost"), engine);
  }
  assert.equal(run.state().explorers["exp-1"]?.status, "failed");
  assert.deepEqual(run.keys(), ["plan-1"]);
});

for (const mode of ["interactive", "auto"])
  test(`a planner that failed three times: ${mode}`, () => {
    const run = story({ mode });
    for (const n of [1, 2, 3]) {
      run.begin(`plan-${n}`);
      run.ok(failure(`plan-${n}`, "garbage"), engine);
    }
    if (mode === "auto")
      return assert.match(run.state().failureReason ?? "", /the planner failed 3 times: r/u);
    assert.deepEqual(run.keys(), ["stuck-plan"]);
    assert.deepEqual(run.ok(command("RetryTask", { task: "plan" })), ["TaskReopened"]);
    return assert.deepEqual(run.keys(), ["plan-4"]);
  });

test("an edit that was admitted ends the one that stood refused", () => {
  const run = story();
  const refused = command("RefuseEdit", {
    path: "session.json",
    digest: "d",
    code: "COMPLETE_GUARDED",
    why: "w",
  });
  assert.deepEqual(run.ok(refused, engine), ["EditRefused"]);
  assert.deepEqual(run.ok(refused, engine), []);
  assert.equal(run.state().refused?.code, "COMPLETE_GUARDED");
  run.ok(command("KeepExtras", { file: "session.json", pointer: "", value: [["x", "1"]] }), file);
  assert.equal(run.state().refused, null);
  assert.deepEqual(run.state().extras, [
    { file: "session.json", pointer: "", entries: [["x", "1"]] },
  ]);
});
