// Why: what must hold always is held against random commands too, since nobody writes down the story that breaks it.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import { agent, ana, command, engine, file, planOf, story, taskOf } from "../../../test/fixtures/ultrawork-story.ts";
import { decide } from "./decider.ts";
import { evolve } from "./evolve.ts";
import { jobs } from "./jobs.ts";
import { aboutOf } from "./jobs/about.ts";
import { judgeable, numbered } from "./jobs/due.ts";
import type { UltraworkCommand, UltraworkEvent } from "./messages.ts";
import type { State } from "./state.ts";

type Asked = { readonly one: UltraworkCommand; readonly by: Sender };
type Chance = { readonly kind: number; readonly pick: number; readonly coin: boolean };

const pickOf = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const trees = [...Array.from({ length: 20 }, () => "tree-a"), "tree-b"];

/** What fits a job that is there: begun, reported, lost, checked or decided, as chance has it. */
const ofJob = (state: State, { kind, pick, coin }: Chance): Asked | null => {
  const job = pickOf(jobs(state), pick);
  if (job === undefined) return null;
  const about = aboutOf(job);
  const holder = { name: pickOf(["codex", "ana", "eve"], kind) ?? "", agent: "codex", conversation: coin ? null : "c1" };
  if (job.kind === "agent" && !job.begun)
    return { one: command("BeginJob", { job: job.key, holder, hosted: coin, leased: coin }), by: engine };
  if (job.kind === "agent" && kind % 9 === 0) {
    const failed = pickOf(["failed", "crashed", "silent", "lost", "released"] as const, pick + kind) ?? "failed";
    return { one: command("ReportFailure", { job: job.key, kind: failed, reason: "r" }), by: coin ? engine : agent(job.key) };
  }
  const tree = pickOf(trees, pick + kind) ?? "";
  switch (about.is) {
    case "explore":
      return {
        one: command("RecordExploration", { explorer: about.explorer, summary: "s", key_files: [], patterns: [], constraints: [] }),
        by: agent(job.key),
      };
    case "plan":
      return {
        one: command("ProposePlan", {
          plan: planOf(
            taskOf("1"),
            taskOf("2", { blocked_by: ["1"] }),
            taskOf("3", { success_criteria: state.options.mode === "auto" ? ["bare"] : ["bare", { criteria: "m", type: "manual" }] }),
          ),
        }),
        by: agent(job.key),
      };
    case "task":
      if (coin && state.tasks[about.task]?.criteria.some(({ check }) => check === null) === true)
        return {
          one: command("ClaimEvidence", { task: about.task, criterion: "bare", type: "command_output", text: "t", command: "z" }),
          by: agent(job.key),
        };
      return {
        one: command("ClaimDone", { task: about.task, summary: "should work", files: [], commits: [], concerns: "" }),
        by: agent(job.key),
      };
    case "verify": {
      const word = pickOf(["met", "met", "met", "unmet", "unproven"] as const, pick) ?? "met";
      const judgements = judgeable(state).map(({ task, number }) => ({ task: task.id, criterion: number, judgement: word, note: "" }));
      const fail = word === "unmet";
      const issues = fail
        ? judgements.map(({ task, criterion }) => ({
            summary: "s",
            severity: "major",
            task,
            criterion,
            done_when: "d",
            check: { command: "x" },
            files: [],
          }))
        : [];
      const bare = judgeable(state).filter(({ criterion }) => criterion.check === null);
      const checks = bare.map(({ task, number }) => ({ task: task.id, criterion: number, check: { command: "y" } }));
      const verdict = { sweep: about.sweep, verdict: fail ? ("FAIL" as const) : ("PASS" as const), judgements, issues, checks, notes: "" };
      return { one: command("RecordVerdict", verdict), by: agent(job.key, "judge") };
    }
    case "baseline":
      return { one: command("RecordBaseline", { task: about.task, results: [], note: null }), by: engine };
    case "check":
    case "measure": {
      const passed = coin || kind % 5 > 0;
      const results = (about.is === "check" ? about.shown : []).map(({ task, criterion }) => ({ task, criterion, passed, why: null }));
      const ran = {
        argv: [],
        cwd: ".",
        exit: kind % 7 === 0 ? null : 0,
        why: null,
        digest: null,
        excerpt: "",
        head: null,
        ms: 0,
        artifact: null,
      };
      return { one: command("RecordCheck", { job: job.key, ...ran, results, before: "tree-a", after: tree }), by: engine };
    }
    case "seal":
      return { one: command("Complete", { tree, head: null, paths: [] }), by: engine };
    case "approve":
      return { one: coin ? command("ApprovePlan", { rev: about.rev }) : command("RevisePlan", { rev: about.rev, reason: "r" }), by: ana };
    case "confirm":
      return { one: command("ConfirmManual", { task: about.task, criterion: about.criterion, met: coin, reason: "r", tree }), by: ana };
    case "stuck":
      return { one: coin ? command("RetryTask", { task: about.on }) : command("Waive", { task: about.on, reason: "r" }), by: ana };
    case "converge":
    case "unsteady":
      return { one: command("GoOn", { reason: "r" }), by: ana };
    case "question":
      return { one: command("AnswerQuestion", { question: about.question, answer: "a" }), by: ana };
    case "begin":
      return { one: command("BeginExecution", {}), by: ana };
    case "verdict":
      return null;
  }
};

/** Commands that come from anywhere at any time, most of them refused. */
const ofAnybody = (state: State, { kind, pick, coin }: Chance): Asked => {
  const task = pickOf([...state.order, state.verifyId, "9"], pick) ?? "9";
  const criterion = (kind % 3) + 1;
  const by = pickOf([ana, file, engine, agent(`task-${task}-1`)], kind + pick) ?? ana;
  const all: readonly UltraworkCommand[] = [
    command("AddTask", { task: taskOf(`n${pick % 4}`, { success_criteria: coin ? ["bare"] : [{ criteria: "m", type: "manual" }] }) }),
    command("EditTask", { task, changes: { subject: `s${pick}`, success_criteria: ["1 holds", "bare"] }, reason: "r" }),
    command("RemoveTask", { task }),
    command("ProposePlan", {}),
    command("SetCheck", { task, criterion, check: coin ? { command: `x ${pick}` } : { type: "manual" }, reason: "r" }),
    command("ClaimEvidence", { task, criterion, type: "command_output", text: "verified: true", command: "x" }),
    command("ClaimDone", { task, summary: "s", files: [], commits: [], concerns: "" }),
    command("Waive", { task, reason: "r", ...(coin ? { criterion } : {}) }),
    command("RetryTask", { task }),
    command("Pause", {}),
    command("Resume", {}),
    command("SetOptions", { options: { max_iterations: (pick % 3) + 1, max_workers: pick % 2 } }),
    command("Complete", { tree: "tree-a", head: null, paths: [] }),
    command("RecordVerdict", {
      verdict: "FAIL",
      judgements: [],
      issues: [{ summary: `i${pick % 2}`, severity: "major", done_when: "d", files: [] }],
      checks: [],
      notes: "",
    }),
    command("AskQuestion", { about: task, text: "q", options: [] }),
    command("EditGoal", { goal: `g${pick}` }),
    command("Reopen", { reason: "r", max_iterations: 5 }),
    command("Cancel", {}),
    command("Fail", { reason: "r" }),
    command("BeginJob", { job: `task-${task}-1`, holder: { name: "ana", agent: null, conversation: null }, hosted: false, leased: false }),
  ];
  return { one: all[kind % all.length] ?? command("Pause", {}), by };
};

const holds = (before: State | null, event: Recorded<UltraworkEvent>, after: State): void => {
  assert.deepEqual(after.tasks[after.verifyId]?.blockedBy, after.order, "verify waits for every other task");
  assert.deepEqual(Object.keys(after.tasks).toSorted(), [...after.order, after.verifyId].toSorted());
  assert.ok(after.iteration >= 1 && after.iteration <= after.options.max_iterations, "iterations stay within the limit");
  assert.ok(Object.values(after.tasks).every((task) => task.attempts <= 10 || task.allowance > 10));
  if (event.type === "TaskResolved") {
    const task = after.tasks[event.data.task];
    assert.ok(task !== undefined);
    for (const { criterion } of numbered(after, task))
      assert.ok(
        criterion.proof !== null && !criterion.proof.stale && (criterion.proof.passed || criterion.proof.captured),
        "resolved means shown",
      );
  }
  if (event.type === "RunCompleted") {
    assert.equal(event.by.kind, "engine");
    for (const { criterion } of judgeable(after)) {
      const { proof } = criterion;
      assert.ok(proof?.passed === true && proof.judged && !proof.stale, "complete means judged");
      if (criterion.check?.type !== "manual") assert.equal(proof.tree, event.data.tree, "on one tree");
    }
    assert.ok(!after.involved.some((one) => one.name === after.sweep.verifier?.name), "by somebody who did none of the work");
    assert.equal(after.tasks[after.verifyId]?.status, "resolved");
  }
  const moves: Readonly<Record<string, readonly string[]>> = {
    PLANNING: ["EXECUTION", "FAILED", "CANCELLED"],
    EXECUTION: ["VERIFICATION", "FAILED", "CANCELLED"],
    VERIFICATION: ["EXECUTION", "COMPLETE", "FAILED", "CANCELLED"],
    FAILED: ["PLANNING", "EXECUTION", "VERIFICATION"],
    CANCELLED: ["PLANNING", "EXECUTION", "VERIFICATION"],
    COMPLETE: [],
  };
  if (before !== null && before.phase !== after.phase)
    assert.ok(moves[before.phase]?.includes(after.phase), `${before.phase} → ${after.phase}`);
};

const chance = fc.record({ kind: fc.nat(1_000), pick: fc.nat(1_000), coin: fc.boolean() });
// Shrinking a long run takes minutes; what was found by then is told.
const once = { numRuns: 120, seed: 7, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true };
const steps = fc.array(fc.tuple(fc.nat(19), chance), { minLength: 60, maxLength: 250 });

/** Sends what chance says, holding every event against the invariants; the log and the last state. */
const play = (mode: string, told: readonly (readonly [number, Chance])[]) => {
  const begun = story({ mode, explorers: 1, baseline: true, max_iterations: 3, max_attempts: 2 });
  let state = begun.state();
  const log: Recorded<UltraworkEvent>[] = [...begun.log];
  for (const [road, given] of told) {
    const asked = (road < 18 ? ofJob(state, given) : null) ?? ofAnybody(state, given);
    const stamp = { at: "2026-01-08T13:00:00.000Z", by: asked.by };
    const decided = decide(state, asked.one, stamp);
    if (isRefusal(decided)) {
      assert.match(decided.code, /^[A-Z]+_[A-Z]+$/u);
      continue;
    }
    for (const event of decided) {
      const recorded = { ...event, version: log.length + 1, ...stamp, cause: "c" };
      const before = state;
      state = evolve(state, recorded);
      log.push(recorded);
      holds(before, recorded, state);
    }
    const waits = state.paused || !["PLANNING", "EXECUTION", "VERIFICATION"].includes(state.phase);
    assert.ok(waits || jobs(state).some((job) => job.begun || job.why === null), "a live run never stands still in silence");
  }
  return { state, log };
};

for (const mode of ["interactive", "auto"]) {
  test(`random commands in ${mode} mode never throw and never break what holds; the same events give the same state`, () => {
    fc.assert(
      fc.property(steps, (told) => {
        const { state, log } = play(mode, told);
        const again = log.reduce<State | null>((before, event) => evolve(before, event), null);
        assert.deepEqual(again, state);
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state, "plain JSON");
      }),
      once,
    );
  });
}

test("random commands get far: what is asked above is met by real runs", () => {
  const met = new Set<string>();
  for (const mode of ["interactive", "auto"])
    fc.assert(
      fc.property(steps, (told) => {
        for (const { type } of play(mode, told).log) met.add(type);
      }),
      once,
    );
  for (const type of [
    "TaskResolved",
    "TaskFailed",
    "EvidenceStaled",
    "ProofReopened",
    "SweepPassed",
    "SweepVoided",
    "VerdictRecorded",
    "ReworkOpened",
    "RunCompleted",
    "RunFailed",
    "RunReopened",
  ])
    assert.ok(met.has(type), type);
});
