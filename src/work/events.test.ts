// Table of events that the rules can't have made: each is told as forged, and why.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, phases, planOf, type Run, shows, taskOf } from "../../test/fixtures/ultrawork.ts";
import { ana, by, engine } from "../../test/fixtures/stage.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";
import type { Sender } from "../core/protocol.ts";

/** Everything that counts is shown; 1.2 and task 2 don't count. */
const judged = async (): Promise<Run> => {
  const criteria = [shows("a", "check-a"), shows("b", "check-b")];
  const run = await begin(planOf(taskOf("1", { success_criteria: criteria }), taskOf("2")));
  run.ok("Waive", { unit: "1", criterion: 2, reason: "no server" });
  run.ok("Skip", { unit: "2", reason: "not now" });
  run.work("1");
  return run;
};
const sorts = (): Promise<Run> =>
  begin(
    planOf(
      taskOf("2", {
        success_criteria: [
          "a",
          { criteria: "b", type: "file_content", path: "a.md" },
          { ...shows("c", "x d"), exit: 3 },
        ],
      }),
    ),
  );
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
  [
    "sorts",
    "ChecksRecorded",
    result({ command: "a.md", exit: 1 }),
    engine,
    "it passed by exit 1, not 0",
  ],
  ["sorts", "ChecksRecorded", result({ command: "a.md", captured: true }), engine, null],
  ["sorts", "ChecksRecorded", result({ command: "x d", criterion: 3, exit: 3 }), engine, null],
  [
    "sorts",
    "ChecksRecorded",
    result({ command: "x d", criterion: 3 }),
    engine,
    "it passed by exit 0, not 3",
  ],
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
    const make = { ...phases, judged, sorts }[state] ?? assert.fail(state);
    const run = runs.get(state) ?? (await make());
    runs.set(state, run);
    const event = { type, data, by: sender, at: run.facts().at, version: 1, cause: "c" };
    assert.equal(broken(run.state(), event), why, `${state} ${type} ${JSON.stringify(data)}`);
  }
});
