// Tests of ultrawork's sweeps, verdicts and COMPLETE.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, issue, verifying } from "../../../test/fixtures/ultrawork-stands.ts";
import {
  agent,
  command,
  engine,
  planOf,
  story,
  taskOf,
} from "../../../test/fixtures/ultrawork-story.ts";
import { decide } from "./decider.ts";
import { recurring } from "./decider/rework.ts";
import { sealed } from "./commands/seal.ts";
import { judgeable } from "./jobs/due.ts";

const FAIL = (...keys: readonly string[]) => ({
  verdict: "FAIL" as const,
  judgements: [],
  issues: keys.map((summary) => ({ ...issue, summary })),
});

test("the sweep measures the tree last, and a change from outside before that voids it", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  run.work("1", {}, {}, { before: "tree-x" }, {});
  assert.deepEqual(
    run.types().filter((type) => type.startsWith("Sweep")),
    ["SweepOpened", "SweepVoided", "SweepOpened", "SweepPassed"],
  );
  assert.equal(run.state().sweep.lastVoid, "a change from outside");
  assert.equal(run.state().sweep.no, 2);
});

test("a tree that cannot be measured carries no proof", () => {
  const run = story({ mode: "auto" });
  run.plan(planOf(taskOf("1")));
  run.work("1", {}, { before: null });
  assert.match(run.state().failureReason ?? "", /couldn't be measured/u);
});

test("COMPLETE wants every proof of the sweep's tree and every judgement, whoever wrote the verdict into the ledger", () => {
  const run = verifying();
  run.ok(run.verdict(), run.verifier());
  const state = run.state();
  const [entry] = judgeable(state);
  assert.ok(entry !== undefined && sealed(state, entry));
  const { proof } = entry.criterion;
  assert.ok(proof !== null);
  for (const broken of [
    { passed: false },
    { judged: false },
    { stale: true },
    { tree: "other" },
    { at: { sweep: 9 } },
    { at: { attempt: 1 } },
  ]) {
    const criterion = { ...entry.criterion, proof: { ...proof, ...broken } };
    const forged = {
      ...state,
      tasks: { ...state.tasks, "1": { ...entry.task, criteria: [criterion] } },
    };
    const decided = decide(forged, command("Complete", { tree: "tree-a", head: null, paths: [] }), {
      at: state.updatedAt,
      by: engine,
    });
    assert.equal("code" in decided ? decided.code : "", "PROOF_MISSING", JSON.stringify(broken));
  }
});

test("issues recur only in three verdicts running", () => {
  const run = verifying();
  const of = (...verdicts: readonly (readonly string[])[]) =>
    recurring({
      ...run.state(),
      verdicts: verdicts.map((keys, n) => ({ iteration: n + 1, by: "v", keys })),
    });
  assert.deepEqual(of(["a", "b"], ["a"], ["a", "c"]), ["a"]);
  assert.deepEqual(of(["a"], ["b"], ["a"], ["a"]), []);
  assert.deepEqual(of(["a"], ["a"]), []);
});

test("the same issue is known by criterion, by task and file, or by its words", () => {
  const run = verifying({ verifier: "person" });
  const issues = [
    { ...issue, task: "1", criterion: 1 },
    { ...issue, task: "1", files: ["src/a.ts"] },
    { ...issue, summary: "Token, re-use: 2!" },
  ];
  run.ok(run.verdict({ verdict: "FAIL", judgements: [], issues }));
  assert.deepEqual(
    run.state().issues.map(({ key }) => key),
    ["1#1", "1:src/a.ts", "tokenreuse"],
  );
  const { tasks } = run.state();
  assert.deepEqual(
    ["fix-1-1", "fix-1-2", "fix-1-3"].map((id) =>
      tasks[id]?.criteria.map(({ text, check }) => [text, check]),
    ),
    [[["d", null]], [["d", null]], [["d", null]]],
  );
});

test("the verifier may name checks over workers' ones for two rounds; then its verdict counts", () => {
  const run = story();
  run.plan(planOf(taskOf("1"), taskOf("2", { success_criteria: ["a", "b", "c"] })));
  run.work("1");
  run.begin("task-2-1");
  for (const criterion of ["a", "b", "c"])
    run.ok(
      command("ClaimEvidence", {
        task: "2",
        criterion,
        type: "command_output",
        text: "t",
        command: `weak ${criterion}`,
      }),
      agent("task-2-1"),
    );
  run.claim("2");
  run.checks();
  for (const round of [1, 2]) {
    const checks = [{ task: "2", criterion: round, check: { command: `strong ${round}` } }];
    assert.deepEqual(run.ok(run.verdict({ checks: [...checks] }), run.verifier()), ["CheckSet"]);
    assert.deepEqual(
      [run.state().sweep.state, run.state().sweep.rounds, run.state().sweep.no],
      ["open", round, 1],
    );
    assert.deepEqual(run.keys(), [`recheck-1-2-${round}`]);
    run.checks();
  }
  const more = { checks: [{ task: "2", criterion: 3, check: { command: "strong 3" } }] };
  assert.deepEqual(run.ok(run.verdict(more), run.verifier()), ["VerdictRecorded"]);
  assert.deepEqual(run.check(), ["RunCompleted"]);
});

test("a person's word stands in later sweeps until the verifier doubts it; then it is asked again", () => {
  const run = story();
  run.plan(planOf(taskOf("1", { success_criteria: [{ criteria: "m", type: "manual" }] })));
  run.work("1");
  const confirm = command("ConfirmManual", {
    task: "1",
    criterion: 1,
    met: true,
    reason: "",
    tree: "t",
  });
  run.ok(confirm);
  run.checks();
  assert.deepEqual(
    run.ok(run.verdict({ judgements: run.judgements("unproven") }), run.verifier()),
    ["ProofReopened"],
  );
  run.checks();
  assert.deepEqual(run.keys(), ["confirm-1-1-2"]);
  run.ok(confirm);
  run.ok(run.verdict(), run.verifier());
  assert.deepEqual(run.check({ after: "tree-b" }), ["EvidenceStaled", "SweepOpened"]);
  assert.equal(run.state().tasks["1"]?.criteria[0]?.proof?.stale, false);
});

test("a person's unmet in VERIFICATION is a verdict, and its fix task asks a person", () => {
  const run = story();
  const verify = { success_criteria: [{ criteria: "looks right", type: "manual" as const }] };
  run.plan({ ...planOf(taskOf("1")), verify });
  run.work("1");
  assert.deepEqual(run.keys(), ["confirm-verify-3-1"]);
  const unmet = command("ConfirmManual", {
    task: "verify",
    criterion: 3,
    met: false,
    reason: "too dark",
    tree: "t",
  });
  assert.deepEqual(run.ok(unmet), ["EvidenceRecorded", "VerdictRecorded", "ReworkOpened"]);
  run.work("fix-1-1");
  assert.deepEqual(run.keys(), ["confirm-fix-1-1-1-1"]);
  run.ok(
    command("ConfirmManual", { task: "fix-1-1", criterion: 1, met: true, reason: "", tree: "t" }),
  );
  run.checks();
  assert.deepEqual(run.keys(), ["confirm-verify-3-2"]);
});

test("a picture is captured until the verdict calls it met", () => {
  const run = story();
  run.plan(
    planOf(
      taskOf("1", { success_criteria: [{ criteria: "shot", type: "screenshot", path: "a.png" }] }),
    ),
  );
  run.work("1");
  const shot = () => run.state().tasks["1"]?.criteria[0]?.proof;
  assert.deepEqual([shot()?.passed, shot()?.captured], [false, true]);
  run.ok(run.verdict(), run.verifier());
  assert.deepEqual([shot()?.passed, shot()?.judged], [true, true]);
  assert.deepEqual(run.check(), ["RunCompleted"]);
});

for (const mode of ["interactive", "auto"])
  test(`a verifier that failed three times: ${mode}`, () => {
    const run = verifying({ mode });
    for (const n of [1, 2, 3]) {
      run.verifier();
      run.ok(failure(`verify-1-${n}`, "silent"), engine);
    }
    if (mode === "auto")
      return assert.match(run.state().failureReason ?? "", /the verifier failed 3 times/u);
    assert.ok(run.keys().includes("stuck-verify"));
    run.ok(command("RetryTask", { task: "verify" }));
    return assert.deepEqual(run.keys(), ["verify-1-4"]);
  });

test("after converge only what isn't waived is worked on; nothing left is swept again", () => {
  const run = verifying();
  for (const n of [1, 2, 3]) {
    run.ok(
      run.verdict({
        verdict: "FAIL",
        judgements: [],
        issues: [{ ...issue, task: "1", criterion: 1, check: { command: "c" } }],
      }),
      run.verifier(),
    );
    if (n < 3) run.work(`fix-${n}-1`);
  }
  assert.deepEqual(run.keys(), ["converge-3"]);
  run.ok(command("Waive", { task: "1", criterion: 1, reason: "good enough" }));
  assert.deepEqual(run.ok(command("GoOn", { reason: "waived" })), ["SweepOpened"]);
  assert.deepEqual([run.state().iteration, run.state().verdicts], [3, []]);
  run.checks();
  const judge = run.verifier();
  assert.deepEqual(
    run.ok(run.verdict({ judgements: run.judgements().filter(({ task }) => task !== "1") }), judge),
    ["VerdictRecorded"],
  );
  run.check();
  assert.equal(run.state().phase, "COMPLETE");
});

test("a run that failed in its last iteration is swept again when it is taken up, and fails again by the same", () => {
  const run = verifying({ max_iterations: 1 });
  run.ok(run.verdict(FAIL("a")), run.verifier());
  assert.equal(run.state().phase, "FAILED");
  assert.deepEqual(run.ok(command("Reopen", { reason: "again" })), ["RunReopened", "SweepOpened"]);
  assert.equal(run.state().tasks["verify"]?.status, "in_progress");
  run.checks({ exit: 1 });
  assert.equal(run.state().phase, "FAILED");
  assert.deepEqual(run.ok(command("Reopen", { reason: "more", max_iterations: 2 })), [
    "RunReopened",
    "SweepOpened",
  ]);
  run.checks({ exit: 1 }, {});
  assert.deepEqual([run.state().phase, run.state().iteration], ["EXECUTION", 2]);
});

test("whoever planned while files changed doesn't verify; whoever changed none may", () => {
  for (const touched of [["src/a.ts"], []]) {
    const run = story();
    run.begin("plan-1", false);
    run.ok(
      command("ProposePlan", { plan: planOf(taskOf("1")), touched }),
      agent("plan-1", "judge"),
    );
    run.ok(command("ApprovePlan", { rev: 1 }));
    run.work("1");
    const begin = command("BeginJob", {
      job: "verify-1-1",
      holder: { name: "judge", agent: null, conversation: null },
      hosted: false,
      leased: true,
    });
    if (touched.length > 0) assert.equal(run.no(begin, engine), "VERIFIER_INVOLVED");
    else assert.deepEqual(run.ok(begin, engine), ["VerifierStarted"]);
  }
});
