// Table of what comes of commands, by the state of the run: what no sender may do, and what a person may.
import assert from "node:assert/strict";
import { test } from "node:test";
import { by, engine, hand } from "../../test/fixtures/stage.ts";
import {
  begin,
  did,
  gaveUp,
  phases,
  planOf,
  type Run,
  shows,
  taskOf,
} from "../../test/fixtures/ultrawork.ts";
import type { Sender } from "../core/protocol.ts";
import { assertKept } from "../../test/golden/kept.ts";
import { comes } from "../../test/golden/told.ts";

const phase = (name: string) => (): Promise<Run> => (phases[name] ?? assert.fail(name))();
/** Tasks 1 and 2, a draft by hand of each, and what is done of task 1. */
const one = async (options: object = {}, act: (run: Run) => unknown = () => null): Promise<Run> => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")), options);
  await act(run);
  return run;
};
const works = (run: Run): unknown => run.begin("task-1-1");
const claims = (run: Run): unknown => run.agent("task-1-1", did());
const judging = async (): Promise<Run> => {
  const run = await phase("verifying")();
  run.begin("judge-verify-1");
  return run;
};
const states: Readonly<Record<string, () => Promise<Run>>> = {
  exploring: phase("exploring"),
  proposed: phase("proposed"),
  fresh: () => one(),
  live: () => one({}, works),
  said: () =>
    one({}, (run) => {
      works(run);
      run.ok("ClaimEvidence", evidence({ criterion: 1, command: "x" }), worker);
    }),
  byHand: () => one({}, (run) => run.ok("BeginJob", job("task-1-1", { leased: false }), hand)),
  bare: async () => {
    const of = (id: string) => taskOf(id, { success_criteria: ["bare", shows("shown", "x c")] });
    const run = await begin(planOf(of("1"), of("2")));
    works(run);
    return run;
  },
  claimed: () => one({}, claims),
  done: () => one({}, (run) => run.work("1")),
  failed: () => one({ max_attempts: 1 }, (run) => run.agent("task-1-1", gaveUp)),
  paused: () => one({}, (run) => run.ok("Pause")),
  auto: () => one({ mode: "auto" }, works),
  planning: async () => {
    const run = await begin(null, {}, { explorers: 0 });
    run.begin("plan-1");
    return run;
  },
  asked: () =>
    one({}, (run) =>
      run.agent("task-1-1", { status: "needs_context", summary: "", question: { text: "?" } }),
    ),
  manual: () =>
    begin(
      planOf(
        taskOf("1", { success_criteria: [shows("a", "x"), { criteria: "b", type: "manual" }] }),
        taskOf("2"),
      ),
    ),
  confirming: async () => {
    const manual = { criteria: "b", type: "manual" };
    const run = await begin(planOf(taskOf("1", { success_criteria: [manual] }), taskOf("2")));
    run.work("1");
    return run;
  },
  single: () => begin(planOf(taskOf("1"))),
  verifying: phase("verifying"),
  judging,
  judgingTwo: async () => {
    const criteria = [shows("a", "check-a"), shows("b", "check-b")];
    const run = await begin(planOf(taskOf("1", { success_criteria: criteria }), taskOf("2")));
    run.ok("Waive", { unit: "1", criterion: 1, reason: "no server" });
    for (const id of ["1", "2"]) run.work(id);
    run.begin("judge-verify-1");
    return run;
  },
  byPerson: async () => {
    const run = await phase("verifying")();
    run.ok("SetOptions", { options: { judge: "person" } });
    return run;
  },
  turnedAway: () =>
    one({}, (run) => {
      for (const id of ["1", "2"])
        run.agent(`task-${id}-1`, undefined, { exit: 1, fault: { kind: "auth" } });
    }),
  mute: async () => {
    const run = await phase("verifying")();
    for (const n of [1, 2, 3]) run.agent(`judge-verify-${n}`, undefined);
    return run;
  },
  lastRound: async () => {
    const run = await begin(planOf(taskOf("1")), { max_iterations: 1 });
    run.work("1");
    run.judge({ verdict: "FAIL", judgements: [], issues: [issue()] });
    return run;
  },
  named: async () => {
    const run = await begin(planOf(taskOf("1", { success_criteria: ["a", picture, "c"] })));
    run.agent("task-1-1", did({ evidence: [{ criterion: 1, command: "x" }] }));
    return run;
  },
  replaced: () =>
    one({}, (run) => {
      claims(run);
      run.ok("SetCheck", check());
    }),
  judgedBefore: async () => {
    const run = await judging();
    run.ok("SetCheck", check());
    return run;
  },
  cancelled: phase("cancelled"),
  complete: phase("complete"),
};

const picture = { criteria: "b", type: "screenshot", path: "a.png" };
const worker = by("task-1-1");
const judge = by("judge-verify-1");
const eve = { name: "eve", agent: null, conversation: null };
const job = (key: string, more: object = {}) => ({ job: key, holder: eve, ...more });
const fails = (key: string, more: object = {}) => ({
  job: key,
  kind: "failed",
  reason: "no",
  ...more,
});
const so = (more: object = {}) => ({ unit: "1", reason: "so", ...more });
const of = (unit: string) => so({ unit });
const evidence = (more: object = {}) => ({ unit: "1", text: "seen", ...more });
const check = (more: object = {}) => so({ criterion: 1, check: { command: "other" }, ...more });
const judged = (...of: readonly (readonly [unit: string, judgement?: string])[]) =>
  of.map(([unit, judgement = "met"]) => ({ unit, criterion: 1, judgement }));
const verdict = (is: string, more: object = {}) => ({ unit: "verify", verdict: is, ...more });
const ask = { unit: "1", text: "Which?" };
const both = judged(["1"], ["2"]);

const issue = (more: object = {}) => ({ summary: "gap", done_when: "it is there", ...more });
const unmet = (unit: string, criterion: number, note: string, judgement = "unmet") => ({
  unit,
  criterion,
  judgement,
  note,
});
const fail = (issues: readonly object[], judgements: readonly object[] = []): Row => [
  "RecordVerdict",
  verdict("FAIL", { issues, judgements }),
  judge,
];

const ran = (more: object = {}) => ({
  unit: "1",
  criterion: 1,
  passed: true,
  captured: false,
  hollow: false,
  exit: 0,
  why: null,
  tree: "t1",
  digest: null,
  excerpt: "ok",
  ...more,
});
const checked = (job: string, ...results: readonly object[]): Row => [
  "RecordChecks",
  { job, tree: "t1", head: null, results },
  engine,
];

/** Type · data · sender: a person, if not said. */
type Row = readonly [type: string, data: object, by?: Sender];
const table: Readonly<Record<keyof typeof states, readonly Row[]>> = {
  exploring: [
    ["SetGoal", { goal: " " }],
    ["SetGoal", { goal: "Add a login" }],
    ["BeginJob", job("task-1-1"), engine],
    ["BeginJob", job("plan-1"), engine],
    ["BeginJob", job("exp-1-1"), engine],
    ["ApprovePlan", { rev: 1 }],
    ["Waive", of("plan")],
    ["Skip", of("plan")],
    ["Skip", of("verify")],
    ["ProposePlan", {}],
  ],
  proposed: [
    ["ApprovePlan", { rev: 2 }],
    ["RevisePlan", { rev: 2, reason: "no" }],
    ["RevisePlan", { rev: 1, reason: " " }],
    ["RevisePlan", { rev: 1, reason: "smaller" }],
    ["BeginJob", job("task-1-1"), hand],
    ["ProposePlan", {}, worker],
    ["SetUnits", { gone: ["9"] }],
    ["SetUnits", { units: [{ id: "4", subject: "T" }] }],
    ["SetUnits", { units: [{ id: "4", subject: "Task 4" }] }],
    ["SetUnits", { gone: ["4"] }],
    ["SetUnits", { units: [{ id: "3", blocked_by: ["9"] }] }],
    ["SetUnits", { units: [{ id: "3", success_criteria: ["a", "a"] }] }, hand],
    ["SetCheck", check({ unit: "2" })],
    ["ClaimEvidence", evidence({ criterion: 1, command: "y" }), hand],
    ["SetGoal", { goal: "Other" }, hand],
    ["ApprovePlan", { rev: 1 }],
  ],
  fresh: [
    ["SetGoal", { goal: "Other" }],
    ["ApprovePlan", { rev: 1 }],
    ["ProposePlan", {}],
    ["SetUnits", { units: [{ id: "1", subject: "T" }] }, hand],
    ["SetUnits", { units: [{ id: "1", subject: "T", description: "d" }] }, hand],
    [
      "SetUnits",
      {
        units: [
          { id: "1", subject: "T" },
          { id: "2", subject: "T" },
        ],
      },
      hand,
    ],
    ["SetUnits", { units: [{ id: "1", subject: "T" }] }],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }],
    ["Waive", so({ unit: "9" })],
    ["Waive", so({ criterion: 2 })],
    ["Waive", so({ criterion: "1 holds" })],
    ["Waive", so({ reason: " " })],
    ["Waive", so()],
    ["Skip", so({ reason: "" })],
    ["Skip", so()],
    ["Retry", so()],
    ["ReopenUnit", so()],
    ["ReopenUnit", of("verify")],
    ["Confirm", so({ criterion: 1, met: true })],
    ["Answer", { question: "1", answer: "a" }],
    ["RecordVerdict", verdict("PASS")],
    ["BeginJob", job("task-1-2"), engine],
    ["BeginJob", job("task-1-1"), hand],
    ["BeginJob", job("judge-verify-1"), engine],
    ["ReportDone", { unit: "1" }, hand],
    ["ReportFailure", fails("task-1-1"), engine],
    ["ReportFailure", fails("task-1-0"), engine],
    ["ReportFailure", fails("judge-verify-0"), engine],
    ["SetOptions", { options: { mode: "interactive" } }],
    ["SetOptions", { options: { mode: "auto" } }],
    ["SetOptions", { options: { max_workers: 1 } }],
    ["Fail", { reason: " " }],
    ["Fail", { reason: "no" }],
    ["SetCheck", check({ reason: " " })],
    ["SetCheck", check({ criterion: 2 })],
    ["SetCheck", check({ check: { command: "a | b" } })],
    ["SetCheck", check({ check: { command: "check-1" } })],
  ],
  live: [
    ["BeginJob", job("task-1-1"), engine],
    ["ReportDone", { unit: "1" }, hand],
    ["ReportDone", { unit: "1" }, by("task-2-1")],
    ["ReportDone", { unit: "plan" }, worker],
    ["ReportDone", { unit: "9" }, worker],
    ["ReportDone", { unit: "1" }, worker],
    ["ReportFailure", fails("task-1-1"), by("task-2-1")],
    ["ReportFailure", fails("task-1-1"), hand],
    ["ReportFailure", fails("task-1-1"), worker],
    ["ReportFailure", fails("task-1-1", { kind: "released" }), worker],
    ["ReportFailure", fails("task-1-1", { kind: "lapsed", reason: " " }), engine],
    ["ReportFailure", fails("task-1-1", { kind: "crashed" }), engine],
    ["ReportFailure", fails("task-1-1", { kind: "crashed", trouble: "overload" }), engine],
    ["ReportFailure", fails("task-1-1", { forgotten: true }), engine],
    // An agent that says so of itself is not believed.
    ["ReportFailure", fails("task-1-1", { trouble: "overload" }), worker],
    ["ReportFailure", fails("task-1-1", { forgotten: true }), worker],
    ["ClaimEvidence", evidence(), by("task-2-1")],
    ["ClaimEvidence", evidence({ path: "../x" }), worker],
    ["ClaimEvidence", evidence({ unit: "9" }), worker],
    ["ClaimEvidence", evidence({ criterion: "other" }), worker],
    ["Ask", ask, worker],
    ["Ask", { ...ask, text: " " }, worker],
    ["Ask", { ...ask, unit: "2" }, worker],
    ["Waive", so()],
    ["Skip", so()],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }],
    ["SetUnits", { units: [{ id: "2", subject: "T" }], reason: "so" }],
    ["SetUnits", { gone: ["1"], reason: "so" }],
  ],
  byHand: [
    ["ReportFailure", fails("task-1-1"), hand],
    ["ReportFailure", fails("task-1-1", { kind: "lapsed" }), engine],
    ["ReportDone", { unit: "1" }, hand],
  ],
  bare: [
    ["SetCheck", check()],
    ["SetCheck", check({ check: { type: "manual" } })],
    ["SetCheck", check({ criterion: 2 })],
    ["SetCheck", check({ criterion: 2, check: { command: "x c" } })],
    ["SetCheck", check({ criterion: 3 })],
    ["SetCheck", check(), worker],
    ["SetCheck", check({ criterion: 2 }), worker],
    ["SetCheck", check({ check: { command: "true" } }), worker],
    ["SetCheck", check({ unit: "2" }), worker],
    ["SetCheck", check(), hand],
    ["SetCheck", check({ criterion: 2 }), hand],
    ["SetCheck", check(), engine],
  ],
  said: [
    ["ClaimEvidence", evidence({ criterion: 1, command: "x" }), hand],
    ["ClaimEvidence", evidence({ criterion: 1 }), hand],
    ["ClaimEvidence", evidence({ criterion: 1, text: "more" }), hand],
    ["ClaimEvidence", evidence({ criterion: 1, command: "y" }), hand],
  ],
  claimed: [
    ["Ask", ask, worker],
    ["ReportDone", { unit: "1" }, hand],
    ["ReportFailure", fails("task-1-1"), engine],
    ["BeginJob", job("task-1-2"), hand],
  ],
  done: [
    ["Waive", so()],
    ["Skip", so()],
    ["Waive", so({ criterion: 1 })],
    ["ReopenUnit", so({ reason: " " })],
    ["ReopenUnit", so()],
    ["ReopenUnit", so(), engine],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }],
  ],
  failed: [
    ["Retry", so()],
    ["Retry", so({ by_hand: true })],
    ["Waive", so()],
    ["Skip", so()],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }],
    ["SetUnits", { gone: ["1"], reason: "so" }],
    ["BeginJob", job("task-1-2"), engine],
  ],
  planning: [
    ["SetCheck", so({ unit: "plan", criterion: 1, check: { command: "x" } }), by("plan-1")],
    ["ClaimEvidence", evidence({ unit: "plan", command: "x" }), by("plan-1")],
    ["ProposePlan", { plan: planOf(taskOf("1"), taskOf("2")) }, by("plan-1")],
    ["ProposePlan", { plan: planOf(taskOf("1", { blocked_by: ["1"] })) }, hand],
    ["SetUnits", { units: [taskOf("1")], reason: "so" }, by("plan-1")],
    ["BeginJob", job("plan-1"), hand],
    ["ReportDone", { unit: "plan" }, by("plan-1")],
    ["ReportFailure", fails("plan-1"), by("plan-1")],
    ["Ask", { unit: "plan", text: "Which?" }, by("plan-1")],
  ],
  paused: [
    ["BeginJob", job("task-1-1"), engine],
    ["Pause", {}],
    ["Resume", {}],
  ],
  auto: [
    ["Ask", ask, worker],
    ["SetCheck", check({ check: { type: "manual" } })],
    ["SetOptions", { options: { mode: "interactive" } }],
  ],
  asked: [
    ["Answer", { question: "1", answer: " " }],
    ["Answer", { question: "2", answer: "a" }],
    ["Answer", { question: "1", answer: "a" }],
    ["SetOptions", { options: { mode: "auto" } }],
  ],
  manual: [
    ["SetOptions", { options: { mode: "auto" } }],
    ["Confirm", so({ criterion: 2, met: true })],
  ],
  confirming: [
    ["Confirm", so({ criterion: 1, met: true })],
    ["Confirm", so({ criterion: 1, met: false })],
    ["Confirm", so({ criterion: 1, met: false, reason: " " })],
    ["Confirm", so({ criterion: 2, met: true })],
  ],
  single: [
    ["Waive", so()],
    ["Skip", so()],
    ["Waive", of("verify")],
  ],
  verifying: [
    ["RecordVerdict", verdict("PASS")],
    ["RecordVerdict", verdict("PASS"), worker],
    ["RecordVerdict", verdict("PASS"), judge],
    ["RecordVerdict", { ...verdict("PASS"), unit: "1" }],
    ["BeginJob", job("judge-verify-1", { holder: { ...eve, name: "task-26af6a" } }), engine],
    ["BeginJob", job("judge-verify-1", { holder: { ...eve, conversation: "c-task-2-1" } }), engine],
    ["BeginJob", job("judge-verify-1"), engine],
  ],
  judging: [
    ["BeginJob", job("judge-verify-1"), engine],
    ["RecordVerdict", verdict("PASS"), judge],
    ["RecordVerdict", verdict("PASS", { judgements: judged(["1"]) }), judge],
    ["RecordVerdict", verdict("PASS", { judgements: judged(["9"]) }), judge],
    ["RecordVerdict", verdict("FAIL"), judge],
    ["RecordVerdict", verdict("FAIL", { judgements: both }), judge],
    ["RecordVerdict", verdict("FAIL", { judgements: judged(["1", "unmet"]) }), judge],
    ["RecordVerdict", verdict("PASS", { judgements: both }), judge],
    ["RecordVerdict", verdict("PASS", { judgements: judged(["1"], ["2", "unproven"]) }), judge],
    ["RecordVerdict", verdict("PASS", { judgements: both, issues: [issue()] }), judge],
    ["ReportFailure", fails("judge-verify-1"), hand],
    ["ReportFailure", fails("judge-verify-1"), engine],
  ],
  judgingTwo: [
    fail([issue(), issue({ summary: "hole" })]),
    fail([issue({ unit: "1" })]),
    fail([issue({ unit: "2", criterion: 1, check: { command: "x" } })]),
    fail([issue({ unit: "1", criterion: 1 }), issue()]),
    fail([issue({ unit: "1", criterion: 1 })]),
    fail([issue({ unit: "1", criterion: 9 })]),
    fail([], [unmet("1", 2, "it is red"), unmet("2", 1, "", "met")]),
    fail([], [unmet("2", 1, "", "unproven")]),
    fail([issue({ unit: "2", criterion: 1 })], [unmet("2", 1, "red")]),
    fail([issue({ unit: "1", criterion: 1 }), issue({ unit: "1" })], [unmet("1", 2, "red")]),
  ],
  byPerson: [
    ["RecordVerdict", verdict("PASS")],
    ["RecordVerdict", verdict("FAIL")],
    ["RecordVerdict", verdict("PASS", { judgements: judged(["1"]) })],
  ],
  turnedAway: [
    ["Retry", so()],
    ["Retry", so({ by_hand: true, n: 2 })],
  ],
  mute: [
    ["Retry", of("verify")],
    ["RecordVerdict", verdict("PASS")],
    ["RecordVerdict", verdict("FAIL", { issues: [issue()] })],
    ["Waive", of("verify")],
  ],
  lastRound: [
    ["Retry", of("verify")],
    ["Retry", so({ unit: "verify", n: 10 })],
    ["RecordVerdict", verdict("PASS")],
    ["RecordVerdict", verdict("PASS", { tree: "t2" })],
  ],
  named: [
    checked("check-1-1", ran()),
    checked("check-1-1", ran({ tree: "t0" })),
    checked("check-1-1", ran({ exit: null, why: "killed" })),
    checked("check-1-1", ran({ exit: 1, passed: false, why: "exit 1" })),
    checked("check-1-1", ran({ hollow: true, passed: false, why: "empty" })),
    checked("check-1-1", ran({ criterion: 2, captured: true, passed: false })),
    checked("check-1-1", ran({ criterion: 2, captured: true, passed: true })),
    checked("check-1-1", ran({ criterion: 9 }), ran({ unit: "9" })),
    checked("check-1-2", ran()),
    checked("before-1-1", ran(), ran({ criterion: 2, passed: false, captured: true })),
    checked("before-1-1", ran({ hollow: true, passed: false }), ran({ criterion: 3 })),
    checked("before-1-1", ran({ criterion: 9 })),
    checked("before-1-1", ran({ passed: false, why: "exit 1" })),
    checked("check-verify-1"),
    ["ClaimEvidence", evidence({ criterion: 1, command: "y" })],
    ["ClaimEvidence", evidence({ criterion: 3, path: "a.md" }), hand],
    ["ClaimEvidence", evidence({ criterion: 3, command: "true" }), hand],
    ["ClaimEvidence", evidence({ criterion: 3, command: "y", extras: [["k", "1"]] }), hand],
    ["ClaimEvidence", evidence({ criterion: 1, command: "y" }), worker],
    ["ClaimEvidence", evidence({ criterion: 3, type: "test_result", command: "y" }), worker],
    ["ClaimEvidence", evidence({ criterion: 3, path: "a.md" }), worker],
    ["ClaimEvidence", evidence({ criterion: 3 }), worker],
    ["ClaimEvidence", evidence({ path: "../x" }), hand],
    ["SetCheck", check({ criterion: 1 }), worker],
    ["SetCheck", check({ criterion: 3, check: { type: "manual" } }), worker],
    ["SetCheck", check({ criterion: 3, check: { path: "../x" } })],
  ],
  replaced: [checked("check-1-1", ran())],
  judgedBefore: [["RecordVerdict", verdict("PASS", { judgements: both }), judge]],
  cancelled: [
    ["Reopen", { reason: " " }],
    ["Reopen", { reason: "more" }],
  ],
  complete: [
    ["Reopen", { reason: "more" }],
    ["ReopenUnit", so()],
  ],
};

test("what comes of commands, by the state of the run", async () => {
  const lines: string[] = [];
  for (const [state, make] of Object.entries(states)) {
    lines.push(`# ${state}`, "");
    for (const row of table[state] ?? []) {
      lines.push(...comes(await make(), ...row));
    }
    lines.push("");
  }
  assertKept("work-commands", { "commands.txt": lines.join("\n") });
});
