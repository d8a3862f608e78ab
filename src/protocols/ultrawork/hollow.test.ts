// Tests of hollow checks in ultrawork: passing on an empty tree, or after a failure without a change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { agent, command, planOf, story, taskOf } from "../../../test/fixtures/ultrawork-story.ts";
import { facts } from "../../../test/fixtures/ultrawork.ts";
import { flippedWords, hollowWords } from "../../core/hollow.ts";
import { brief } from "./brief.ts";
import { judge } from "./checks.ts";
import { ended } from "./ended.ts";
import { evidence } from "./evidence.ts";
import { view } from "./view.ts";

const hollow = { exit: 0, hollow: true } as const;

test("a check is judged on the empty tree by its own exit and match", () => {
  const onEmpty = { exit: 0, text: "git version 2.39" };
  const ran = { exit: 0, why: null, text: "git version 2.39", onEmpty };
  assert.deepEqual(judge({ type: "command_output", command: "git --version" }, ran), {
    passed: false,
    captured: false,
    why: hollowWords,
    hollow: true,
  });
  assert.ok(
    judge(
      { type: "command_output", command: "ls", match: "src" },
      { ...ran, text: "src", onEmpty: { exit: 0, text: "" } },
    ).passed,
  );
});

test("a planned check that passes on an empty tree proves nothing until a person accepts it by name", () => {
  const run = story();
  run.plan(planOf(taskOf("1"), taskOf("2")));
  run.work("1", hollow);
  assert.deepEqual(run.keys(), ["confirm-1-1-1", "task-2-1"]);
  assert.equal(run.state().tasks["1"]?.status, "in_progress");
  const [row] = evidence(run.state(), "1");
  assert.deepEqual([row?.status, row?.doubts], ["unproved", [hollowWords]]);
  assert.ok(view(run.state()).claims[0] === "1 check shows nothing");
  assert.equal(view(run.state()).evidence.have, 0);
  assert.match(
    view(run.state()).nodes.find(({ id }) => id === "1")?.note ?? "",
    /^waits for you: confirm-1-1-1, attempt 1 of/u,
  );
  const question = run.due().find(({ kind }) => kind === "decision")?.decision?.question;
  assert.equal(
    question,
    `Does this hold? Task 1, criterion 1: 1 holds (its check, check-1, ${hollowWords})`,
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
  assert.equal(run.state().tasks["1"]?.status, "resolved");
  run.work("2");
  run.checks();
  assert.deepEqual(
    run.keys(),
    ["verify-1-1"],
    "what a person accepted isn't asked again in the sweep",
  );
  const job = run.due().find(({ role }) => role === "verifier");
  assert.ok(job !== undefined && brief(run.state(), job, facts).includes(hollowWords));
  run.ok(run.verdict(), run.verifier());
  run.check();
  assert.equal(run.state().phase, "COMPLETE");
  assert.match(
    ended(run.state())?.summary ?? "",
    /2 of 2 criteria proved, 1 by a person's word: its check shows nothing$/u,
  );
  const [accepted] = evidence(run.state(), "1");
  assert.deepEqual(
    [accepted?.status, accepted?.proof?.by, accepted?.doubts],
    ["proved", "ana", [hollowWords]],
  );
});

test("a person who says that it doesn't hold has the task worked again", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  run.work("1", hollow);
  run.ok(
    command("ConfirmManual", {
      task: "1",
      criterion: 1,
      met: false,
      reason: "no",
      tree: "tree-a",
      head: "head",
    }),
  );
  assert.deepEqual(
    [run.state().tasks["1"]?.status, run.state().tasks["1"]?.criteria[0]?.proof?.hollow],
    ["open", undefined],
  );
});

test("a worker whose own check passes on an empty tree is returned, and may name another", () => {
  const run = story();
  run.plan(planOf(taskOf("1", { success_criteria: ["bare"] })));
  const set = (check: string) =>
    command("SetCheck", { task: "1", criterion: 1, check: { command: check }, reason: "r" });
  run.begin("task-1-1");
  run.ok(set("node -e 0"), agent("task-1-1"));
  run.claim("1");
  run.checks(hollow);
  assert.equal(run.state().tasks["1"]?.status, "open");
  assert.match(run.state().tasks["1"]?.lastFailure?.reason ?? "", /passes on an empty tree/u);
  run.begin("task-1-2");
  run.ok(set("node check.js"), agent("task-1-2"));
  assert.equal(run.no(set("node other.js"), agent("task-1-2")), "CHECK_PLANNED");
  run.claim("1");
  run.checks();
  assert.equal(run.state().tasks["1"]?.status, "resolved");
});

test("in auto mode nobody is asked: such a check fails", () => {
  const run = story({ mode: "auto", max_attempts: 1 });
  run.plan(planOf(taskOf("1")));
  run.work("1", hollow);
  assert.equal(run.state().phase, "FAILED");
});

test("the whole's own check that passes on an empty tree is asked about before anybody judges", () => {
  const run = story();
  run.plan({
    tasks: [taskOf("1")],
    verify: { success_criteria: [{ criteria: "all", command: "git --version" }] },
  });
  run.work("1", {}, {}, hollow);
  assert.deepEqual(run.keys(), ["confirm-verify-3-1"]);
  assert.equal(
    run.state().tasks[run.state().verifyId]?.criteria[0]?.proof?.excerpt,
    "1 checks passed on tree tree-a",
  );
  run.ok(
    command("ConfirmManual", {
      task: "verify",
      criterion: 3,
      met: true,
      reason: "",
      tree: "tree-a",
      head: "head",
    }),
  );
  assert.deepEqual(run.keys(), ["verify-1-1"]);
});

test("what failed before and passes on the same tree is flagged; on another tree it isn't", () => {
  const run = story();
  run.plan(planOf(taskOf("1"), taskOf("2")));
  for (const task of ["1", "2"]) run.work(task, { exit: 1 });
  run.work("1");
  const doubtsOf = (task: string) => evidence(run.state(), task)[0]?.doubts;
  assert.deepEqual(doubtsOf("1"), [flippedWords]);
  assert.ok(view(run.state()).claims.includes(`1 ${flippedWords}`));
  run.setTree("tree-b");
  run.work("2");
  assert.deepEqual(doubtsOf("2"), undefined);
});

test("the flag stands as long as the check passes on that tree", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  run.work("1", { exit: 1 });
  run.work("1");
  run.checks();
  assert.equal(run.state().tasks["1"]?.criteria[0]?.proof?.flipped, true);
  const job = run.due().find(({ role }) => role === "verifier");
  assert.ok(job !== undefined && brief(run.state(), job, facts).includes(flippedWords));
});
