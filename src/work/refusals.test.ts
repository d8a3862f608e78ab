// Table of the model's refusals and bypasses, by the state of the run: what no sender may do, and what a person may.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ana, by, codesOf, engine, hand } from "../../test/fixtures/stage.ts";
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
import { isRefusal } from "../core/refusal.ts";

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
  single: () => begin(planOf(taskOf("1"))),
  verifying: phase("verifying"),
  judging,
  byPerson: async () => {
    const run = await phase("verifying")();
    run.ok("SetOptions", { options: { judge: "person" } });
    return run;
  },
  cancelled: phase("cancelled"),
  complete: phase("complete"),
};

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

/** Type · data · sender (a person, if not said) · the events that it means, or the codes of its refusal. */
type Row = readonly [type: string, data: object, comes: string, by?: Sender];
const table: Readonly<Record<keyof typeof states, readonly Row[]>> = {
  exploring: [
    ["SetGoal", { goal: " " }, "GOAL_EMPTY"],
    ["SetGoal", { goal: "Add a login" }, ""],
    ["BeginJob", job("task-1-1"), "JOB_UNREADY", engine],
    ["BeginJob", job("plan-1"), "JOB_UNREADY", engine],
    ["BeginJob", job("exp-1-1"), "JobBegun", engine],
    ["ApprovePlan", { rev: 1 }, "PLAN_OUTDATED"],
    ["Waive", of("plan"), "UNIT_UNWAIVABLE"],
    ["Skip", of("plan"), "UNIT_UNWAIVABLE"],
    ["Skip", of("verify"), "UNIT_UNWAIVABLE"],
    ["ProposePlan", {}, "PLAN_EMPTY"],
  ],
  proposed: [
    ["ApprovePlan", { rev: 2 }, "PLAN_OUTDATED"],
    ["RevisePlan", { rev: 2, reason: "no" }, "PLAN_OUTDATED"],
    ["RevisePlan", { rev: 1, reason: " " }, "REASON_MISSING"],
    ["RevisePlan", { rev: 1, reason: "smaller" }, "PlanReturned"],
    ["BeginJob", job("task-1-1"), "UNIT_WAITING", hand],
    ["ProposePlan", {}, "SENDER_WRONG", worker],
    ["SetUnits", { gone: ["9"] }, "UNIT_UNKNOWN"],
    ["SetUnits", { units: [{ id: "4", subject: "T" }] }, "UnitsSet PlanProposed"],
    ["SetUnits", { units: [{ id: "4", subject: "Task 4" }] }, ""],
  ],
  fresh: [
    ["SetGoal", { goal: "Other" }, "PLAN_FROZEN"],
    ["ApprovePlan", { rev: 1 }, "PLAN_OUTDATED"],
    ["ProposePlan", {}, "PLAN_FROZEN"],
    ["SetUnits", { units: [{ id: "1", subject: "T" }] }, "PLAN_FROZEN", hand],
    ["SetUnits", { units: [{ id: "1", subject: "T" }] }, "REASON_MISSING"],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }, "UnitsSet"],
    ["Waive", so({ unit: "9" }), "UNIT_UNKNOWN"],
    ["Waive", so({ criterion: 2 }), "CRITERION_UNKNOWN"],
    ["Waive", so({ criterion: "1 holds" }), "CriterionWaived"],
    ["Waive", so({ reason: " " }), "REASON_MISSING"],
    ["Waive", so(), "UnitWaived"],
    ["Skip", so({ reason: "" }), "REASON_MISSING"],
    ["Skip", so(), "UnitSkipped"],
    ["Retry", so(), "UNIT_UNFAILED"],
    ["ReopenUnit", so(), "UNIT_UNSETTLED"],
    ["ReopenUnit", of("verify"), "UNIT_UNSETTLED"],
    ["Confirm", so({ criterion: 1, met: true }), "CRITERION_UNASKED"],
    ["Answer", { question: "1", answer: "a" }, "QUESTION_UNKNOWN"],
    ["RecordVerdict", verdict("PASS"), "VERDICT_OUTDATED"],
    ["BeginJob", job("task-1-2"), "JOB_UNREADY", engine],
    ["BeginJob", job("task-1-1"), "JobBegun", hand],
    ["BeginJob", job("judge-verify-1"), "JOB_UNREADY", engine],
    ["ReportDone", { unit: "1" }, "UNIT_UNSTARTED", hand],
    ["ReportFailure", fails("task-1-1"), "JOB_UNKNOWN", engine],
    ["ReportFailure", fails("task-1-0"), "JOB_UNKNOWN", engine],
    ["ReportFailure", fails("judge-verify-0"), "JOB_UNKNOWN", engine],
    ["SetOptions", { options: { mode: "interactive" } }, ""],
    ["SetOptions", { options: { mode: "auto" } }, "OptionsSet"],
    ["SetOptions", { options: { max_workers: 1 } }, "OptionsSet"],
    ["Fail", { reason: " " }, "REASON_MISSING"],
    ["Fail", { reason: "no" }, "RunFailed"],
    ["SetCheck", check({ reason: " " }), "REASON_MISSING"],
    ["SetCheck", check({ criterion: 2 }), "CRITERION_UNKNOWN"],
    ["SetCheck", check({ check: { command: "a | b" } }), "CHECK_UNPARSABLE"],
    ["SetCheck", check({ check: { command: "check-1" } }), ""],
  ],
  live: [
    ["BeginJob", job("task-1-1"), "JOB_UNREADY", engine],
    ["ReportDone", { unit: "1" }, "JOB_HELD", hand],
    ["ReportDone", { unit: "1" }, "SENDER_WRONG", by("task-2-1")],
    ["ReportDone", { unit: "plan" }, "SENDER_WRONG", worker],
    ["ReportDone", { unit: "9" }, "UNIT_UNKNOWN", worker],
    ["ReportDone", { unit: "1" }, "WorkClaimed", worker],
    ["ReportFailure", fails("task-1-1"), "SENDER_WRONG", by("task-2-1")],
    ["ReportFailure", fails("task-1-1"), "JOB_HELD", hand],
    ["ReportFailure", fails("task-1-1"), "UnitReturned", worker],
    ["ClaimEvidence", evidence(), "SENDER_WRONG", by("task-2-1")],
    ["ClaimEvidence", evidence({ path: "../x" }), "PATH_OUTSIDE", worker],
    ["ClaimEvidence", evidence({ unit: "9" }), "UNIT_UNKNOWN", worker],
    ["ClaimEvidence", evidence({ criterion: "other" }), "EvidenceClaimed", worker],
    ["Ask", ask, "QuestionAsked", worker],
    ["Ask", { ...ask, text: " " }, "REASON_MISSING", worker],
    ["Ask", { ...ask, unit: "2" }, "SENDER_WRONG", worker],
    ["Waive", so(), "UNIT_STARTED"],
    ["Skip", so(), "UNIT_STARTED"],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }, "UNIT_STARTED"],
    ["SetUnits", { units: [{ id: "2", subject: "T" }], reason: "so" }, "UnitsSet"],
    ["SetUnits", { gone: ["1"], reason: "so" }, "UNIT_STARTED"],
  ],
  said: [
    ["ClaimEvidence", evidence({ criterion: 1, command: "x" }), "", hand],
    ["ClaimEvidence", evidence({ criterion: 1 }), "", hand],
    ["ClaimEvidence", evidence({ criterion: 1, text: "more" }), "EvidenceClaimed", hand],
    ["ClaimEvidence", evidence({ criterion: 1, command: "y" }), "EvidenceClaimed", hand],
  ],
  claimed: [
    ["Ask", ask, "UNIT_UNSTARTED", worker],
    ["ReportDone", { unit: "1" }, "UNIT_UNSTARTED", hand],
    ["ReportFailure", fails("task-1-1"), "JOB_UNKNOWN", engine],
    ["BeginJob", job("task-1-2"), "JOB_UNREADY", hand],
  ],
  done: [
    ["Waive", so(), "UNIT_SETTLED"],
    ["Skip", so(), "UNIT_SETTLED"],
    ["Waive", so({ criterion: 1 }), "CriterionWaived"],
    ["ReopenUnit", so({ reason: " " }), "REASON_MISSING"],
    ["ReopenUnit", so(), "UnitReopened"],
    ["ReopenUnit", so(), "UnitReopened", engine],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }, "UNIT_STARTED"],
  ],
  failed: [
    ["Retry", so(), "UnitRetried"],
    ["Retry", so({ by_hand: true }), "UnitRetried JobBegun WorkClaimed"],
    ["Waive", so(), "UnitWaived"],
    ["Skip", so(), "UnitSkipped"],
    ["SetUnits", { units: [{ id: "1", subject: "T" }], reason: "so" }, "UnitsSet UnitRetried"],
    ["SetUnits", { gone: ["1"], reason: "so" }, "UnitsSet"],
    ["BeginJob", job("task-1-2"), "JOB_UNREADY", engine],
  ],
  planning: [
    ["ReportDone", { unit: "plan" }, "SENDER_WRONG", by("plan-1")],
    ["ReportFailure", fails("plan-1"), "UnitReturned", by("plan-1")],
    ["Ask", { unit: "plan", text: "Which?" }, "QuestionAsked", by("plan-1")],
  ],
  paused: [
    ["BeginJob", job("task-1-1"), "JOB_UNREADY", engine],
    ["Pause", {}, ""],
    ["Resume", {}, "RunResumed"],
  ],
  auto: [
    ["Ask", ask, "MODE_UNATTENDED", worker],
    ["SetCheck", check({ check: { type: "manual" } }), "PLAN_UNATTENDED"],
    ["SetOptions", { options: { mode: "interactive" } }, "OptionsSet"],
  ],
  asked: [
    ["Answer", { question: "1", answer: " " }, "REASON_MISSING"],
    ["Answer", { question: "2", answer: "a" }, "QUESTION_UNKNOWN"],
    ["Answer", { question: "1", answer: "a" }, "QuestionAnswered"],
    ["SetOptions", { options: { mode: "auto" } }, "OPTION_INVALID"],
  ],
  manual: [
    ["SetOptions", { options: { mode: "auto" } }, "OPTION_INVALID"],
    ["Confirm", so({ criterion: 2, met: true }), "CRITERION_UNASKED"],
  ],
  single: [
    ["Waive", so(), "UNIT_LAST"],
    ["Skip", so(), "UNIT_LAST"],
    ["Waive", of("verify"), "UnitWaived"],
  ],
  verifying: [
    ["RecordVerdict", verdict("PASS"), "SENDER_WRONG"],
    ["RecordVerdict", verdict("PASS"), "SENDER_WRONG", worker],
    ["RecordVerdict", verdict("PASS"), "SENDER_WRONG", judge],
    ["RecordVerdict", { ...verdict("PASS"), unit: "1" }, "VERDICT_OUTDATED"],
    [
      "BeginJob",
      job("judge-verify-1", { holder: { ...eve, name: "task-26af6a" } }),
      "AUTHOR_SAME",
      engine,
    ],
    [
      "BeginJob",
      job("judge-verify-1", { holder: { ...eve, conversation: "c-task-2-1" } }),
      "AUTHOR_SAME",
      engine,
    ],
    ["BeginJob", job("judge-verify-1"), "JobBegun", engine],
  ],
  judging: [
    ["BeginJob", job("judge-verify-1"), "JOB_UNREADY", engine],
    ["RecordVerdict", verdict("PASS"), "VERDICT_INCOMPLETE", judge],
    ["RecordVerdict", verdict("PASS", { judgements: judged(["1"]) }), "VERDICT_INCOMPLETE", judge],
    ["RecordVerdict", verdict("PASS", { judgements: judged(["9"]) }), "UNIT_UNKNOWN", judge],
    ["RecordVerdict", verdict("FAIL"), "VERDICT_INCOMPLETE", judge],
    ["RecordVerdict", verdict("FAIL", { judgements: both }), "VERDICT_INCOMPLETE", judge],
    [
      "RecordVerdict",
      verdict("FAIL", { judgements: judged(["1", "unmet"]) }),
      "VerdictRecorded RoundOpened",
      judge,
    ],
    [
      "RecordVerdict",
      verdict("PASS", { judgements: both }),
      "VerdictRecorded UnitDone RunCompleted",
      judge,
    ],
    [
      "RecordVerdict",
      verdict("PASS", { judgements: judged(["1"], ["2", "unproven"]) }),
      "VerdictRecorded RoundOpened",
      judge,
    ],
    ["ReportFailure", fails("judge-verify-1"), "JOB_HELD", hand],
    ["ReportFailure", fails("judge-verify-1"), "JudgeFailed", engine],
  ],
  byPerson: [
    ["RecordVerdict", verdict("PASS"), "VerdictRecorded UnitDone RunCompleted"],
    ["RecordVerdict", verdict("FAIL"), "VERDICT_INCOMPLETE"],
    ["RecordVerdict", verdict("PASS", { judgements: judged(["1"]) }), "VERDICT_INCOMPLETE"],
  ],
  cancelled: [
    ["Reopen", { reason: " " }, "REASON_MISSING"],
    ["Reopen", { reason: "more" }, "RunReopened"],
  ],
  complete: [
    ["Reopen", { reason: "more" }, "RUN_COMPLETE"],
    ["ReopenUnit", so(), "UnitReopened"],
  ],
};

for (const [state, make] of Object.entries(states))
  test(`commands on a run that is ${state}`, async () => {
    const came: unknown[] = [];
    for (const [type, data, , sender = ana] of table[state] ?? []) {
      const answer = (await make()).send([{ type, data }], sender);
      came.push([type, data, isRefusal(answer) ? codesOf(answer).join(" ") : answer.join(" ")]);
    }
    assert.deepEqual(
      came,
      (table[state] ?? []).map(([type, data, comes]) => [type, data, comes]),
    );
  });

test("an approved plan names the field that a file changed, where it is one", async () => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")));
  const pointer = (...units: readonly object[]): unknown => {
    const sent = run.send([{ type: "SetUnits", data: { units } }], hand);
    return isRefusal(sent) ? sent.pointer : sent;
  };
  assert.deepEqual(
    [
      pointer({ id: "1", subject: "T" }),
      pointer({ id: "1", subject: "T", description: "d" }),
      pointer({ id: "1", subject: "T" }, { id: "2", subject: "T" }),
    ],
    ["/subject", undefined, undefined],
  );
});
