// Fuzzed schemas and rules of commands and reports.
import type { Message } from "../../../src/core/message.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Job } from "../../../src/core/job.ts";
import type { Command, Sender } from "../../../src/core/protocol.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import { decide } from "../../../src/protocols/ultrawork/decider.ts";
import { evolve } from "../../../src/protocols/ultrawork/evolve.ts";
import { write } from "../../../src/protocols/ultrawork/files.ts";
import { commands as all } from "../../../src/protocols/ultrawork/commands.ts";
import type { UltraworkCommand } from "../../../src/protocols/ultrawork/commands.ts";
import { misfit, report } from "../../../src/protocols/ultrawork/report.ts";
import type { State } from "../../../src/protocols/ultrawork/state.ts";
import { gate, readCommand } from "../../../src/runtime/gate.ts";
import { phases } from "../../fixtures/ultrawork-phases.ts";
import { agent, ana, engine, file, parent } from "../../fixtures/ultrawork-story.ts";
import {
  begun,
  ended,
  executing,
  fold,
  jobOf,
  resolved,
  started,
  swept,
  task,
  verifying,
} from "../../fixtures/ultrawork.ts";
import { mutatedValue } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";

const known = new Map<string, Message>(all.map((message) => [message.type, message]));
const isCommand = (command: Command): command is UltraworkCommand => known.has(command.type);

const check = { criteria: "a", command: "npm test", exit: 0, match: "ok", timeout_s: 9 };
const plan = {
  tasks: [
    { id: "1", subject: "s", files: ["src/**"], success_criteria: [check, "b"] },
    { id: "2", subject: "t", blocked_by: ["1"], success_criteria: ["c"] },
  ],
  verify: { success_criteria: [check] },
};
const holder = { name: "eve", agent: null, conversation: "c" };
const commands: readonly Command[] = [
  { type: "BeginJob", data: { job: "task-1-1", holder, hosted: false, leased: false } },
  {
    type: "RecordExploration",
    data: { explorer: "exp-1", summary: "s", key_files: ["a"], patterns: ["p"], constraints: [] },
  },
  { type: "AskQuestion", data: { about: "plan", text: "which?", options: ["a", "b"] } },
  { type: "AddTask", data: { task: plan.tasks[0] } },
  {
    type: "EditTask",
    data: {
      task: "1",
      changes: {
        subject: "u",
        success_criteria: ["c", check],
        blocked_by: ["2"],
        complexity: "simple",
      },
      reason: "r",
    },
  },
  { type: "RemoveTask", data: { task: "1" } },
  { type: "ProposePlan", data: { plan } },
  { type: "ApprovePlan", data: { rev: 1 } },
  { type: "SetCheck", data: { task: "2", criterion: 1, check, reason: "r" } },
  {
    type: "ClaimEvidence",
    data: {
      task: "1",
      criterion: 1,
      type: "manual",
      text: "seen",
      command: "x",
      path: "a",
      extras: [["x_mine", "1"]],
    },
  },
  {
    type: "ClaimDone",
    data: {
      task: "1",
      summary: "this should work",
      files: ["a"],
      commits: ["c0ffee"],
      concerns: "TODO",
    },
  },
  { type: "ReportFailure", data: { job: "task-1-1", kind: "failed", reason: "r" } },
  {
    type: "RecordVerdict",
    data: {
      sweep: 1,
      verdict: "FAIL",
      judgements: [{ task: "1", criterion: 1, judgement: "unmet" }],
      issues: [{ summary: "s", task: "1", criterion: 1, done_when: "d", check }],
      checks: [],
    },
  },
  { type: "Waive", data: { task: "1", criterion: 1, reason: "r" } },
  { type: "ConfirmManual", data: { task: "1", criterion: 1, met: true, reason: "r" } },
  {
    type: "SetOptions",
    data: { options: { max_workers: 3, max_iterations: 7, verifier: "person" } },
  },
  { type: "Reopen", data: { reason: "r", max_iterations: 8 } },
  { type: "KeepExtras", data: { file: "session.json", pointer: "", value: [["x_mine", "{}"]] } },
  {
    type: "RefuseEdit",
    data: { path: "session.json", digest: "d", code: "FILE_BROKEN", why: "w" },
  },
  { type: "EditGoal", data: { goal: "g" } },
  { type: "Fail", data: { reason: "r" } },
  { type: "RecordDocument", data: { path: "design.md", digest: "d" } },
];
const senders: readonly Sender[] = [
  ana,
  engine,
  file,
  parent,
  agent("task-1-1"),
  agent("task-2-1"),
  agent("verify-1-1", "judge"),
];

const states = new Map<string, { readonly state: State; readonly version: number }>();
const stateOf = (phase: string): { readonly state: State; readonly version: number } => {
  const had = states.get(phase);
  if (had !== undefined) return had;
  const run = phases[phase]?.();
  assert.ok(run !== undefined);
  const made = { state: run.state(), version: run.log.length };
  states.set(phase, made);
  return made;
};

const proofs = (state: State): string =>
  JSON.stringify(
    Object.values(state.tasks).map(({ criteria }) =>
      criteria.map(({ text, proof }) => (proof?.passed === true ? text : null)),
    ),
  );

/** Decided and folded, if the gate lets it through; the state then. */
const asked = (phase: string, command: Command, by: Sender): void => {
  const { state, version } = stateOf(phase);
  const read = readCommand(known, "ultrawork", command);
  if (isRefusal(read)) return sound(read);
  const again = readCommand(known, "ultrawork", { type: command.type, data: read.data });
  assert.ok(!isRefusal(again));
  assert.deepEqual(again.data, read.data);
  const one: Command = { type: command.type, data: read.data };
  assert.ok(isCommand(one));
  const refused = gate(
    { message: read.message, command: one, by },
    state.archived ? "archived" : state.phase === "COMPLETE" ? "over" : "live",
  );
  if (refused !== null) return sound(refused);
  const at = "2026-01-09T12:00:00.000Z";
  const events = decide(state, one, { at, by });
  if (isRefusal(events)) return sound(events);
  const log = events.map((event, index) => ({
    ...event,
    version: version + 1 + index,
    at,
    by,
    cause: "c",
  }));
  const after = log.reduce<State>((before, event) => evolve(before, event), state);
  assert.equal(
    JSON.stringify(evolveAgain(state, log)),
    JSON.stringify(after),
    "events fold the same as stored",
  );
  readable(write(after, log));
  if (by.kind === "engine") return;
  assert.ok(
    after.phase !== "COMPLETE" || state.phase === "COMPLETE",
    "nobody but the engine completes a run",
  );
  if (command.type === "ClaimEvidence" || command.type === "ClaimDone")
    assert.equal(proofs(after), proofs(state), "a claim proves nothing");
};
const evolveAgain = (state: State, log: readonly Parameters<typeof evolve>[1][]): State => {
  const stored: typeof log = JSON.parse(JSON.stringify(log));
  return stored.reduce<State>((before, event) => evolve(before, event), state);
};

const one = [
  task("1", [
    ["a", "npm test"],
    ["b", null],
  ]),
];
const jobs: readonly { readonly job: Job; readonly said: unknown }[] = [
  {
    job: jobOf(fold(started({ explorers: [{ id: "exp-1", hint: "all" }] })), "explore-exp-1-1"),
    said: { summary: "s", key_files: ["a"], patterns: [], constraints: ["c"] },
  },
  { job: jobOf(fold(started()), "plan-1"), said: { status: "plan", plan } },
  {
    job: jobOf(fold(started()), "plan-1"),
    said: { status: "questions", questions: [{ text: "which?", options: ["a"] }] },
  },
  {
    job: jobOf(fold(...executing(one)), "task-1-1"),
    said: {
      task: "1",
      status: "done",
      summary: "s",
      files_changed: ["a"],
      commits: ["c"],
      evidence: [{ criterion: 1, type: "command_output", command: "npm test", output: "ok" }],
      concerns: "none",
    },
  },
  {
    job: jobOf(
      fold(...executing(one), begun("1"), resolved("1"), ...verifying, swept),
      "verify-1-1",
    ),
    said: {
      sweep: 1,
      verdict: "PASS",
      judgements: [{ task: "1", criterion: 1, judgement: "met", note: "n" }],
      issues: [],
      checks: [],
    },
  },
];

export const messageReaders: readonly Reader[] = [
  reader(
    "commands and the rules behind them",
    100,
    fc
      .tuple(
        fc.constantFrom(...Object.keys(phases)),
        fc.nat(commands.length - 1),
        fc.constantFrom(...senders),
      )
      .chain(([phase, which, by]) =>
        mutatedValue([commands[which]?.data]).map((data) => ({
          phase,
          command: { type: commands[which]?.type ?? "", data },
          by,
        })),
      ),
    ({ phase, command, by }) => asked(phase, command, by),
  ),
  reader(
    "reports of agents",
    60,
    fc
      .nat(jobs.length - 1)
      .chain((which) =>
        mutatedValue([jobs[which]?.said]).map((said) => ({ job: jobs[which]?.job, said })),
      ),
    ({ job, said }) => {
      assert.ok(job !== undefined);
      const wrong = misfit(job, said);
      if (wrong !== null) sound(wrong);
      for (const command of report(job, ended(said))) {
        const read = readCommand(known, "ultrawork", command);
        assert.ok(!isRefusal(read), `${command.type}: ${isRefusal(read) ? read.text : ""}`);
      }
    },
  ),
];
