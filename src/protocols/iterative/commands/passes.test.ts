// Tests of passes (⊕ pass).
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  engine,
  hand,
  openStory,
  type Settings,
  type Story,
  unitOf,
} from "../../../../test/fixtures/iterative-story.ts";

const confirming = (settings: Settings = {}): Story => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 })], settings);
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  run.gate("T1");
  return run;
};

test("the next number, one at a time, in a run that goes on", () => {
  const run = openStory();
  run.plan([unitOf("T1"), unitOf("T2")]);
  assert.equal(run.no("BeginPass", { unit: "T1", pass: 2, holder: "x" }, engine), "PASS_STALE");
  assert.equal(run.no("BeginPass", { unit: "T9", pass: 1, holder: "x" }, engine), "UNIT_UNKNOWN");
  run.begin("T1");
  assert.equal(run.no("BeginPass", { unit: "T1", pass: 2, holder: "x" }, engine), "JOB_UNREADY");
  assert.equal(run.no("BeginPass", { unit: "T2", pass: 1, holder: "x" }, engine), "JOB_UNREADY");
  run.ok("Pause", {});
  run.end("T1");
  assert.equal(run.no("BeginPass", { unit: "T2", pass: 1, holder: "x" }, engine), "RUN_PAUSED");
  assert.equal(
    run.no("EndPass", { unit: "T1", pass: 1, heard: run.heardOf("T1", {}) }, engine),
    "PASS_STALE",
  );
});

test("a confirmation that went on, or named what remains, found work", () => {
  const changed = confirming();
  assert.deepEqual(changed.pass("T1", { says: "continue", edit: { "src/t1.ts": "two" } }), [
    "PassEnded",
    "WorkFound",
  ]);
  const named = confirming();
  assert.deepEqual(named.pass("T1", { says: "continue", more: { remaining: "the tests" } }), [
    "PassEnded",
    "WorkFound",
  ]);
  for (const run of [changed, named])
    assert.deepEqual(
      [run.unit("T1").stage, run.unit("T1").variant, run.unit("T1").counters.unsettled],
      ["work", "later", 1],
    );
});

test("a confirmation that nobody can tell anything of is made again, by another; three in a row ask a person", () => {
  const run = confirming();
  assert.deepEqual(run.pass("T1", {}), ["PassEnded"]);
  assert.equal(run.unit("T1").stage, "confirm");
  run.pass("T1", { says: "continue", more: { remaining: "" } });
  run.pass("T1", { message: "hm" });
  assert.deepEqual(
    [run.unit("T1").stuck?.kind, run.unit("T1").confirmations, run.unit("T1").used],
    ["unsettled", 3, 1],
  );
});

test("a blocked confirmation asks a person, and goes on where it was", () => {
  const run = confirming();
  assert.deepEqual(run.pass("T1", { says: "blocked", more: { reason: "no key" } }), [
    "PassEnded",
    "UnitStuck",
  ]);
  run.ok("AnswerUnit", { unit: "T1", option: "unblock" });
  assert.equal(run.unit("T1").stage, "confirm");
});

test("one test pass a unit, and none where its tests changed, in a refactoring, or where it is off", () => {
  const stageAfter = (
    edit: Readonly<Record<string, string>>,
    settings: Settings,
    more: object = {},
  ): string => {
    const run = openStory();
    run.plan([unitOf("T1")], settings, more);
    run.pass("T1", { says: "done", edit });
    return run.unit("T1").stage;
  };
  const code = { "src/t1.ts": "x" };
  assert.equal(stageAfter(code, { test_pass: "auto" }), "test");
  assert.equal(stageAfter({ ...code, "src/t1.test.ts": "t" }, { test_pass: "auto" }), "gate");
  assert.equal(stageAfter(code, { test_pass: "off" }), "gate");
  const brief = { outcome: "x", done_when: ["y"], domain: "refactor" as const };
  assert.equal(stageAfter(code, { test_pass: "auto" }, { domain: "refactor", brief }), "gate");
  const run = openStory();
  run.plan([unitOf("T1")], { test_pass: "auto" });
  run.pass("T1", { says: "done", edit: code });
  run.pass("T1", { message: "<signal>TESTS_FAIL:two</signal>" });
  assert.deepEqual([run.unit("T1").stage, run.unit("T1").used], ["work", 1]);
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "y" } });
  assert.equal(run.unit("T1").stage, "gate");
});

const entry = "## T1 - Iteration 1 - x\n\n**Did:** looked\n**Signal:** T1_DONE\n";

test("an entry alone ends a pass of work as done, and confirms nothing: who wrote it, nobody knows", () => {
  const run = confirming();
  run.begin("T1");
  run.ok("KeepEntry", { unit: "T1", entry }, hand);
  assert.deepEqual(run.end("T1", {}), ["PassEnded"]);
  assert.match(run.last("PassEnded").why, /the entry alone says done/u);
  assert.deepEqual([run.unit("T1").stage, run.unit("T1").counters.unsettled], ["confirm", 1]);
  const worked = openStory();
  worked.plan([unitOf("T1")]);
  worked.begin("T1");
  worked.ok("KeepEntry", { unit: "T1", entry }, hand);
  worked.end("T1", { edit: { "src/t1.ts": "one" } });
  assert.equal(worked.unit("T1").stage, "gate");
});

test("a pass by hand that nobody ended in its time is the engine's to end, with what it left; before that it isn't", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  run.begin("T1", "by hand", hand);
  run.world.edit({ "src/t1.ts": "half" });
  const heard = {
    hosted: false,
    exit: null,
    fault: null,
    found: "none",
    report: null,
    message: "",
    output: null,
  } as const;
  assert.equal(
    run.no("VoidPass", { unit: "T1", pass: 1, why: "its time is over" }, engine),
    "PASS_CHANGED",
  );
  assert.equal(
    run.no("EndPass", { unit: "T1", pass: 1, heard: { ...heard, reason: "lost" } }, engine),
    "SENDER_WRONG",
  );
  assert.deepEqual(
    run.ok("EndPass", { unit: "T1", pass: 1, heard: { ...heard, reason: "lapsed" } }, engine),
    ["PassEnded"],
  );
  assert.deepEqual(
    [run.unit("T1").used, run.unit("T1").stage, run.unit("T1").touched],
    [1, "work", ["src/t1.ts"]],
  );
});
