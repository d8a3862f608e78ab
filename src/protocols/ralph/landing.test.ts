// What becomes of a story whose work a person drops.
import assert from "node:assert/strict";
import { test } from "node:test";
import { id, tests, withChecks } from "../../../test/fixtures/landing.ts";
import { engine, openDesk, prdOf, row } from "../../../test/fixtures/ralph-desk.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Command } from "../../core/protocol.ts";
import { isRecord } from "../../core/json/record.ts";
import { withWork } from "../../landing/with-work.ts";
import type { Work } from "../../work/work.ts";
import { ralph } from "./index.ts";
import { prdText } from "./own.ts";

const rules = withWork(ralph);
const ana = { kind: "person", name: "ana" } as const;

/** The state of a run after commands about its work, and the types of their events. */
const after = (before: Work, ...commands: readonly Command[]) => {
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
    doer: { job: "pass-A-1", role: "worker", thread: "pass-A-1", agent: "bot" },
    work: { commit: id(letter), tree: id(letter) },
  },
});
const drop: Command = { type: "DropWork", data: { unit: "A", reason: "it breaks the build" } };

test("a story whose work a person drops has not passed: it is waived, and its PRD says so", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A"), row("B", { passes: true })));
  run.pass();
  const passed = after(run.state(), withChecks([tests]), take("b")).state;
  assert.match(prdText(passed), /"id": "A"[^}]*"passes": true/u);
  const { state, types } = after(passed, drop);
  assert.deepEqual(types, ["WorkDropped", "Bypassed"]);
  assert.match(prdText(state), /"id": "A"[^}]*"passes": false/u);
  assert.deepEqual(
    rules.evidence(state, []).map(({ status }) => status),
    ["waived", "bare"],
  );
});

test("a drop while the story is judged ends its pass: no verdict on it counts any more", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A"), row("B")));
  run.begin();
  run.finish();
  run.check(0);
  const { state } = after(run.state(), withChecks([tests]), take("b"), drop);
  assert.deepEqual(
    ralph.jobs(state).map(({ key }) => key),
    ["pass-B-1"],
  );
});
