// The stories of the specification, as far as rules decide them: by phases, files, jobs and decisions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codesOf, type Free, hand, stage } from "../../../test/fixtures/stage.ts";
import {
  begin,
  did,
  gaveUp,
  named,
  pass,
  planOf,
  shows,
  taskOf,
  two,
} from "../../../test/fixtures/ultrawork.ts";
import { isRefusal } from "../../core/refusal.ts";
import { ultrawork } from "./index.ts";

const session = "session.json";
const set =
  (keys: object) =>
  (file: Free): void =>
    void Object.assign(file, keys);
const issue = (summary: string, more: object = {}) => ({ summary, done_when: summary, ...more });

test("1: a light run takes one worker and one verifier; a check that shows nothing is returned", async () => {
  const run = await begin(null, {}, { light: true });
  assert.deepEqual([run.phase(), run.keys()], ["EXECUTION", ["task-1-1"]]);
  const misfit = (report: object): string | undefined =>
    ultrawork.misfit?.(run.job("task-1-1"), report)?.code;
  assert.equal(misfit(did()), "REPORT_MISFIT", "it would be returned");
  assert.equal(misfit(did({ evidence: [named("cargo test new")] })), undefined);
  assert.equal(misfit(gaveUp), undefined);
  run.work("1", did({ evidence: [named("true")] }));
  assert.deepEqual([run.status("1"), run.keys()], ["open", ["task-1-2"]]);
  assert.match(run.brief("task-1-2"), /no check/u);
  // It holds without the work, too.
  run.agent("task-1-2", did({ evidence: [named("cargo test all")] }));
  run.check("check-1-1");
  run.check("before-1-1", { exit: 0, text: "5 passing" });
  assert.match(run.brief("task-1-3"), /without the work/u);
  // Without the work no such test is found.
  run.agent("task-1-3", did({ evidence: [named("cargo test new")] }));
  run.check("before-1-3", { exit: 0, text: "running 0 tests" });
  run.checks();
  assert.deepEqual([run.phase(), run.status("1")], ["VERIFICATION", "done"]);
  run.judge();
  assert.deepEqual(run.ended()?.summary, "Add a login: 1 met: 1 by a check");
});

test("3: what is forged in files is kept as a claim at most; checks decide", async () => {
  const run = await begin(two);
  const entry = {
    criteria: "1 holds",
    command: "check-1",
    output: "all green",
    verified: true,
    timestamp: "2026-01-08T11:00:00Z",
  };
  const forged = await run.edit({
    "tasks/1.json": set({ status: "resolved", evidence: [entry] }),
    [session]: (file) => {
      file.evidence_log.push({
        task_id: "2",
        criteria: "2 holds",
        type: "manual",
        content: "ok",
        timestamp: "x",
      });
      file.phase = "COMPLETE";
    },
  });
  assert.deepEqual(forged, {
    sent: ["BeginJob", "ClaimEvidence", "ReportDone", "ClaimEvidence"],
    refused: ["SENDER_WRONG"],
  });
  const [kept] = run.json("tasks/1.json").evidence;
  assert.deepEqual([kept.verified, kept.output], [false, "[claim by james] all green"]);
  assert.deepEqual([run.phase(), run.status("1")], ["EXECUTION", "claimed"]);
  run.checks({ exit: 1, text: "1 failing" });
  assert.deepEqual([run.status("1"), run.json("tasks/1.json").status], ["open", "open"]);
});

test("5: what is red on the whole opens a round without a verifier; a pass on the last head completes", async () => {
  const run = await begin(two);
  run.work("1");
  run.agent("task-2-1", did());
  run.check("check-2-1");
  run.check("check-verify-1", { exit: 1, text: "1 failing" }, {});
  assert.deepEqual(
    [run.phase(), run.keys()],
    ["EXECUTION", ["before-fix-1-1-1", "task-fix-1-1-1"]],
  );
  assert.equal(run.why("task-fix-1-1-1"), "its checks run first");
  const fix = run.json("tasks/fix-1-1.json");
  assert.deepEqual(fix.success_criteria, ["1 holds"]);
  run.checks();
  run.work("fix-1-1");
  assert.deepEqual([run.phase(), run.keys()], ["VERIFICATION", ["judge-verify-1"]]);
  // The head moved meanwhile: checked and judged again.
  run.begin("judge-verify-1");
  run.on("t2");
  run.judge(undefined, "judge-verify-1");
  assert.deepEqual(run.keys(), ["check-verify-3"]);
  run.checks();
  run.judge();
  assert.equal(run.phase(), "COMPLETE");
  assert.equal(run.json(session).child_tasks.at(-1).id, "verify");
});

test("6: a fix whose checks hold already is resolved without a worker", async () => {
  const run = await begin(two);
  for (const id of ["1", "2"]) run.work(id);
  const report = {
    ...pass(...run.all().map(([id, n]) => [id, n, id === "2" ? "unproven" : "met"] as const)),
    issues: [issue("unsure", { task: "2", criterion: 1, check: { command: "check-more" } })],
  };
  run.judge(report);
  assert.deepEqual(run.json("tasks/fix-1-1.json").success_criteria, ["unsure"]);
  run.check("before-fix-1-1-1", { exit: 0 });
  assert.deepEqual([run.status("fix-1-1"), run.unit("fix-1-1").begun], ["done", 0]);
  assert.deepEqual([run.phase(), run.keys()], ["VERIFICATION", ["check-verify-2"]]);
});

test("7: a mute explorer tries once more, in a new conversation where its program forgot the old one", async () => {
  const run = await begin(null, {}, { explorers: 1 });
  run.agent("exp-1-1", undefined);
  assert.equal(run.job("exp-1-2").thread, "exp-1");
  const forgot = { is: "unstarted", why: "no such conversation", forgotten: true } as const;
  run.begin("exp-1-2");
  const { hosted, done, tree, files, holder } = { ...run.facts(), ...endedAround };
  run.happens("exp-1-2", { hosted, done, tree, files, holder, ...forgot });
  assert.notEqual(run.job("exp-1-3").thread, "exp-1");
  run.agent("exp-1-3", undefined);
  assert.deepEqual([run.phase(), run.keys(), run.why("plan-1")], ["PLANNING", ["plan-1"], null]);
});
const endedAround = {
  hosted: true,
  done: "report",
  tree: { before: null, after: null, changed: [], commits: [] },
  files: {},
  holder: { name: "w", agent: null, conversation: null },
} as const;

test("10: old copies of many writers: what stands there stands once", async () => {
  const run = await begin(planOf(taskOf("1", { success_criteria: ["a"] })));
  const note = (output: string) => ({
    criteria: "a",
    command: "x",
    output,
    verified: false,
    timestamp: "2026-01-08T12:00:00Z",
  });
  for (const name of ["ann", "bob", "ann"]) {
    run.wait(1_000);
    await run.edit({ "tasks/1.json": (file) => void file.evidence.push(note(name)) });
  }
  const log: readonly Free[] = run.json(session).evidence_log;
  const texts = log.map(({ content }) => content);
  assert.equal(new Set(texts).size, texts.length);
});

test("11: a plan by files is approved by a person; edited, it is the next revision; all findings come at once", async () => {
  const run = await begin(null, {}, { explorers: 0 });
  const tasks = Object.fromEntries(
    two.tasks.map((task) => [
      `tasks/${task.id}.json`,
      () => ({ ...task, success_criteria: ["holds"] }),
    ]),
  );
  const proposes = set({ phase: "EXECUTION" });
  const { sent } = await run.edit({ ...tasks, [session]: proposes });
  assert.deepEqual(sent, ["SetUnits", "SetUnits", "ProposePlan"]);
  assert.ok(run.keys().includes("approve-1"));
  assert.equal(run.json(session).phase, "PLANNING");
  await run.edit({ "tasks/2.json": set({ subject: "Another" }) });
  assert.ok(run.keys().includes("approve-2"));
  run.decide("approve-2", "revise", "smaller");
  const ring = planOf(
    taskOf("1", { blocked_by: ["2"] }),
    taskOf("2", { blocked_by: ["1"] }),
    taskOf("../x"),
  );
  const wrong = run.send([{ type: "ProposePlan", data: { plan: ring } }], hand);
  assert.ok(isRefusal(wrong));
  assert.deepEqual(codesOf(wrong).toSorted(), ["GRAPH_CYCLIC", "UNIT_ID_INVALID"]);
  run.agent("plan-1", { status: "plan", plan: two });
  run.decide("approve-3", "approve");
  assert.equal(run.phase(), "EXECUTION");
});

const three = planOf(...two.tasks, taskOf("3", { blocked_by: ["2"] }), taskOf("4"));
test("12: a task out of tries is asked about once the others ended, and skipping it is shown for ever", async () => {
  const run = await begin(three, { max_attempts: 1 });
  run.work("1");
  run.agent("task-2-1", gaveUp);
  run.work("4");
  assert.deepEqual(run.keys(), ["stuck-2", "task-3-1"]);
  assert.deepEqual(run.options("stuck-2"), ["retry", "change", "by-hand", "waive", "skip", "end"]);
  run.decide("stuck-2", "skip", "not needed");
  assert.equal(run.why("task-3-1"), null);
  run.work("3");
  run.judge();
  assert.equal(run.phase(), "COMPLETE");
  assert.match(JSON.stringify(run.view()), /not needed/u);

  const auto = await begin(three, { max_attempts: 1, mode: "auto" });
  auto.agent("task-1-1", did());
  auto.checks();
  auto.work("4");
  auto.agent("task-2-1", gaveUp);
  assert.equal(auto.phase(), "FAILED");
  assert.match(auto.json(session).failure_reason, /2 failed .*; 3 .*wait/u);
  auto.ok("Reopen", { reason: "once more" });
  assert.deepEqual([auto.phase(), auto.status("2")], ["EXECUTION", "open"]);
});

test("12: an answer may change what is to be shown, or take over work by hand", async () => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")), { max_attempts: 1 });
  for (const id of ["1", "2"]) run.agent(`task-${id}-1`, gaveUp);
  const other = { success_criteria: [shows("less", "check-less")] };
  run.decide("stuck-1", "change", "enough", other);
  assert.deepEqual(
    [run.status("1"), run.json("tasks/1.json").success_criteria],
    ["open", ["less"]],
  );
  run.decide("stuck-2", "by-hand", "done myself");
  assert.equal(run.status("2"), "claimed");
  run.checks();
  assert.equal(run.status("2"), "done");
});

test("13: a run cancelled by a file goes on where it was", async () => {
  const run = await begin(two);
  run.work("1");
  run.begin("task-2-1");
  const { sent } = await run.edit({ [session]: set({ phase: "CANCELLED" }) });
  assert.deepEqual([sent, run.phase(), run.keys()], [["Cancel"], "CANCELLED", []]);
  assert.notEqual(run.json(session).cancelled_at, null);
  run.ok("Reopen", { reason: "after all" });
  assert.deepEqual([run.phase(), run.json(session).cancelled_at], ["EXECUTION", null]);
  assert.deepEqual(run.keys(), ["task-2-2"]);
  run.work("2");
  run.judge();
  assert.equal(run.phase(), "COMPLETE");
});

test("rounds end: a person judges, gives more, or ends it", async () => {
  const failing = { verdict: "FAIL", judgements: [], issues: [issue("wrong title")] };
  const one = { max_iterations: 1 };
  const run = await begin(planOf(taskOf("1")), one);
  run.work("1");
  run.judge(failing);
  assert.deepEqual(run.options("stuck-verify"), ["retry", "pass", "waive", "end"]);
  run.decide("stuck-verify", "retry", "", { n: 1 });
  assert.deepEqual([run.phase(), run.status("fix-1-1")], ["EXECUTION", "open"]);
  assert.match(run.json("tasks/fix-1-1.json").description, /wrong title/u);
});

test("a criterion that only a person can show waits for one; unmet goes back with the note", async () => {
  const manual = { criteria: "it looks right", type: "manual" };
  const run = await begin(planOf(taskOf("1", { success_criteria: [manual] }), taskOf("2")));
  run.work("1");
  assert.match(run.job("confirm-1-1").decision?.question ?? "", /cairn diff r1 1 --patch/u);
  run.decide("confirm-1-1", "unmet", "too blue");
  assert.match(run.brief("task-1-2"), /too blue/u);
  run.work("1");
  run.decide("confirm-1-1", "met", "fine");
  assert.deepEqual(
    run.json("tasks/1.json").evidence.map(({ verified, output }: Free) => [verified, output]),
    [[true, "[confirmed by ana] fine"]],
  );
});

test("14: an adopted folder with an error is refused whole, and a run is made of a sound one", async () => {
  const run = await begin(two);
  run.work("1");
  const place = "/home/ana/.claude/ultrawork/shop/sessions/r1";
  const found = await ultrawork.read({
    folder: place,
    files: run.files(),
    digests: {},
    unread: [],
    beside: [],
    userHome: "/home/ana",
    options: {},
  });
  assert.ok(found !== null && !isRefusal(found));
  const again = await stage(ultrawork, found.start);
  assert.deepEqual([again.phase(), again.keys()], ["EXECUTION", ["before-2-1", "task-2-1"]]);
  assert.match(again.json("tasks/1.json").evidence[0].output, /1 passing/u);
});

test("agents that their model server turns away spend no try: they wait for a time, or for one answer", async () => {
  const run = await begin(null, { max_attempts: 1, mode: "interactive" }, { explorers: 2 });
  const away = (key: string, fault: object): void =>
    void run.agent(key, undefined, { exit: 1, fault: { kind: "auth", ...fault } });
  for (const id of ["exp-1", "exp-2"]) away(`${id}-1`, {});
  assert.deepEqual(run.keys().slice(0, 2), ["stuck-exp-1", "exp-1-2"]);
  const { question = "" } = run.job("stuck-exp-1").decision ?? {};
  assert.match(question, /The agent of exp-1, exp-2 was turned away/u);
  run.decide("stuck-exp-1", "retry", "logged in");
  assert.deepEqual([run.why("exp-1-2"), run.why("exp-2-2")], [null, null]);
  const retryAt = "2026-01-08T18:00:00.000Z";
  away("exp-1-2", { kind: "quota", retryAt });
  assert.deepEqual([run.job("exp-1-3").notBefore, run.unit("exp-1").tries], [retryAt, 0]);
});

test("a paused run takes reports and starts nothing", async () => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")));
  run.begin("task-1-1");
  run.ok("Pause");
  run.agent("task-1-1", did());
  const whys = new Set(run.jobs().map(({ why }) => why));
  assert.deepEqual([run.status("1"), [...whys]], ["claimed", ["paused"]]);
  run.ok("Resume");
  run.checks();
  assert.equal(run.status("1"), "done");
});
