// What becomes of a story and of a run's checks by what happens to the work that lands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base, id, proof, tests, withChecks } from "../../../test/fixtures/landing.ts";
import { engine, openDesk, prdOf, row } from "../../../test/fixtures/ralph-desk.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Command } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import type { RunCheck } from "../../kit/checks.ts";
import { withWork } from "../../work/with-work.ts";
import { ralph } from "./index.ts";
import type { State } from "./state.ts";

const rules = withWork(ralph);
const ana = { kind: "person", name: "ana" } as const;

/** The state of a run after commands about its work. */
const after = (before: State, ...commands: readonly Command[]): State => {
  let state = before;
  for (const command of commands) {
    const by = command.type === "DropWork" ? ana : engine;
    const stamp = { at: "2026-01-15T00:00:00.000Z", by };
    const events = rules.decide(state, command, stamp);
    assert.ok(!isRefusal(events), JSON.stringify(events));
    for (const event of events) {
      const next = rules.evolve(state, { ...event, ...stamp, version: 1, cause: "c" });
      state = { ...state, ...(isRecord(next) ? next : {}) };
    }
  }
  return state;
};
const at = (options: object): State => {
  const run = openDesk();
  run.adopt(prdOf(row("A")), { ...options });
  return run.state();
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

test("a story whose work a person drops has not passed: it is waived, and its PRD says so", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A")));
  run.pass();
  const passed = after(run.state(), withChecks([tests]), take("b"));
  assert.match(passed.text, /"passes": true/u);
  const dropped = after(passed, drop);
  assert.match(dropped.text, /"passes": false/u);
  assert.equal(dropped.work["A"]?.waived, "by ana: it breaks the build");
  assert.deepEqual(
    rules.evidence(dropped, []).map(({ status }) => status),
    ["waived"],
  );
});

test("a story keeps its pass while other work of it still may land", () => {
  const run = openDesk();
  run.adopt(prdOf(row("A")));
  run.pass();
  const two = after(run.state(), base, take("b"), take("d", { from: id("a") }));
  assert.equal(after(two, drop).work["A"]?.status, "passed");
});

const named = (name: string) => ({ ...tests, name, argv: ["make", name] });
const own = (name: string): RunCheck => ({
  name,
  argv: ["make", name],
  cwd: ".",
  timeout_s: 1,
});
const names = ({ options }: State): readonly string[] => options.checks.map(({ name }) => name);
const red = (...exits: readonly number[]): Command => ({
  type: "TryBase",
  data: { proofs: exits.map((exit) => proof(exit)) },
});
const answer = (is: string, more: object = {}): Command => ({
  type: "AnswerBase",
  data: { answer: is, reason: "", ...more },
});

test("a run without checks of its own takes those that its base requires; one with its own keeps them", () => {
  const two = withChecks([named("unit"), named("style")]);
  assert.deepEqual(names(after(at({}), two)), ["unit", "style"]);
  assert.deepEqual(names(after(at({ checks: [own("own")] }), two)), ["own"]);
});

test("what is red on the base and may stay so, or is dropped, fails no pass; what is read again counts as it is now", () => {
  const checks = [named("unit"), named("style")];
  const begun = after(
    at({ checks: checks.map(({ name }) => own(name)) }),
    withChecks(checks),
    red(0, 1),
  );
  assert.deepEqual(names(after(begun, answer("expect"))), ["unit"]);
  assert.deepEqual(names(after(begun, answer("drop"))), ["unit"]);
  const ready = { checks: [named("mended")], setup: null, copy: [] };
  assert.deepEqual(names(after(begun, answer("again", { ready, digest: "d" }))), ["mended"]);
});
