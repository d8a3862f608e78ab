// What becomes of a story whose work a person drops.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base, id, tests, withChecks } from "../../../test/fixtures/landing.ts";
import { engine, openDesk, prdOf, row } from "../../../test/fixtures/ralph-desk.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Command } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import { withWork } from "../../landing/with-work.ts";
import { ralph } from "./index.ts";
import type { State } from "./state.ts";

const rules = withWork(ralph);
const ana = { kind: "person", name: "ana" } as const;

/** The state of a run after commands about its work, and the types of their events. */
const after = (before: State, ...commands: readonly Command[]) => {
  let state = before;
  const types: string[] = [];
  for (const command of commands) {
    const by = command.type === "DropWork" ? ana : engine;
    const stamp = { at: "2026-01-15T00:00:00.000Z", by };
    const events = rules.decide(state, command, stamp);
    assert.ok(!isRefusal(events), JSON.stringify(events));
    for (const event of events) {
      const next = rules.evolve(state, { ...event, ...stamp, version: 1, cause: "c" });
      state = { ...state, ...(isRecord(next) ? next : {}) };
      types.push(event.type);
    }
  }
  return { state, types };
};
const take = (letter: string, more: object = {}): Command => ({
  type: "TakeWork",
  data: {
    unit: "A",
    ...more,
    doer: { job: "pass-1", role: "worker", thread: "pass-1", agent: "bot" },
    work: { commit: id(letter), tree: id(letter) },
  },
});
const drop: Command = { type: "DropWork", data: { unit: "A", reason: "it breaks the build" } };

test("a story whose work a person drops has not passed: it is waived, its PRD says so, and the run is complete again", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A")));
  run.pass();
  const passed = after(run.state(), withChecks([tests]), take("b")).state;
  assert.match(passed.text, /"passes": true/u);
  const { state, types } = after(passed, drop);
  assert.deepEqual(types, ["WorkDropped", "UnitReopened", "UnitWaived", "RunCompleted"]);
  assert.match(state.text, /"passes": false/u);
  assert.equal(state.work["A"]?.waived, "by ana: it breaks the build");
  assert.deepEqual(
    rules.evidence(state, []).map(({ status }) => status),
    ["waived"],
  );
});

test("in auto, where all passes are used, a drop ends the run as complete all the same", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A")), { mode: "auto", max_passes: 1 });
  run.pass();
  assert.equal(after(run.state(), base, take("b"), drop).state.end?.is, "complete");
});

test("a drop while the story is checked or judged ends its pass: no verdict on it counts any more", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A"), row("B")));
  run.begin();
  run.finish();
  run.check(0);
  const { state } = after(run.state(), base, take("b"), drop);
  assert.deepEqual([state.pass, state.work["A"]?.status], [null, "waived"]);
  assert.deepEqual(
    ralph.jobs(state).map(({ key }) => key),
    ["pass-2"],
  );
});

test("a story is left as it is while other work of it still may land, or while its worker is at it", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A")));
  run.begin();
  assert.equal(after(run.state(), base, take("b"), drop).state.pass?.unit, "A");
  run.finish();
  run.check(0);
  run.ok("GiveVerdict", run.verdict(), engine);
  const two = after(run.state(), base, take("b"), take("d", { from: id("a") })).state;
  assert.equal(after(two, drop).state.work["A"]?.status, "passed");
});
