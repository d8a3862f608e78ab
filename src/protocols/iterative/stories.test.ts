// Acceptance tests of the iterative protocol's stories, by the rules alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ana,
  engine,
  green,
  hand,
  openStory,
  red,
  type Story,
  unitOf,
} from "../../../test/fixtures/iterative-story.ts";
import { brief } from "./brief.ts";
import { jobs } from "./jobs.ts";
import { report } from "./report.ts";

const worked = (run: Story, id: string, text: string): readonly string[] =>
  run.pass(id, {
    says: "done",
    edit: { [`src/${id.toLowerCase()}.ts`]: text },
    commit: `feat: ${text}`,
  });

test("story 2: a confirmer that says DONE and changed a file has found work; another one confirms, and none is told that it does", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  const briefs: string[] = [];
  const seen = (): void => {
    const job =
      jobs(run.state()).find(({ key }) => key.startsWith("T1#")) ?? assert.fail("no pass is due");
    briefs.push(brief(run.state(), job, run.world.facts({}, "2026-01-14T10:00:00.000Z")));
  };
  seen();
  worked(run, "T1", "one");
  run.gate("T1");
  seen();
  const found = run.pass("T1", { says: "done", edit: { "src/t1.ts": "two" } });
  assert.deepEqual(found, ["PassEnded", "WorkFound"]);
  assert.equal(run.unit("T1").stage, "gate");
  assert.equal(run.unit("T1").proofs.gate, null);
  run.gate("T1");
  seen();
  const finder = run.last("WorkFound").by;
  assert.equal(run.no("BeginPass", { unit: "T1", pass: 3, holder: finder }, engine), "AUTHOR_SAME");
  assert.deepEqual(run.pass("T1"), ["PassEnded", "WorkConfirmed"]);
  assert.equal(run.unit("T1").confirmations, 2);
  assert.equal(run.unit("T1").used, 1);
  assert.equal(run.unit("T1").counters.unsettled, 0);
  assert.deepEqual([briefs[1], briefs[2]], [briefs[0], briefs[0]]);
});

test("story 3: after the fifth undone pass there is no sixth until a person raises the limit; other units go on", () => {
  const run = openStory();
  run.plan([unitOf("T3"), unitOf("T4")]);
  for (let n = 1; n <= 5; n += 1) {
    const types = run.pass("T3", { says: "continue", edit: { "src/t3.ts": `try ${n}` } });
    assert.equal(types.includes("UnitStuck"), n === 5);
  }
  assert.deepEqual(
    [run.unit("T3").stuck?.kind, run.unit("T3").stuck?.reason],
    ["timeout", "5 of 5 passes used"],
  );
  assert.equal(
    run.no("BeginPass", { unit: "T3", pass: 6, holder: "codex-9" }, engine),
    "JOB_UNREADY",
  );
  run.settle("T4");
  assert.equal(run.no("AnswerUnit", { unit: "T3", option: "again" }), "OPTION_UNFIT");
  assert.equal(run.no("AnswerUnit", { unit: "T3", option: "raise" }), "OPTION_INVALID");
  assert.equal(
    run.no("AnswerUnit", { unit: "T3", option: "raise", n: 3, asked: 2 }),
    "QUESTION_STALE",
  );
  run.ok("AnswerUnit", { unit: "T3", option: "raise", n: 3, asked: 1 });
  run.begin("T3");
  assert.deepEqual([run.unit("T3").used, run.unit("T3").max], [6, 8]);
  assert.equal(run.no("SetLimit", { unit: "T3", max: 20 }, hand), "PLAN_FROZEN");
});

test("story 11: a verifier that edits a file gives no verdict", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  worked(run, "T1", "one");
  run.agree("T1");
  const author = run.unit("T1").authors[0] ?? "";
  assert.equal(run.no("BeginPass", { unit: "T1", pass: 3, holder: author }, engine), "AUTHOR_SAME");
  run.begin("T1", "eve");
  assert.deepEqual(run.verdict("T1", "VERIFIED", [], { "src/t1.ts": "better" }), ["PassVoided"]);
  assert.equal(run.unit("T1").stage, "verify");
  assert.equal(run.unit("T1").proofs.verdict, null);
});

test("story 11: three times gaps: blocked; accepting leaves it unverified, a bypass for ever", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 })]);
  const gap = { severity: "major", problem: "no rate limit" } as const;
  for (let n = 1; n <= 3; n += 1) {
    worked(run, "T1", `try ${n}`);
    run.agree("T1");
    run.verify("T1", "GAPS_FOUND", [gap]);
    if (n < 3)
      assert.equal(jobs(run.state()).find(({ subject }) => subject === "T1")?.role, "worker");
  }
  assert.deepEqual(
    [run.unit("T1").stuck?.kind, run.unit("T1").stuck?.reason],
    ["unverified", "gaps after 3 verifications: no rate limit"],
  );
  assert.equal(run.no("AnswerUnit", { unit: "T1", option: "accept" }), "REASON_MISSING");
  assert.deepEqual(
    run.ok("AnswerUnit", { unit: "T1", option: "accept", text: "no rate limit yet" }),
    ["UnitAnswered", "UnitAccepted", "PhaseEntered"],
  );
  const unit = run.unit("T1");
  assert.deepEqual([unit.stage, unit.basis, unit.accepted?.by], ["settled", "accepted", "ana"]);
  assert.equal(unit.gaps[0]?.problem, "no rate limit");
  assert.equal(run.state().bypasses.length, 1);
  run.gate(null);
  assert.deepEqual(run.review("REVIEW_PASS"), ["ReviewGiven", "PhaseEntered"]);
  assert.equal(run.state().delivery, null);
});

test("story 12: red tests after TESTS_PASS are red; an unknown exit is red; no gate is none configured", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 })], { test_pass: "auto" });
  worked(run, "T1", "one");
  assert.equal(run.unit("T1").stage, "test");
  run.pass("T1", { message: "<signal>TESTS_PASS</signal>", edit: { "src/t1.test.ts": "t" } });
  assert.deepEqual([run.unit("T1").stage, run.unit("T1").used], ["gate", 1]);
  run.gate("T1", [red]);
  assert.deepEqual(
    [run.unit("T1").stage, run.unit("T1").remaining],
    ["work", "gate red: tests (exit 1)"],
  );
  worked(run, "T1", "two");
  assert.equal(run.unit("T1").stage, "gate", "its test pass was");
  run.gate("T1", [{ ...green, exit: null }]);
  assert.equal(run.last("GateRun").outcome, "red");
  worked(run, "T1", "three");
  run.gate("T1", []);
  assert.equal(run.last("GateRun").outcome, "none configured");
  assert.equal(run.unit("T1").stage, "confirm");
});

test("story 12: what gates run stands in the ledger from the start, whatever an agent writes into configuration", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  run.pass("T1", {
    says: "done",
    edit: {
      "src/t1.ts": "x",
      "cairn.config.json": '{"iterative":{"gates":[{"name":"tests","argv":["true"]}]}}',
    },
  });
  const gate =
    jobs(run.state()).find(({ key }) => key === "gate:T1:1") ?? assert.fail("no gate is due");
  assert.deepEqual(
    gate.checks?.flatMap((check) =>
      "argv" in check && check.argv[0] === "npm" ? [check.argv] : [],
    ),
    [["npm", "test"]],
  );
});

test("story 13: passes that change nothing, or return to what was, are no progress; fresh begins anew with a lesson", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 20 })]);
  run.pass("T1", { says: "continue" });
  run.pass("T1", { says: "continue" });
  assert.deepEqual(
    [run.unit("T1").stuck?.kind, run.unit("T1").stuck?.reason],
    ["saturated", "no progress in passes 1 and 2"],
  );
  run.ok("AnswerUnit", { unit: "T1", option: "fresh", text: "begin with the test" });
  assert.deepEqual([run.unit("T1").variant, run.unit("T1").stage], ["first", "work"]);
  assert.equal(run.state().guardrails[0]?.solution, "begin with the test");
  for (const text of ["a", "b", "a"])
    run.pass("T1", { says: "continue", edit: { "src/t1.ts": text } });
  assert.equal(run.unit("T1").stage, "work");
  run.pass("T1", { says: "continue", edit: { "src/t1.ts": "b" } });
  assert.equal(run.unit("T1").stuck?.kind, "saturated");
});

test("story 4: a verdict without every criterion judged, or in prose, is void; with a major gap it finds gaps", () => {
  const run = openStory();
  run.plan([unitOf("T1", { criteria: ["one", "two"], max: 9 })]);
  worked(run, "T1", "one");
  run.agree("T1");
  run.begin("T1");
  const one = {
    unit: "T1",
    pass: 3,
    verdict: "VERIFIED",
    criteria: [{ n: 1, met: true }],
    gaps: [],
  } as const;
  assert.deepEqual(
    run.ok("GiveVerdict", { ...one, criteria: [...one.criteria], gaps: [] }, engine),
    ["PassVoided"],
  );
  assert.equal(run.unit("T1").stage, "verify");
  const job =
    jobs(run.state()).find(({ key }) => key === "T1#4") ?? assert.fail("another verifier is due");
  const prose = report(job, {
    is: "ended",
    holder: { name: "x", agent: "codex", conversation: null },
    hosted: true,
    done: "report",
    tree: { before: null, after: null, changed: [], commits: [] },
    files: {},
    exit: 0,
    reason: "exit",
    report: null,
    found: "none",
    message: "Approved, all good! T1_VERIFIED",
    fault: null,
    output: null,
  });
  assert.equal(prose[0]?.type, "VoidPass");
  run.verify("T1", "VERIFIED", [{ severity: "major", problem: "it leaks" }]);
  assert.deepEqual(
    [run.last("VerdictGiven").verdict, run.unit("T1").stage],
    ["GAPS_FOUND", "work"],
  );
  assert.equal(run.unit("T1").gaps[0]?.problem, "it leaks");
});

test("a whole run: three agree on each unit, the gate and a reviewer on the whole", () => {
  const run = openStory();
  run.plan([unitOf("T1"), unitOf("T2", { depends: ["T1"] })]);
  assert.equal(run.no("BeginPass", { unit: "T2", pass: 1, holder: "x" }, engine), "JOB_UNREADY");
  run.settle("T1");
  assert.equal(run.state().phase, "execute");
  assert.ok(run.settle("T2").includes("PhaseEntered"));
  run.gate(null);
  assert.deepEqual(run.review("REVIEW_PASS", [{ severity: "minor", problem: "a typo" }]), [
    "ReviewGiven",
    "PhaseEntered",
    "DeliveryApproved",
  ]);
  assert.deepEqual([run.state().phase, run.state().delivery?.by], ["deliver", "engine"]);
  assert.equal(run.state().final.minorGaps.length, 1);
  assert.equal(
    run.no("ReopenUnit", { unit: "T2", reason: " ", dependants: false }, ana),
    "REASON_MISSING",
  );
  assert.deepEqual(
    run.ok("ReopenUnit", { unit: "T1", reason: "one case more", dependants: true }),
    ["UnitReopened", "UnitReopened", "PhaseEntered", "PhaseEntered"],
  );
  assert.deepEqual(
    [run.state().phase, run.state().delivery, run.state().final.gate],
    ["execute", null, null],
  );
});
