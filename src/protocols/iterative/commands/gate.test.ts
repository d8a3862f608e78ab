// Tests of gates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { brief } from "../brief.ts";
import { decisionJobs } from "../decisions.ts";
import {
  engine,
  green,
  openStory,
  red,
  type Settings,
  type Story,
  unitOf,
} from "../../../../test/fixtures/iterative-story.ts";

const atGate = (settings: Settings = {}): Story => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 })], settings);
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  return run;
};
const again = (run: Story, text: string): unknown =>
  run.pass("T1", { says: "done", edit: { "src/t1.ts": text } });

test("a gate counts once, by its number", () => {
  const run = atGate();
  const moment = run.world.moment();
  const data = { unit: "T1", n: 2, checks: [green], before: moment, after: moment };
  assert.equal(run.no("RecordGate", data, engine), "GATE_OUTDATED");
  run.gate("T1");
  assert.equal(run.no("RecordGate", { ...data, n: 1 }, engine), "GATE_OUTDATED");
});

test("a check that changes files is run once more, then red; litter is no change", () => {
  const run = atGate();
  run.gate("T1", [green], { "debug.log": "x", "node_modules/.cache/a": "y" });
  assert.equal(run.last("GateRun").outcome, "green");
  const restless = atGate();
  restless.gate("T1", [green], { "src/t1.ts": "formatted" });
  assert.deepEqual(
    [restless.last("GateRun").outcome, restless.unit("T1").stage],
    ["restless", "gate"],
  );
  restless.gate("T1", [green], { "src/t1.ts": "formatted again" });
  assert.deepEqual(
    [restless.last("GateRun").outcome, restless.unit("T1").remaining],
    ["red", "gate red: unchanged (the check changes files)"],
  );
  const calm = atGate();
  calm.gate("T1", [green], { "src/t1.ts": "formatted" });
  calm.gate("T1");
  assert.deepEqual([calm.unit("T1").stage, calm.unit("T1").restless], ["confirm", false]);
});

test("red three times in a row is saturated; a green one in between begins anew", () => {
  const run = atGate();
  run.gate("T1", [red]);
  again(run, "two");
  run.gate("T1");
  run.pass("T1", { says: "continue", edit: { "src/t1.ts": "three" } });
  again(run, "four");
  for (const text of ["five", "six"]) {
    run.gate("T1", [red]);
    again(run, text);
  }
  assert.equal(run.unit("T1").stage, "gate");
  run.gate("T1", [red]);
  assert.deepEqual(
    [run.unit("T1").stuck?.kind, run.unit("T1").stuck?.reason],
    ["saturated", "gate red 3 times in a row: tests (exit 1)"],
  );
});

test("the last iteration used and a red gate: timeout, whatever else is due", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 1 })], { caps: { redGates: 1 } });
  again(run, "one");
  run.gate("T1", [red]);
  assert.equal(run.unit("T1").stuck?.kind, "timeout");
});

test("passes used up on a red gate: the question shows the check and what it printed, and proposes a person's own hand", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 1 })]);
  again(run, "one");
  run.gate("T1", [{ ...red, excerpt: "1 of 3 tests failed\n" }]);
  const [job] = decisionJobs(run.state(), true);
  assert.ok(job?.decision !== undefined);
  assert.match(
    job.decision.question,
    /1 of 1 pass used; still failing: tests \(exit 1\)\. What now\?$/u,
  );
  assert.equal(job.decision.options.find(({ recommended }) => recommended)?.id, "step-in");
  assert.match(
    brief(run.state(), job, run.world.facts({}, "2026-01-14T10:00:00.000Z")),
    /What fails:\n\n```quoted\ntests \(exit 1\): .*\n1 of 3 tests failed\n```/u,
  );
  run.ok("AnswerUnit", { unit: "T1", option: "raise", n: 2 });
  again(run, "two");
  run.gate("T1");
  assert.equal(run.unit("T1").red, undefined, "a green gate ends it");
});

test("what the engine commits at a gate is on record, and a commit alone is no gate", () => {
  const run = atGate();
  const before = run.world.moment();
  const hash = run.world.commit("feat(add-login): Part T1");
  const commit = { ...green, name: "committed", argv: ["git", "commit"], exit: 1 };
  run.ok(
    "RecordGate",
    { unit: "T1", n: 1, checks: [commit], before, after: run.world.moment() },
    engine,
  );
  assert.deepEqual(run.unit("T1").commits, [hash]);
  assert.equal(run.last("GateRun").outcome, "none configured");
});

test("knowledge: an Output that is missing, empty, a stub or too short is red", () => {
  const path = ".claude/iterative/add-login/outputs/a.md";
  const text = `# A\n\n${"a sound sentence of words. ".repeat(10)}`;
  const outcomes = [null, "", "# Heading\n\nTODO", text.slice(0, 60), `${text}\n\nTBD\n`, text].map(
    (content) => {
      const run = openStory();
      const unit = {
        id: "R1",
        title: "Read",
        criteria: ["three sources rated"],
        output: "outputs/a.md",
        max: 5,
      };
      run.plan(
        [unit],
        { gates: [] },
        { mode: "knowledge", domain: "research", brief: { outcome: "x", done_when: ["y"] } },
      );
      run.begin("R1");
      run.end("R1", { says: "done", edit: { [path]: content } });
      run.gate("R1", []);
      return run.last("GateRun").outcome;
    },
  );
  assert.deepEqual(outcomes, ["red", "red", "red", "red", "red", "green"]);
});

test("knowledge: a folder as Output holds a file", () => {
  const outcomes = [{}, { ".claude/iterative/add-login/data/collected/a.csv": "1,2" }].map(
    (edit) => {
      const run = openStory();
      const unit = {
        id: "A1",
        title: "Gather",
        criteria: ["all inputs are there"],
        output: "data/collected/",
        max: 5,
      };
      run.plan(
        [unit],
        { gates: [] },
        { mode: "knowledge", domain: "analysis", brief: { outcome: "x", done_when: ["y"] } },
      );
      run.pass("A1", { says: "done", edit });
      run.gate("A1", []);
      return run.last("GateRun").outcome;
    },
  );
  assert.deepEqual(outcomes, ["red", "green"]);
});

test("content that changed between consensus and verifying is judged anew", () => {
  const run = atGate();
  run.agree("T1");
  run.world.edit({ "src/t1.ts": "by somebody else" });
  assert.deepEqual(run.begin("T1"), ["ProofStaled"]);
  assert.deepEqual([run.unit("T1").stage, run.unit("T1").pass], ["gate", null]);
});
