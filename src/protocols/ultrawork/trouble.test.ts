// Tests of model server trouble in ultrawork: no attempt spent, pauses, one word to resume.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agent,
  ana,
  command,
  engine,
  planOf,
  story,
  taskOf,
} from "../../../test/fixtures/ultrawork-story.ts";
import { ended, executing, fold, jobOf, started, task } from "../../../test/fixtures/ultrawork.ts";
import type { Outcome } from "../../core/job.ts";
import { refuse } from "../../core/refusal.ts";
import { eventLineOf } from "../../kit/telling.ts";
import { allEvents } from "./events.ts";
import { jobs } from "./jobs.ts";
import type { UltraworkCommand } from "./commands.ts";
import { report } from "./report.ts";
import { troubleNow } from "./trouble.ts";
import { view } from "./view.ts";

const eventLine = eventLineOf(allEvents);

type Story = ReturnType<typeof story>;
type Kind = "auth" | "quota" | "overload" | "network";

const turnAway = (
  run: Story,
  job: string,
  trouble: Kind,
  more: { readonly retry_at?: string } = {},
): readonly string[] => {
  run.begin(job);
  const reason = `the words for ${trouble} (exit 1)\nmore`;
  return run.ok(
    command("ReportFailure", { job, kind: "crashed", reason, trouble, ...more }),
    engine,
  );
};
const jobIn = (run: Story, key: string) => jobs(run.state()).find((one) => one.key === key);
const explorers = { explorers: ["one", "two"] };

test("each trouble of its model server spends no try of any agent's, others do as before", () => {
  const worker = jobOf(fold(...executing([task("1", [["a", "x"]])])), "task-1-1");
  const explorer = jobOf(
    fold(started({ explorers: [{ id: "exp-1", hint: "all" }] })),
    "explore-exp-1-1",
  );
  const planner = jobOf(fold(started()), "plan-1");
  const told = (commands: readonly UltraworkCommand[]) =>
    commands.map((one) =>
      one.type === "ReportFailure"
        ? [one.data.kind, one.data.trouble, one.data.retry_at]
        : [one.type],
    );
  const retryAt = "2026-01-08T15:00:00.000Z";
  for (const kind of ["auth", "quota", "overload", "network"] as const) {
    assert.deepEqual(
      told(report(worker, ended(undefined, { exit: 1, fault: { kind, retryAt } }))),
      [["crashed", kind, retryAt]],
    );
    const killed = { exit: null, reason: "killed", fault: { kind } } as const;
    for (const job of [worker, explorer, planner])
      assert.deepEqual(told(report(job, ended(undefined, killed))), [["crashed", kind, undefined]]);
  }
  const silent: Outcome = ended(undefined, { fault: { kind: "overload" } });
  assert.deepEqual(told(report(explorer, silent)), [["silent", "overload", undefined]]);
  assert.deepEqual(told(report(planner, silent, refuse("PLAN_EMPTY", "no task"))), [
    ["silent", "overload", undefined],
  ]);
  const worked = [
    ended(undefined, { exit: 1, fault: { kind: "other" } }),
    ended(undefined, { exit: null, reason: "timeout", fault: { kind: "network" } }),
    ended(undefined, { exit: null, reason: "lost", fault: { kind: "network" } }),
    ended({ task: "1", status: "failed", summary: "no" }, { exit: 1, fault: { kind: "auth" } }),
  ];
  for (const outcome of worked) assert.deepEqual(told(report(worker, outcome))[0]?.[1], undefined);
});

test("what passes by itself waits longer each time, or till its provider's word, and then for a person; a refused login at once", () => {
  const at = "2026-01-08T12:00:00.000Z";
  const trouble = (times: number) =>
    ({ kind: "overload", reason: "r", times, notBefore: null }) as const;
  const seen = [0, 1, 2, 3, 4].map(
    (times) =>
      troubleNow(times === 0 ? undefined : trouble(times), "network", at, undefined).notBefore,
  );
  assert.deepEqual(seen, [
    "2026-01-08T12:00:30.000Z",
    "2026-01-08T12:02:00.000Z",
    "2026-01-08T12:08:00.000Z",
    "2026-01-08T12:32:00.000Z",
    null,
  ]);
  assert.equal(troubleNow(undefined, "auth", at, "2026-01-08T13:00:00.000Z").notBefore, null);
  assert.equal(
    troubleNow(undefined, "quota", at, "2026-01-08T15:00:00Z").notBefore,
    "2026-01-08T15:00:00.000Z",
  );
  assert.equal(
    troubleNow(undefined, "quota", at, "9999-01-01T00:00:00Z").notBefore,
    null,
    "nobody waits for a day that won't come",
  );
  for (const odd of ["2026-01-08T11:00:00Z", "soon"])
    assert.equal(troubleNow(undefined, "quota", at, odd).notBefore, seen[0]);
});

for (const mode of ["interactive", "auto"])
  test(`explorers whose login is refused wait for one word, and none is failed: ${mode}`, () => {
    const run = story({ ...explorers, mode });
    assert.deepEqual(turnAway(run, "explore-exp-1-1", "auth"), ["ExplorerFailed"]);
    assert.equal(
      jobIn(run, "explore-exp-2-1")?.why,
      null,
      "one that didn't begin yet isn't judged by another's trouble",
    );
    turnAway(run, "explore-exp-2-1", "auth");
    assert.deepEqual(run.keys(), ["stuck-exp-1", "explore-exp-1-2", "explore-exp-2-2"]);
    const decision = jobIn(run, "stuck-exp-1")?.decision;
    assert.equal(
      decision?.question,
      "The agent of exp-1, exp-2 was turned away: the words for auth (exit 1). Try again?",
    );
    assert.match(
      decision?.options[0]?.means ?? "",
      /no attempt was spent\. Before that, log in with that program/u,
    );
    assert.equal(run.why("explore-exp-1-2"), "waits for an answer");
    const { status, nodes, warnings } = view(run.state());
    assert.deepEqual(
      [status, nodes[0]?.status, nodes[0]?.why, warnings],
      ["waiting", "waiting", run.why("explore-exp-1-2"), []],
    );
    const answer = {
      ...ended(undefined),
      is: "decided",
      option: "retry",
      note: "logged in",
      data: null,
    } as const;
    const job = jobIn(run, "stuck-exp-1");
    assert.ok(job !== undefined);
    const [retry] = report(job, answer);
    assert.deepEqual(retry, { type: "RetryTask", data: { task: "exp-1", reason: "logged in" } });
    assert.deepEqual(retry === undefined ? [] : run.ok(retry), ["TroublesLifted"]);
    assert.deepEqual(
      [run.keys(), run.why("explore-exp-1-2")],
      [["explore-exp-1-2", "explore-exp-2-2"], null],
    );
    for (const n of [1, 2]) assert.equal(run.state().explorers[`exp-${n}`]?.failed, 0);
  });

test("five times in a row is enough, and anything else in between begins the count anew", () => {
  const run = story({ explorers: 0, max_attempts: 1 });
  run.plan(planOf(taskOf("1")));
  for (let n = 1; n < 5; n += 1) {
    assert.deepEqual(turnAway(run, `task-1-${n}`, "overload"), ["TaskReturned"]);
    const job = jobIn(run, `task-1-${n + 1}`);
    assert.equal(job?.why, null);
    assert.ok((job?.notBefore ?? "") > run.state().updatedAt);
  }
  run.begin("task-1-5");
  run.ok(command("AskQuestion", { about: "1", text: "which?", options: [] }), agent("task-1-5"));
  run.ok(command("AnswerQuestion", { question: "1", answer: "this" }));
  assert.deepEqual(run.state().troubles, {});
  for (let n = 6; n < 11; n += 1) turnAway(run, `task-1-${n}`, "network");
  assert.deepEqual(run.keys(), ["stuck-1", "task-1-11"]);
  assert.equal(run.no(command("RetryTask", { task: "2" })), "TASK_UNKNOWN");
  run.ok(command("RetryTask", { task: "1" }));
  run.begin("task-1-11");
  assert.deepEqual(
    run.ok(command("ReportFailure", { job: "task-1-11", kind: "crashed", reason: "r" }), engine),
    ["TaskFailed"],
    "no try was won",
  );
});

test("however often it was turned away, a task that failed once is worked again", () => {
  const run = story({ explorers: 0, max_attempts: 1 });
  run.plan(planOf(taskOf("1")));
  for (let n = 1; n < 13; n += 1) {
    turnAway(run, `task-1-${n}`, "auth");
    run.ok(command("RetryTask", { task: "1" }));
  }
  run.begin("task-1-13");
  assert.deepEqual(
    run.ok(command("ReportFailure", { job: "task-1-13", kind: "crashed", reason: "r" }), engine),
    ["TaskFailed"],
  );
  const decision = jobIn(run, "stuck-1")?.decision;
  assert.match(decision?.question ?? "", /failed after 1 attempt:/u);
  assert.equal(decision?.options[0]?.id, "retry");
  assert.deepEqual(run.ok(command("RetryTask", { task: "1" })), ["TaskReopened"]);
  run.begin("task-1-14");
  assert.deepEqual(
    run.ok(command("ReportFailure", { job: "task-1-14", kind: "crashed", reason: "r" }), engine),
    ["TaskFailed"],
  );
  run.ok(command("Fail", { reason: "enough" }), ana);
  run.ok(command("Reopen", { reason: "again" }), ana);
  assert.equal(run.state().tasks["1"]?.status, "open");
});

test("whoever reads the events sees when it is tried again, or that a person says so", () => {
  const returned = (trouble?: { kind: "auth" | "overload"; notBefore: string | null }): string =>
    eventLine({
      type: "TaskReturned",
      by: engine,
      data: {
        task: "1",
        kind: "crashed",
        reason: "turned away",
        spent: false,
        ...(trouble === undefined ? {} : { trouble }),
      },
    });
  assert.equal(returned(), "task 1: turned away");
  assert.equal(
    returned({ kind: "overload", notBefore: "2026-01-08T12:00:30.000Z" }),
    "task 1: turned away; tried again at 2026-01-08T12:00:30.000Z",
  );
  assert.equal(
    returned({ kind: "auth", notBefore: null }),
    "task 1: turned away; a person says when it is tried again",
  );
});

test("one that was put off keeps nobody else out, and somebody from outside may take it", () => {
  const run = story({ max_workers: 1 });
  run.plan(planOf(taskOf("1"), taskOf("2", { files: ["src/1.ts"] })));
  assert.match(run.why("task-2-1") ?? "", /goes first/u);
  turnAway(run, "task-1-1", "quota", { retry_at: "2026-01-09T00:00:00Z" });
  assert.deepEqual(
    [run.why("task-2-1"), jobIn(run, "task-1-2")?.notBefore],
    [null, "2026-01-09T00:00:00.000Z"],
  );
  const holder = { name: "james", agent: null, conversation: null };
  assert.deepEqual(
    run.ok(command("BeginJob", { job: "task-1-2", holder, hosted: false, leased: true }), engine),
    ["TaskStarted"],
  );
  run.claim("1");
  assert.deepEqual(run.state().troubles, {});
});

test("planner and verifier wait the same way; a plan by hand ends the planner's trouble, a run taken up anew all of them", () => {
  const run = story();
  turnAway(run, "plan-1", "auth");
  assert.deepEqual([run.keys(), run.state().planTries.failed], [["stuck-plan", "plan-2"], 0]);
  run.plan(planOf(taskOf("1")));
  assert.deepEqual(run.state().troubles, {});
  run.work("1");
  turnAway(run, "verify-1-1", "auth");
  assert.deepEqual(
    [run.keys(), run.state().sweep.tries.failed],
    [["stuck-verify", "verify-1-2"], 0],
  );
  assert.equal(view(run.state()).nodes.find(({ id }) => id === "verify")?.status, "waiting");
  run.ok(command("Cancel", {}), ana);
  run.ok(command("Reopen", { reason: "logged in" }), ana);
  assert.deepEqual(run.state().troubles, {});
});
