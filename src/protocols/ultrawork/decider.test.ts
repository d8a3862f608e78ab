// Tests of ultrawork's acceptance stories against the rules alone, from goal to seal.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  agent,
  command,
  engine,
  planOf,
  story,
  taskOf,
  twoChecks,
} from "../../../test/fixtures/ultrawork-story.ts";

const issue = (key: string) => ({
  summary: key,
  severity: "major",
  done_when: `${key} is gone`,
  files: [],
});

test("from goal to complete: plan, wave, checks, sweep, verdict of another, seal", () => {
  const run = story();
  run.plan(planOf(taskOf("1"), taskOf("2", { blocked_by: ["1"] })));
  assert.equal(run.state().phase, "EXECUTION");
  run.work("1");
  run.work("2");
  assert.equal(run.state().phase, "VERIFICATION");
  assert.equal(run.state().sweep.state, "passed");
  const judge = run.verifier();
  assert.deepEqual(run.ok(run.verdict(), judge), ["VerdictRecorded"]);
  assert.deepEqual(run.keys(), ["seal-1"]);
  assert.deepEqual(run.check(), ["RunCompleted"]);
  assert.equal(run.state().phase, "COMPLETE");
  assert.equal(run.state().tasks["verify"]?.status, "resolved");
});

test("story 2: verdict and completion are two commands of two senders, and a verdict is whole", () => {
  const run = story();
  run.plan(planOf(twoChecks));
  run.work("1");
  const judge = run.verifier();
  assert.equal(run.no(command("Complete", { tree: "tree-a" }), judge), "SENDER_WRONG");
  assert.equal(
    run.no(run.verdict({ judgements: run.judgements().slice(1) }), judge),
    "VERDICT_INCOMPLETE",
  );
  assert.equal(run.no(run.verdict({ issues: [issue("a")] }), judge), "VERDICT_INCOMPLETE");
  assert.equal(run.no(command("Complete", { tree: "tree-a" }), engine), "VERDICT_MISSING");
});

test("story 2: who worked, by name or by conversation, never verifies", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  const holder = { name: "bob", agent: "codex", conversation: "c1" };
  run.ok(command("BeginJob", { job: "task-1-1", holder, hosted: false, leased: true }), engine);
  run.claim("1");
  run.checks();
  const verify = (name: string, conversation: string | null) =>
    command("BeginJob", {
      job: "verify-1-1",
      holder: { name, agent: "codex", conversation },
      hosted: false,
      leased: true,
    });
  assert.equal(run.no(verify("bob", "c2"), engine), "VERIFIER_INVOLVED");
  assert.equal(run.no(verify("eve", "c1"), engine), "VERIFIER_INVOLVED");
  assert.deepEqual(run.ok(verify("eve", "c2"), engine), ["VerifierStarted"]);
  assert.equal(run.no(run.verdict(), agent("verify-1-1", "eve", "c1")), "VERIFIER_INVOLVED");
});

test("story 2: with other-agent the configured agent must differ too", () => {
  const run = story({ verifier: "other-agent" });
  run.plan(planOf(taskOf("1")));
  run.work("1");
  const verify = (name: string) =>
    command("BeginJob", {
      job: "verify-1-1",
      holder: { name, agent: name, conversation: null },
      hosted: true,
      leased: true,
    });
  assert.equal(run.no(verify("codex"), engine), "VERIFIER_INVOLVED");
  assert.deepEqual(run.ok(verify("gemini"), engine), ["VerifierStarted"]);
});

test("story 3: a tree that moved before the seal is swept and judged again; COMPLETE names the new one", () => {
  const run = story();
  run.plan(planOf(taskOf("1")));
  run.work("1");
  run.ok(run.verdict(), run.verifier());
  const seal = command("Complete", { tree: "tree-b", head: "head", paths: ["src/late.ts"] });
  assert.deepEqual(run.ok(seal, engine), ["EvidenceStaled", "SweepOpened"]);
  assert.match(run.state().sweep.lastVoid ?? "", /src\/late\.ts/u);
  assert.equal(run.state().tasks["1"]?.criteria[0]?.proof?.stale, true);
  run.setTree("tree-b");
  run.checks();
  assert.equal(run.no(command("Complete", { tree: "tree-b" }), engine), "VERDICT_MISSING");
  run.ok(run.verdict(), run.verifier());
  // A commit in between moves only HEAD.
  run.ok(command("Complete", { tree: "tree-b", head: "another", paths: [] }), engine);
  const end = run.log.at(-1);
  assert.deepEqual(end?.type === "RunCompleted" ? end.data : null, {
    tree: "tree-b",
    head: "another",
  });
});

for (const mode of ["interactive", "auto"]) {
  test(`story 3: a check that changes the tree voids three sweeps by name, then ${mode} stops`, () => {
    const run = story({ mode });
    run.plan(planOf(taskOf("1")));
    run.work("1", {}, { before: "tree-a", after: "tree-b" });
    assert.equal(run.types().filter((type) => type === "SweepVoided").length, 3);
    assert.match(run.state().sweep.lastVoid ?? "", /changed the tree/u);
    const void1 = run.log.findIndex(({ type }) => type === "SweepVoided");
    assert.equal(run.log[void1 - 1]?.type, "EvidenceRecorded", "what voided it is on record");
    assert.equal(run.state().tasks["1"]?.criteria[0]?.proof?.stale, true, "and proves nothing");
    if (mode === "auto") {
      assert.equal(run.state().phase, "FAILED");
      assert.match(run.state().failureReason ?? "", /never held still/u);
    } else {
      assert.deepEqual(run.keys(), ["unsteady-3"]);
      assert.deepEqual(run.ok(command("GoOn", { reason: "ignored it" })), ["SweepOpened"]);
      assert.equal(run.state().sweep.voids, 0);
    }
  });
}

test("story 4: a failed sweep pays no verifier and makes fix tasks that verify waits for", () => {
  const run = story();
  run.plan(planOf(twoChecks));
  run.work("1", {}, {}, {}, { exit: 1 }, {});
  assert.deepEqual(run.types().slice(-2), ["VerdictRecorded", "ReworkOpened"]);
  const state = run.state();
  assert.equal(state.phase, "EXECUTION");
  assert.equal(state.iteration, 2);
  assert.equal(state.tasks["1"]?.status, "resolved");
  assert.equal(state.tasks["verify"]?.status, "open");
  assert.deepEqual(state.tasks["verify"]?.blockedBy, ["1", "fix-1-1"]);
  const fix = state.tasks["fix-1-1"];
  assert.deepEqual(
    fix?.criteria.map(({ text, check }) => [text, check?.command]),
    [["b", "x b"]],
  );
  run.work("fix-1-1");
  assert.equal(run.state().sweep.state, "passed");
  assert.ok(!run.types().includes("VerifierStarted"));
  run.ok(run.verdict(), run.verifier());
  assert.deepEqual(run.check(), ["RunCompleted"]);
});

test("story 4: with one iteration it is strictly the seed's table", () => {
  const run = story({ max_iterations: 1 });
  run.plan(planOf(taskOf("1")));
  run.work("1", {}, { exit: 1 }, {});
  assert.equal(run.state().phase, "FAILED");
  assert.match(run.state().failureReason ?? "", /iteration 1 of 1/u);
  assert.equal(run.state().tasks["verify"]?.status, "failed");
});

for (const mode of ["interactive", "auto"]) {
  test(`story 5: the same issues in three verdicts running stop ${mode}, and nothing passes`, () => {
    const run = story({ mode });
    run.plan(planOf(taskOf("1")));
    run.work("1");
    for (const [n, keys] of [
      ["a", "b"],
      ["a", "b"],
      ["a", "b", "c"],
    ].entries()) {
      run.ok(
        run.verdict({ verdict: "FAIL", judgements: [], issues: keys.map(issue) }),
        run.verifier(),
      );
      if (n === 2) break;
      for (const id of run.state().order.filter((one) => one.startsWith(`fix-${n + 1}-`))) {
        run.begin(`task-${id}-1`);
        run.ok(
          command("ClaimEvidence", {
            task: id,
            criterion: 1,
            type: "command_output",
            text: "ok",
            command: `x ${id}`,
          }),
          agent(`task-${id}-1`),
        );
        run.claim(id);
        run.checks();
      }
    }
    if (mode === "auto") {
      assert.equal(run.state().phase, "FAILED");
      assert.match(run.state().failureReason ?? "", /not converging.*: a; b \(/u);
    } else {
      assert.equal(run.state().phase, "VERIFICATION");
      assert.deepEqual(run.keys(), ["converge-3"]);
      assert.deepEqual(run.ok(command("GoOn", { reason: "c matters" })), ["ReworkOpened"]);
      assert.deepEqual(run.state().verdicts, []);
    }
  });
}
