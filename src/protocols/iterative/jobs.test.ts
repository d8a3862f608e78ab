// Tests of due jobs by state: interviews, planning, unit order, dependencies.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelled,
  discovering,
  endPass,
  executing,
  pass,
  planning,
  proposed,
  type Rules,
  settle,
  unit,
} from "../../../test/fixtures/iterative-rules.ts";
import type { Job } from "../../core/job.ts";
import { jobs } from "./jobs.ts";
import { roles } from "./roles.ts";
import type { State, Unit } from "./state.ts";

const lines = (state: State): readonly string[] =>
  jobs(state).map(({ key, role, why }) => `${key} ${role}${why === null ? "" : `: ${why}`}`);
const due = (rules: Rules): readonly string[] => lines(rules.state());
const job = (state: State, key: string): Job => {
  const found = jobs(state).find((one) => one.key === key);
  assert.ok(found !== undefined, `no ${key} among ${lines(state).join(", ")}`);
  return found;
};
const change = (state: State, id: string, change: Partial<Unit>): State => ({
  ...state,
  units: state.units.map((one) => (one.id === id ? { ...one, ...change } : one)),
});
const argvs = ({ checks = [] }: Job): readonly (readonly string[])[] =>
  checks.map((check) => ("argv" in check ? check.argv : []));
const gates = [
  { name: "docs", argv: ["docs"] },
  { name: "tests", argv: ["npm", "test"], cwd: "app", timeout_s: 60 },
  { name: "lint", argv: ["lint", "--fix=no", "{files}"], scope: "unit" },
  { name: "build", argv: ["make"] },
];
const apart = [unit("T1"), unit("T2"), unit("T3", { files: ["src/t2.ts"] })];

test("plan: a planner of the heavy tier, then a person; with nobody to plan the file is to be filled", () => {
  const rules = planning();
  assert.deepEqual(due(rules), ["planner#1 planner"]);
  assert.equal(job(rules.state(), "planner#1").tier, "heavy");
  assert.deepEqual(due(planning({ settings: { planner: "hand" } })), ["plan-0 person"]);
  const waits = proposed();
  assert.deepEqual(due(waits), ["plan-1 person"]);
  assert.deepEqual(
    job(waits.state(), "plan-1").decision?.options.map(({ id, note }) => `${id} ${note}`),
    ["approve may", "reject must", "cancel may"],
  );
  waits.send("RejectPlan", { rev: 1, note: "smaller" });
  assert.deepEqual(
    due(waits).map((line) => line.replace(/\d/u, "n")),
    ["planner#n planner"],
  );
});

test("one unit at a time, begun ones first, then in plan order; dependencies hold back only the beginning", () => {
  const rules = executing([unit("T1"), unit("T2"), unit("T3", { depends: ["T1"] })]);
  assert.deepEqual(due(rules), [
    "T1#1 worker",
    "T2#1 worker: after T1: one unit at a time",
    "T3#1 worker: waits for T1",
  ]);
  pass(rules, "T2");
  assert.deepEqual(due(rules), [
    "T2#1 worker",
    "T1#1 worker: after T2: one unit at a time",
    "T3#1 worker: waits for T1",
  ]);
  assert.equal(job(rules.state(), "T2#1").begun, true);
  endPass(rules, "T2");
  assert.deepEqual(due(rules)[0], "T2#2 worker");
  assert.equal(
    job(change(rules.state(), "T3", { stage: "work", seq: 1 }), "T3#2").why,
    "after T2: one unit at a time",
  );
});

test("side by side only where Files cannot meet, and never beside a unit without Files", () => {
  const rules = executing(apart, { settings: { workers: 3 } });
  assert.deepEqual(due(rules), [
    "T1#1 worker",
    "T2#1 worker",
    "T3#1 worker: T2 may touch src/t2.ts too",
  ]);
  const wide = executing([unit("T1", { files: [] }), unit("T2")], { settings: { workers: 3 } });
  assert.deepEqual(due(wide), ["T1#1 worker", "T2#1 worker: T1 names no Files, so it runs alone"]);
  const globs = executing(
    [
      unit("T1", { files: ["src/**/*.ts"] }),
      unit("T2", { files: ["src/a/b.md"] }),
      unit("T3", { files: ["srcs/x"] }),
    ],
    {
      settings: { workers: 3 },
    },
  );
  assert.deepEqual(due(globs), [
    "T1#1 worker",
    "T2#1 worker: T1 may touch src/a/b.md too",
    "T3#1 worker",
  ]);
});

test("who works may change anything, and who asks, plans or verifies nothing", () => {
  const working = executing([unit("T1")]).state();
  for (const [state, key, writes] of [
    [discovering().state(), "interviewer#1", "nothing"],
    [planning().state(), "planner#1", "nothing"],
    [working, "T1#1", "anything"],
    [change(working, "T1", { stage: "verify", seq: 2 }), "T1#3", "nothing"],
  ] as const)
    assert.equal(job(state, key).writes, writes, key);
});

test("one that a provider put off waits by the clock and holds back nobody", () => {
  const state = change(executing(apart).state(), "T1", {
    stage: "work",
    seq: 1,
    notBefore: "2026-01-14T12:00:00.000Z",
  });
  assert.deepEqual(
    [job(state, "T1#2").notBefore, job(state, "T2#1").why],
    ["2026-01-14T12:00:00.000Z", null],
  );
});

test("gates run one at a time, beside passes of other units", () => {
  const rules = executing(apart, {
    settings: { workers: 2, gates: [{ name: "tests", argv: ["true"] }] },
  });
  pass(rules, "T2");
  const state = change(rules.state(), "T1", { stage: "gate", seq: 1 });
  assert.deepEqual(lines(state), [
    "gate:T1:1 engine",
    "T2#1 worker",
    "T3#1 worker: T2 may touch src/t2.ts too",
  ]);
  const both = change(change(rules.state(), "T1", { stage: "gate" }), "T2", {
    stage: "regate",
    pass: null,
    gates: 4,
  });
  assert.deepEqual(lines(both).slice(0, 2), [
    "gate:T1:1 engine",
    "gate:T2:5 engine: one gate at a time",
  ]);
});

test("a gate runs build, types, lint, tests and the others, each as it stands", () => {
  const rules = executing([unit("T1", { files: ["src/a.ts", "src/$(b).ts"] })], {
    settings: { gates },
  });
  const gate = job(change(rules.state(), "T1", { stage: "gate", seq: 2 }), "gate:T1:1");
  assert.deepEqual(argvs(gate), [
    ["make"],
    ["lint", "--fix=no", "src/a.ts", "src/$(b).ts"],
    ["npm", "test"],
    ["docs"],
  ]);
  assert.deepEqual(gate.about, {
    is: "gate",
    unit: "T1",
    n: 1,
    names: ["build", "lint", "tests", "docs"],
  });
});

test("a reviewer that nobody could read three times leaves the review to a person", () => {
  const rules = executing([unit("T1")]);
  settle(rules, "T1");
  rules.given(
    { type: "PhaseEntered", data: { phase: "verify" } },
    {
      type: "GateRun",
      data: {
        unit: null,
        n: 1,
        checks: [],
        outcome: "none configured",
        content: null,
        tree: "t9",
        head: null,
      },
    },
  );
  for (const n of [1, 2, 3])
    rules.send(
      "FailAttempt",
      { job: "reviewer", n, why: "prose" },
      { kind: "engine", name: "engine" },
    );
  assert.deepEqual(due(rules), ["review-1 person"]);
  rules.send("AnswerReview", { asked: 1, option: "again" });
  assert.deepEqual(due(rules), ["reviewer#4 reviewer"]);
});

test("in a paused run nothing may begin; in one that is over nothing is due but putting it away", () => {
  const rules = executing();
  pass(rules, "T1");
  rules.send("Pause");
  assert.deepEqual(due(rules), ["T1#1 worker: paused", "T2#1 worker: paused"]);
  assert.deepEqual(due(cancelled()), []);
});

test("a pass by hand is somebody's outside, for as long as an agent would have", () => {
  const rules = executing([unit("T1")]);
  const base = { tree: "t0", head: null };
  rules.given({
    type: "PassBegun",
    data: { unit: "T1", n: 1, kind: "work", holder: "ana", hand: true, base, content: null },
  });
  const { at = "" } = rules.log.at(-1) ?? {};
  const found = job(rules.state(), "T1#1");
  assert.deepEqual([found.begun, found.outside], [true, true]);
  assert.equal(Date.parse(found.expires ?? "") - Date.parse(at), 60 * 60_000);
});

test("roles are named before anything is launched, and only those that may come", () => {
  const names = (state: State): string =>
    roles(state)
      .map(({ name }) => name)
      .join(" ");
  assert.equal(names(discovering().state()), "interviewer planner worker tester verifier reviewer");
  assert.equal(
    names(executing(undefined, { settings: { test_pass: "off" } }).state()),
    "worker verifier reviewer",
  );
  assert.equal(names(cancelled().state()), "");
});
