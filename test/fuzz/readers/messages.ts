// Fuzzed commands and reports of ultrawork, with the rules behind them.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Job } from "../../../src/core/job.ts";
import type { Command, Sender } from "../../../src/core/protocol.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { ultrawork } from "../../../src/protocols/ultrawork/index.ts";
import { gate, readCommand } from "../../../src/runtime/send/gate.ts";
import type { Work } from "../../../src/work/work.ts";
import { ana, by, ended, engine, hand } from "../../fixtures/stage.ts";
import { mutatedValue } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";
import { known, phaseNames, runOf } from "../runs.ts";

const check = { criteria: "a", command: "npm test", exit: 0, match: "ok", timeout_s: 9 };
const plan = {
  tasks: [
    { id: "1", subject: "s", complexity: "simple", success_criteria: [check, "b"] },
    { id: "2", subject: "t", blocked_by: ["1"], success_criteria: ["c"] },
  ],
  verify: { success_criteria: [check] },
};
const holder = { name: "eve", agent: null, conversation: "c" };
const found = { summary: "s", key_files: ["a"], patterns: ["p"], constraints: [] };
const claim = { unit: "1", criterion: 1, type: "manual", text: "seen", command: "x", path: "a" };
const issue = { summary: "s", done_when: "d", unit: "1", criterion: 1, check };
const judgement = { unit: "1", criterion: 1, judgement: "unmet", note: "n" };
const result = { unit: "1", criterion: 1, passed: true, captured: false, hollow: false, exit: 0 };
const results = [{ ...result, why: null, tree: "t", digest: "d", excerpt: "x" }];
const ofUnit = { unit: "1", reason: "r" };
const commands: Readonly<Record<string, object>> = {
  BeginJob: { job: "task-2-1", holder, hosted: false, leased: false },
  RecordExploration: { explorer: "exp-1", ...found },
  Ask: { unit: "plan", text: "which?", options: ["a", "b"] },
  Answer: { question: "1", answer: "a" },
  SetUnits: { units: [{ id: "1", subject: "u", ...plan.tasks[0] }], gone: ["2"], reason: "r" },
  ProposePlan: { plan },
  ApprovePlan: { rev: 1 },
  RevisePlan: { rev: 1, reason: "r" },
  SetCheck: { unit: "2", criterion: 1, check, reason: "r" },
  ClaimEvidence: { ...claim, extras: [["x_mine", "1"]] },
  ReportDone: { unit: "2", summary: "should work", files: ["a"], commits: ["c"], concerns: "TODO" },
  ReportFailure: { job: "task-2-1", kind: "failed", reason: "r", trouble: "auth" },
  RecordChecks: { job: "check-1-1", tree: "t", head: "h", results },
  RecordVerdict: { unit: "verify", verdict: "FAIL", judgements: [judgement], issues: [issue] },
  Confirm: { unit: "1", criterion: 1, met: true, reason: "r" },
  Waive: { ...ofUnit, criterion: 1 },
  Skip: ofUnit,
  Retry: { ...ofUnit, n: 2, by_hand: true },
  ReopenUnit: ofUnit,
  SetOptions: { options: { max_workers: 3, max_iterations: 7, judge: "person" } },
  KeepExtras: { file: "session.json", pointer: "", value: [["x_mine", "{}"]] },
  RefuseEdit: { path: "session.json", digest: "d", code: "FILE_BROKEN", why: "w" },
  SetGoal: { goal: "g" },
  Fail: { reason: "r" },
  Cancel: { reason: "r" },
  Reopen: { reason: "r" },
  SeeDocument: { path: "design.md", digest: "d" },
};
const senders: readonly Sender[] = [
  ana,
  engine,
  hand,
  { kind: "parent", name: "parent" },
  ...["task-1-1", "task-2-1", "judge-verify-1"].map((job) => by(job)),
];

const { decide, evolve, life, phase: phaseOf, write } = ultrawork;
const folded = (state: Work, log: readonly Recorded[]): Work =>
  log.reduce((before, event) => evolve(before, event), state);
const proofs = ({ units }: Work): string =>
  JSON.stringify(units.map(({ criteria }) => criteria.map(({ proof }) => proof?.passed === true)));

/** Decided and folded, if the gate lets it through. */
const asked = (phase: string, command: Command, sender: Sender): void => {
  const run = runOf(phase);
  const state = run.state();
  const read = readCommand(known, "ultrawork", command);
  if (isRefusal(read)) return sound(read);
  const again = readCommand(known, "ultrawork", { type: command.type, data: read.data });
  assert.ok(!isRefusal(again));
  assert.deepEqual(again.data, read.data);
  const one: Command = { type: command.type, data: read.data };
  const refused = gate({ message: read.message, command: one, by: sender }, life(state));
  if (refused !== null) return sound(refused);
  const at = "2026-01-09T12:00:00.000Z";
  const events = decide(state, one, { at, by: sender });
  if (isRefusal(events)) return sound(events);
  const from = run.log().length + 1;
  const log = events.map((event, index): Recorded => ({
    ...event,
    version: from + index,
    at,
    by: sender,
    cause: "c",
  }));
  const after = folded(state, log);
  const stored: readonly Recorded[] = JSON.parse(JSON.stringify(log));
  assert.equal(JSON.stringify(folded(state, stored)), JSON.stringify(after), "as stored");
  readable(write(after, [...run.log(), ...log]));
  const isClaim = ["ClaimEvidence", "ReportDone", "SetCheck"].includes(command.type);
  if (isClaim && sender.kind !== "person")
    assert.ok(
      !proofs(after).includes("true") || proofs(state).includes("true"),
      "it proves nothing",
    );
  if (sender.kind === "file")
    assert.ok(phaseOf(after) !== "COMPLETE" || phaseOf(state) === "COMPLETE", "no file completes");
};

const evidence = [{ criterion: 1, type: "command_output", command: "npm test", output: "ok" }];
const met = { task: "1", criterion: 1, judgement: "met", note: "n" };
const said: readonly (readonly [phase: string, key: string, report: object])[] = [
  ["exploring", "exp-1-1", found],
  ["exploring", "plan-1", { status: "plan", plan }],
  ["draft", "plan-1", { status: "questions", questions: [{ text: "which?", options: ["a"] }] }],
  ["working", "task-2-1", { status: "done", summary: "s", evidence, concerns: "none" }],
  ["working", "task-3-1", { status: "needs_context", summary: "s", question: { text: "q" } }],
  ["verifying", "judge-verify-1", { verdict: "PASS", judgements: [met], issues: [] }],
  [
    "verifying",
    "judge-verify-1",
    {
      verdict: "FAIL",
      judgements: [],
      issues: [{ summary: "s", done_when: "d", task: "1", criterion: 1, check }],
    },
  ],
];
const jobs = said.map(([phase, key, report]): { readonly job: Job; readonly report: object } => ({
  job: runOf(phase).job(key),
  report,
}));

export const messageReaders: readonly Reader[] = [
  reader(
    "commands and the rules behind them",
    100,
    fc
      .tuple(
        fc.constantFrom(...phaseNames),
        fc.constantFrom(...Object.entries(commands)),
        fc.constantFrom(...senders),
      )
      .chain(([phase, [type, data], sender]) =>
        mutatedValue([data]).map((changed) => ({
          phase,
          command: { type, data: changed },
          sender,
        })),
      ),
    ({ phase, command, sender }) => asked(phase, command, sender),
  ),
  reader(
    "reports of agents",
    60,
    fc
      .constantFrom(...jobs)
      .chain(({ job, report }) => mutatedValue([report]).map((changed) => ({ job, changed }))),
    ({ job, changed }) => {
      const wrong = ultrawork.misfit?.(job, changed) ?? null;
      if (wrong !== null) sound(wrong);
      for (const command of ultrawork.report(job, ended(changed))) {
        const read = readCommand(known, "ultrawork", command);
        assert.ok(!isRefusal(read), `${command.type}: ${isRefusal(read) ? read.text : ""}`);
      }
    },
  ),
];
