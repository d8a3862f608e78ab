// Tests of the answers to a stuck unit.
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
import { optionsFor } from "../jobs/options.ts";
import type { StuckKind } from "../state.ts";

const blocked = (more: Parameters<typeof unitOf>[1] = {}, settings: Settings = {}): Story => {
  const run = openStory();
  run.plan([unitOf("T1", more), unitOf("T2")], settings);
  run.pass("T1", { says: "blocked", more: { reason: "no key" }, edit: { "src/t1.ts": "half" } });
  return run;
};
const timeout = (): Story => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 1 }), unitOf("T2")]);
  run.pass("T1", { says: "continue", edit: { "src/t1.ts": "half" } });
  return run;
};
const unsettled = (): Story => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 }), unitOf("T2")], { caps: { unsettled: 1 } });
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  run.gate("T1");
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "two" } });
  return run;
};

test("each kind takes its own options alone", () => {
  const stories: Partial<Record<StuckKind, () => Story>> = { blocked, timeout, unsettled };
  for (const [kind, tell] of Object.entries(stories))
    for (const option of [
      "unblock",
      "raise",
      "simplify",
      "step-in",
      "again",
      "accept",
      "fresh",
      "model",
      "skip",
      "drop",
    ] as const) {
      const run = tell();
      assert.equal(run.unit("T1").stuck?.kind, kind);
      const fits = optionsFor[run.unit("T1").stuck?.kind ?? "blocked"].includes(option);
      const events = run.send(
        "AnswerUnit",
        { unit: "T1", option, n: 2, criteria: ["it answers"], text: "so" },
        { kind: "person", name: "ana" },
      );
      assert.equal(Array.isArray(events), fits, `${kind} ${option}`);
    }
});

test("what isn't stuck is not answered, and an old question neither", () => {
  const run = blocked();
  assert.equal(run.no("AnswerUnit", { unit: "T2", option: "skip" }), "UNIT_UNSTUCK");
  assert.equal(run.no("AnswerUnit", { unit: "T1", option: "skip", asked: 9 }), "QUESTION_STALE");
  run.ok("AnswerUnit", { unit: "T1", option: "skip", asked: 1 });
  assert.deepEqual(
    [run.unit("T1").stage, run.unit("T1").stuck?.skipped, run.unit("T1").stuck?.n],
    ["stuck", true, 2],
  );
  assert.equal(run.no("AnswerUnit", { unit: "T1", option: "skip", asked: 1 }), "QUESTION_STALE");
});

test("unblock goes on from where it was, its note read by the next pass; a file edit answers nothing", () => {
  const run = blocked();
  assert.deepEqual(
    run.ok("AnswerUnit", { unit: "T1", option: "unblock", text: "the key is in .env" }),
    ["NoteAdded", "UnitAnswered"],
  );
  assert.deepEqual([run.unit("T1").stage, run.unit("T1").variant], ["work", "later"]);
  const byFile = blocked();
  assert.equal(byFile.no("AnswerUnit", { unit: "T1", option: "unblock" }, hand), "SENDER_WRONG");
  assert.equal(byFile.no("DropUnit", { unit: "T1" }, hand), "SENDER_WRONG");
  assert.equal(timeout().no("SetLimit", { unit: "T1", max: 9 }, hand), "PLAN_FROZEN");
});

test("simplify takes other criteria and, where passes are used up, more of them; all proof is void", () => {
  const run = timeout();
  assert.equal(run.no("AnswerUnit", { unit: "T1", option: "simplify", n: 2 }), "OPTION_INVALID");
  assert.equal(
    run.no("AnswerUnit", { unit: "T1", option: "simplify", criteria: ["it answers"] }),
    "OPTION_INVALID",
  );
  assert.equal(
    run.no("AnswerUnit", { unit: "T1", option: "simplify", criteria: ["it answers", " "], n: 2 }),
    "OPTION_INVALID",
  );
  run.ok("AnswerUnit", { unit: "T1", option: "simplify", criteria: ["it answers"], n: 2 });
  const unit = run.unit("T1");
  assert.deepEqual(
    [unit.stage, unit.criteria, unit.max, unit.used, unit.variant],
    ["work", ["it answers"], 3, 1, "first"],
  );
  assert.equal(
    timeout().no("AnswerUnit", { unit: "T1", option: "raise", n: 100 }),
    "OPTION_INVALID",
  );
});

test("step-in: what a person did is measured since then, passes the gate, and isn't theirs to confirm", () => {
  const run = blocked();
  assert.equal(run.no("HandBack", { unit: "T1", did: "wrote it" }), "UNIT_UNSTUCK");
  run.ok("AnswerUnit", { unit: "T1", option: "step-in" });
  assert.equal(run.unit("T1").stage, "stepped-in");
  assert.equal(run.no("HandBack", { unit: "T1", did: " " }), "REASON_MISSING");
  run.world.edit({ "src/t1.ts": "whole" });
  assert.deepEqual(run.ok("HandBack", { unit: "T1", did: "wrote it" }), ["PassBegun", "PassEnded"]);
  const unit = run.unit("T1");
  assert.deepEqual(
    [unit.stage, unit.used, unit.authors.includes("ana"), unit.pass],
    ["gate", 1, true, null],
  );
  assert.ok(unit.touched.includes("src/t1.ts"));
  run.gate("T1");
  assert.equal(run.no("BeginPass", { unit: "T1", pass: 3, holder: "ana" }, engine), "AUTHOR_SAME");
});

test("a tier that is changed, and a unit that is dropped while another needs it", () => {
  const run = openStory();
  run.plan([unitOf("T1"), unitOf("T2", { depends: ["T1"] })]);
  run.pass("T1", { says: "continue" });
  run.pass("T1", { says: "continue" });
  assert.equal(run.no("AnswerUnit", { unit: "T1", option: "model" }), "OPTION_INVALID");
  assert.equal(run.no("AnswerUnit", { unit: "T1", option: "drop" }), "UNIT_NEEDED");
  run.ok("AnswerUnit", { unit: "T1", option: "model", model: "opus" });
  assert.deepEqual([run.unit("T1").model, run.unit("T1").stage], ["opus", "work"]);
});

test("what can't be run for long is a person's to look at; a pass that counts begins the count anew", () => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 })]);
  const voids = (times: number): void => {
    for (let n = 0; n < times; n += 1) {
      run.begin("T1");
      run.ok("VoidPass", { unit: "T1", pass: run.unit("T1").seq, why: "overload" }, engine);
    }
  };
  voids(2);
  run.pass("T1", { says: "continue", edit: { "src/t1.ts": "x" } });
  voids(3);
  assert.deepEqual(
    [run.unit("T1").stuck?.kind, run.unit("T1").stuck?.reason],
    ["unrunnable", "agent could not be run 3 times: overload"],
  );
  assert.equal(run.unit("T1").used, 1);
  assert.equal(run.no("VoidPass", { unit: "T1", pass: 6, why: "overload" }, engine), "PASS_STALE");
});

test("after a skip only what a person takes up goes on, by an answer too", () => {
  const run = blocked();
  run.ok("SkipTo", { phase: "verify", reason: "demo" });
  assert.equal(run.no("BeginPass", { unit: "T2", pass: 1, holder: "x" }, engine), "JOB_UNREADY");
  run.ok("AnswerUnit", { unit: "T1", option: "unblock", text: "there is a key" });
  run.begin("T1");
  assert.equal(run.unit("T1").pass?.kind, "work");
});
