// Table of the model's events: what each one says in a line, to followers, and of the attempt that it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
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
import { by, engine, hand, ana } from "../../test/fixtures/stage.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";
import type { Sender } from "../core/protocol.ts";
import type { Work } from "./work.ts";

const asked = async (): Promise<Run> => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")));
  const question = { text: "Which?", options: ["a"] };
  run.agent("task-1-1", { status: "needs_context", summary: "", question });
  run.decide("question-1", "1");
  run.ok("Pause");
  run.ok("Resume");
  run.ok("SetOptions", { options: { mode: "auto", max_workers: 1 } });
  run.agent("task-1-2", undefined, { exit: 1, fault: { kind: "overload" } });
  run.wait(3_600_000);
  run.agent("task-1-3", did({ concerns: "slow" }));
  run.checks({ exit: 1, text: "red" });
  run.ok("Skip", { unit: "2", reason: "not now" });
  run.ok("Cancel", { reason: "no time" });
  run.ok("Reopen", { reason: "more" });
  return run;
};
const shown = async (): Promise<Run> => {
  const manual = { criteria: "it is blue", type: "manual" };
  const run = await begin(planOf(taskOf("1", { success_criteria: [manual] })));
  run.work("1");
  run.decide("confirm-1-1", "unmet", "too red");
  run.work("1");
  run.decide("confirm-1-1", "met", "fine");
  run.checks();
  run.judge({ verdict: "FAIL", judgements: [], issues: [{ summary: "gap", done_when: "no" }] });
  return run;
};
const stuck = async (): Promise<Run> => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")), { max_attempts: 1 });
  run.agent("task-1-1", gaveUp);
  run.decide("stuck-1", "retry", "again");
  const check = { command: "other" };
  run.ok("SetCheck", { unit: "2", criterion: 1, check, reason: "quicker" });
  run.ok("Waive", { unit: "2", criterion: 1, reason: "no server" });
  run.work("1");
  run.ok("ReopenUnit", { unit: "1", reason: "it was wrong" });
  run.agent("task-2-1", undefined, { exit: null, reason: "timeout" });
  return run;
};
const nameless = async (): Promise<Run> => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")));
  const holder = { name: "by hand", agent: null, conversation: null };
  run.ok("BeginJob", { job: "task-1-1", holder, hosted: false, leased: false }, hand);
  return run;
};

/** Its type, its line, `!` the word of its news, `>` how an attempt ended, of another than its own with its unit. */
const table = `
BeforeRecorded | 1, 0 of 1 passed without the work | > over | 0 of 1 passed without the work
BeforeRecorded | 1, 0 of 2 passed without the work | > over | 0 of 2 passed without the work
BeforeRecorded | 2, 0 of 1 passed without the work | > over | 0 of 1 passed without the work
BeforeRecorded | 3, 0 of 1 passed without the work | > over | 0 of 1 passed without the work
BeforeRecorded | 4, 0 of 1 passed without the work | > over | 0 of 1 passed without the work
CheckSet | 2 criterion 1 by ana: quicker
ChecksRecorded | 1, 0 of 1 check green: check-1 exit 1 on t1 | > failed | exit 1
ChecksRecorded | 1, 1 check green on t1 | > passed
ChecksRecorded | 1, 2 checks green on t1 | > passed
ChecksRecorded | 2, 1 check green on t1 | > passed
ChecksRecorded | verify, 0 checks green on t1 | > passed
ChecksRecorded | verify, 2 checks green on t1 | > passed
CriterionJudged | 1 criterion 1 called met by ana: fine
CriterionJudged | 1 criterion 1 called unmet by ana: too red
CriterionWaived | 2 criterion 1 by ana: no server
EvidenceClaimed | 2, a claim of task-4c1043: fine
JobBegun | judge-verify-1 by verify-022b1b
JobBegun | task-1-1 by hand
JobBegun | task-1-1 by task-26af6a
JobBegun | task-1-2 by task-2d1789
JobBegun | task-1-3 by task-951745
JobBegun | task-2-1 by eve
JobBegun | task-2-1 by task-4c1043
JobBegun | task-4-1 by task-8c2e99
OptionsSet | auto, 5 rounds, 3 attempts each
PlanApproved | the plan, approved by ana | !ends
PlanProposed | the plan, 2 units, 1 warning | !ends | > written
PlanProposed | the plan, 3 units, 1 warning | !ends | > written
PlanProposed | the plan, 5 units, 2 warnings | !ends | > written
QuestionAnswered | question 1: a
QuestionAsked | question 1 about 1: Which? | !waits | > asked | Which?
RoundOpened | round 2: fix-1-1, verify: gap | !again
RunCancelled | !failed
RunCancelled | no time | !failed
RunCompleted | on tree t1 | !done
RunFailed | no way | !failed
RunPaused
RunReopened | more
RunResumed
RunStarted | Add a login
UnitDone | 1 | !proved | 1: Task 1 | > 1 done
UnitDone | 2 | !proved | 2: Task 2 | > 2 done
UnitDone | verify | !proved | verify: Verify the whole | > verify done
UnitDue | verify
UnitFailed | 1: it can't be done | !failed | > failed | it can't be done
UnitFailed | 2: took longer than 60 minutes | !failed | > late | took longer than 60 minutes
UnitFailed | 4: it can't be done | !failed | > failed | it can't be done
UnitReopened | 1: it was wrong | !again | > 1 returned | it was wrong
UnitRetried | 1: again | !again
UnitReturned | 1: criterion 1 "1 holds" (check-1): exit 1 | !again | > 1 returned | criterion 1 "1 holds" (check-1): exit 1
UnitReturned | 1: criterion 1 "it is blue" was called unmet by ana: too red | !again | > 1 returned | criterion 1 "it is blue" was called unmet by ana: too red
UnitReturned | 1: its model server is overloaded (ended with exit code 1); tried again at 2026-01-08T12:00:40.000Z | !again | > failed | its model server is overloaded (ended with exit code 1)
UnitShown | verify
UnitSkipped | 2 by ana: not now
UnitWaived | 4 by ana: not now
UnitsSet | 1, 2, verify
VerdictRecorded | verify: FAIL by verify-022b1b, 1 issue: gap | !ends | > judged | 1 issue
VerdictRecorded | verify: PASS by verify-022b1b | !ends | > judged | all criteria are met
WorkClaimed | 1 by task-26af6a: did it | > reported | did it
WorkClaimed | 1 by task-2d1789: did it | > reported | did it
WorkClaimed | 1 by task-951745: did it | > reported | did it
WorkClaimed | 2 by task-4c1043: did it | > reported | did it
`;

test("each event is told in words", async () => {
  const told = new Set<string>();
  const { ends } = (await ultrawork.ends?.()) ?? assert.fail();
  for (const make of [...Object.values(phases), asked, shown, stuck, nameless]) {
    let state: Work | null = null;
    for (const event of (await make()).log()) {
      state = ultrawork.evolve(state, event);
      const parts = [event.type, ultrawork.eventLine?.(event)];
      const news = ultrawork.news?.(event, state) ?? null;
      if (news !== null) parts.push(`!${news.word}`, news.text === parts[1] ? "" : news.text);
      for (const { of, is, why } of ends(event, state))
        parts.push(
          `> ${of === "own" ? "" : `${Object.values(of).join("")} `}${is}`,
          why === parts[1] ? "" : (why ?? ""),
        );
      told.add(parts.filter(Boolean).join(" | "));
    }
  }
  assert.equal(`\n${[...told].toSorted().join("\n")}\n`, table);
});

/** Everything that counts is shown; 1.2 and task 2 don't count. */
const judged = async (): Promise<Run> => {
  const criteria = [shows("a", "check-a"), shows("b", "check-b")];
  const run = await begin(planOf(taskOf("1", { success_criteria: criteria }), taskOf("2")));
  run.ok("Waive", { unit: "1", criterion: 2, reason: "no server" });
  run.ok("Skip", { unit: "2", reason: "not now" });
  run.work("1");
  return run;
};
const worker = by("task-2-1");
const verdict = (more: object = {}, judgement = "unmet", unit = "1", criterion = 1) => ({
  unit: "verify",
  verdict: "PASS",
  kind: "judge",
  judgements: [{ unit, criterion, judgement }],
  ...more,
});
const result = (more: object = {}) => ({
  results: [
    { unit: "2", criterion: 2, passed: true, command: "x c", exit: 0, by: "engine", ...more },
  ],
});
const check = (chosenBy: string) => ({ unit: "2", criterion: 2, chosenBy });
const said = (criterion: number, passed = true) => ({ unit: "2", criterion, passed });
/** State · type · data · who · why the rules can't have made it. */
const forged: readonly (readonly [
  state: string,
  type: string,
  data: object,
  by: Sender,
  why: string | null,
])[] = [
  ["proposed", "PlanApproved", { rev: 1, by: "ana" }, ana, null],
  ["proposed", "PlanApproved", { rev: 2, by: "ana" }, ana, "no revision 2 waited"],
  ["proposed", "PlanApproved", { rev: 1, by: "ana" }, worker, "agent approves no plan"],
  ["proposed", "PlanApproved", { rev: 1, by: null }, engine, "engine approves no plan"],
  ["working", "PlanApproved", { rev: 1, by: "ana" }, ana, "no revision 1 waited"],
  ["draft", "CheckSet", check("plan"), worker, null],
  ["working", "CheckSet", check("plan"), worker, "no check is planned once the plan is approved"],
  ["working", "CheckSet", check("person"), worker, "agent chooses it for nobody"],
  ["working", "CheckSet", check("person"), ana, null],
  ["working", "CheckSet", check("worker"), worker, null],
  ["working", "ChecksRecorded", result(), engine, null],
  ["working", "ChecksRecorded", result({ criterion: 9 }), engine, "2 has no criterion 9"],
  ["working", "ChecksRecorded", result({ by: "agent" }), engine, "it is no proof of the engine"],
  ["working", "ChecksRecorded", result({ by: "agent", passed: false }), engine, null],
  [
    "working",
    "ChecksRecorded",
    result({ by: "agent", passed: false, captured: true }),
    engine,
    "it is no proof of the engine",
  ],
  ["working", "ChecksRecorded", result({ command: "x" }), engine, "it isn't the criterion's check"],
  ["working", "ChecksRecorded", result({ criterion: 1 }), engine, "it isn't the criterion's check"],
  ["working", "ChecksRecorded", result({ exit: null }), engine, "it passed without an exit code"],
  ["working", "ChecksRecorded", result({ exit: 1 }), engine, "it passed by exit 1, not 0"],
  ["working", "CriterionJudged", said(1), ana, null],
  ["working", "CriterionJudged", said(2), ana, "its check is the engine's to run"],
  ["working", "CriterionJudged", said(2, false), ana, null],
  ["working", "CriterionJudged", said(9), ana, "2 has no criterion 9"],
  ["working", "UnitDone", { unit: "1" }, engine, null],
  ["working", "UnitDone", { unit: "2" }, engine, "without a proof: 2.1, 2.2"],
  ["working", "UnitDone", { unit: "9" }, engine, "there is no 9"],
  ["judged", "VerdictRecorded", verdict({}, "met"), worker, null],
  ["judged", "VerdictRecorded", verdict(), worker, "1.1 was not shown"],
  ["judged", "VerdictRecorded", verdict({ verdict: "FAIL" }), engine, null],
  ["judged", "VerdictRecorded", verdict({}, "unmet", "1", 2), worker, null],
  ["judged", "VerdictRecorded", verdict({}, "unmet", "2"), worker, null],
  ["judged", "VerdictRecorded", verdict({}, "unmet", "9"), worker, null],
  ["judged", "VerdictRecorded", verdict({}, "met"), engine, "no verdict of engine was awaited"],
  ["judged", "VerdictRecorded", verdict({}, "met"), ana, "no verdict of person was awaited"],
  ["judged", "VerdictRecorded", verdict({ kind: "person" }, "met"), ana, null],
  [
    "judged",
    "VerdictRecorded",
    verdict({ kind: "person" }, "met"),
    worker,
    "no verdict of agent was awaited",
  ],
  [
    "judged",
    "VerdictRecorded",
    verdict({ unit: "1" }),
    worker,
    "nothing waited for a verdict on 1",
  ],
  [
    "judged",
    "VerdictRecorded",
    verdict({ unit: "9" }),
    worker,
    "nothing waited for a verdict on 9",
  ],
  ["exploring", "RunCompleted", {}, engine, "no plan was approved"],
  ["working", "RunCompleted", {}, engine, "not done yet: 2, 3, verify"],
  ["judged", "RunCompleted", {}, engine, "not done yet: verify"],
  ["complete", "RunCompleted", {}, engine, null],
];
test("an event that the rules can't have made is told as forged", async () => {
  const { broken } = (await ultrawork.invariants?.()) ?? assert.fail();
  const runs = new Map<string, Run>();
  for (const [state, type, data, sender, why] of forged) {
    const make = state === "judged" ? judged : (phases[state] ?? assert.fail(state));
    const run = runs.get(state) ?? (await make());
    runs.set(state, run);
    const event = { type, data, by: sender, at: run.facts().at, version: 1, cause: "c" };
    assert.equal(broken(run.state(), event), why, `${state} ${type} ${JSON.stringify(data)}`);
  }
});
