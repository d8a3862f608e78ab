// Tests of the view: adopted is not proved, a claim is not done, no gate is no pass.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelled,
  delivering,
  endPass,
  executing,
  pass,
  proposed,
  settle,
  unit,
} from "../../../test/fixtures/iterative-rules.ts";
import { adoptedEvent, foundUnit, logOf } from "../../../test/fixtures/iterative-state.ts";
import { openStory, unitOf } from "../../../test/fixtures/iterative-story.ts";
import { warningsOf } from "./decider/plan-warnings.ts";
import { ended, life } from "./ended.ts";
import { evidence, rechecks } from "./evidence.ts";
import { evolve } from "./evolve.ts";
import { noCounters } from "./evolve/change.ts";
import { eventLineOf } from "../../kit/telling.ts";
import { allEvents } from "./events.ts";
import { iterative } from "./index.ts";
import type { State, Unit } from "./state.ts";
import { view } from "./view.ts";

const eventLine = eventLineOf(allEvents);

const change = (state: State, id: string, part: Partial<Unit>): State => ({
  ...state,
  units: state.units.map((one) => (one.id === id ? { ...one, ...part } : one)),
});
const gates = [{ name: "tests", argv: ["npm", "test"] }];
const proof = { content: "c1", holder: "codex-2", n: 1, at: "2026-01-14T10:30:00.000Z" };
const proven: Partial<Unit> = {
  stage: "settled",
  basis: "proven",
  content: "c1",
  judged: [{ met: true, how: "ran it" }],
  proofs: { gate: { ...proof, tree: "t1" }, consensus: proof, verdict: proof },
};

test("of a cancelled run nothing is told as under way, ready or waiting for anybody", () => {
  const rules = executing([unit("T1"), unit("T2")]);
  pass(rules, "T1");
  endPass(rules, "T1");
  rules.send("Cancel", { reason: "no time" });
  const told = view(rules.state()).nodes.map(({ status, why, note }) => [status, why, note]);
  assert.deepEqual(told, [
    ["open", null, "1 of 5 attempts used"],
    ["open", null, null],
  ]);
});

test("each unit's state is told: running, ready, stuck until a person answers, waiting for another unit, done", () => {
  const rules = executing([
    unit("T1"),
    unit("T2"),
    unit("T3", { depends: ["T1"] }),
    unit("T4"),
    unit("T5"),
  ]);
  pass(rules, "T1");
  const stuck = {
    n: 1,
    kind: "timeout",
    reason: "5 of 5 passes used",
    back: "work",
    skipped: false,
  } as const;
  const state = change(
    change(rules.state(), "T4", { stage: "stuck", stuck, used: 5 }),
    "T5",
    proven,
  );
  const nodes = view(state).nodes;
  assert.deepEqual(
    nodes.map(({ id, status, why }) => [id, status, why]),
    [
      ["T1", "running", null],
      ["T2", "ready", null],
      ["T3", "open", "waits for T1"],
      ["T4", "failed", "needs you: 5 of 5 passes used"],
      ["T5", "done", null],
    ],
  );
  assert.deepEqual(
    [nodes[0]?.note, nodes[3]?.note, nodes[4]?.done],
    ["1 of 5 attempts used, codex-T1-0", null, 1],
  );
});

test("what keeps a unit from going on is told in plain words, the check that fails first", () => {
  const told = (more: Parameters<typeof change>[2]): string | undefined =>
    view(change(executing([unit("T1")]).state(), "T1", { stage: "stuck", ...more })).nodes[0]
      ?.cause;
  const stuck = {
    n: 1,
    kind: "timeout",
    reason: "3 of 3 passes used",
    back: "work",
    skipped: false,
  } as const;
  const red = [{ name: "staging", argv: [], exit: 1, why: null, excerpt: "" }];
  assert.equal(told({ stuck, remaining: "the docs" }), "the docs; 3 of 3 passes used");
  assert.equal(
    told({ stuck, red, remaining: "gate red: staging (exit 1)" }),
    "check staging (exit 1) fails; 3 of 3 passes used",
  );
  const saturated = {
    ...stuck,
    kind: "saturated",
    reason: "gate red 3 times in a row: staging (exit 1)",
  } as const;
  const counters = { ...noCounters, redGates: 3 };
  assert.equal(
    told({ stuck: saturated, red, counters, remaining: "gate red: staging (exit 1)" }),
    "check staging (exit 1) fails; 3 times in a row",
  );
  assert.equal(
    told({ stuck: { ...stuck, skipped: true } }),
    undefined,
    "what is skipped is no trouble",
  );
});

test("a stuck unit that a person has skipped waits, and is no trouble any more", () => {
  const stuck = { n: 1, kind: "blocked", reason: "no key", back: "work", skipped: true } as const;
  const state = change(executing([unit("T1")]).state(), "T1", { stage: "stuck", stuck });
  assert.deepEqual(
    view(state).nodes.map(({ status, why }) => [status, why]),
    [["waiting", "skipped: no key"]],
  );
});

test("a claim that has come true is none any more", () => {
  const claim = (id: string) => ({
    unit: id,
    claim: "done",
    where: "tasks.md",
    by: "ana",
    at: "2026-01-14T10:30:00Z",
  });
  const state = change(executing([unit("T1"), unit("T2")]).state(), "T1", proven);
  assert.deepEqual(view({ ...state, claims: [claim("T1"), claim("T2")] }).claims, [
    "1 claim not believed",
  ]);
  assert.deepEqual(view({ ...state, claims: [claim("T1")] }).claims, []);
});

test("only what was proved here counts; adopted and accepted are named apart, and no gate is told as none", () => {
  const state = change(executing([unit("T1"), unit("T2"), unit("T3")]).state(), "T1", proven);
  const mixed = change(change(state, "T2", { ...proven, basis: "adopted" }), "T3", {
    ...proven,
    basis: "accepted",
    accepted: { reason: "why", by: "ana" },
  });
  const shown = view(mixed);
  assert.deepEqual(shown.evidence, { have: 1, of: 3, met: "1 of 3 met: 1 judged" });
  assert.deepEqual(shown.claims, ["1 adopted, not proven here"]);
  assert.ok(shown.facts.includes("no gate configured"));
  assert.deepEqual(
    evidence(mixed, []).map(({ unit: id, status, waived }) => [id, status, waived]),
    [
      ["T1", "proved", null],
      ["T2", "unproved", null],
      ["T3", "waived", "by ana: why"],
    ],
  );
  const adopted = logOf([
    adoptedEvent({ units: [foundUnit("T1", { stage: "settled", basis: "adopted" })] }),
  ]).reduce<State | null>(evolve, null);
  assert.ok(adopted !== null);
  assert.match(evidence(adopted, [])[0]?.claim ?? "", /^\[found, not witnessed\]/u);
});

test("evidence names gate, consensus and verdict, is stale on other content, and its programs can be run again", () => {
  const rules = executing([unit("T1")], { settings: { gates } });
  const check = {
    name: "tests",
    argv: ["npm", "test"],
    exit: 0,
    why: null,
    ms: 3,
    digest: "d1",
    bytes: 2,
    excerpt: "ok",
    passed: true,
  };
  rules.given({
    type: "GateRun",
    data: {
      unit: "T1",
      n: 1,
      checks: [check],
      outcome: "green",
      content: "c1",
      tree: "t1",
      head: null,
    },
  });
  const state = change(rules.state(), "T1", proven);
  const [criterion, gate] = evidence(state, rules.log, "T1");
  assert.deepEqual(
    [criterion?.status, criterion?.check],
    ["proved", "gate 1, confirmed by codex-2, verified by codex-2"],
  );
  assert.equal(criterion?.claim, "[claim of its verifier] met: ran it");
  assert.deepEqual(
    [gate?.number, gate?.status, gate?.counts, gate?.proof?.digest],
    [2, "captured", false, "d1"],
  );
  assert.equal(
    evidence(change(state, "T1", { content: "c2" }), rules.log, "T1")[0]?.status,
    "stale",
  );
  assert.deepEqual(
    rechecks(state).map(({ unit: id, number, check: one }) => [
      id,
      number,
      "argv" in one ? one.argv : null,
    ]),
    [["final", 1, ["npm", "test"]]],
  );
  assert.deepEqual(rechecks(state, "T1")[0]?.number, gate?.number);
  const ran = {
    argv: [],
    cwd: ".",
    ms: 1,
    digest: "d",
    bytes: 0,
    text: "",
    tree: null,
    head: null,
  };
  assert.deepEqual(rechecks(state, "T1")[0]?.judge({ ...ran, exit: 0, why: null }), {
    passed: true,
    why: "exit 0",
  });
  assert.deepEqual(rechecks(state, "T1")[0]?.judge({ ...ran, exit: null, why: "timed out" }), {
    passed: false,
    why: "timed out",
  });
});

test("a run ends well only when it was delivered and moved; the summary tells bypasses and gates as they were", () => {
  assert.equal(ended(delivering().state()), null);
  const over = cancelled().state();
  assert.deepEqual(
    [ended(over)?.good, ended(over)?.summary, life(over)],
    [false, "cancelled: no time", "over"],
  );
  const rules = delivering();
  rules.given(
    { type: "DeliveryApproved", data: { tree: "t9", reason: "", auto: true } },
    { type: "RunArchived", data: { path: ".claude/iterative/archive/add-20260114" } },
    { type: "PhaseEntered", data: { phase: "complete" } },
  );
  const done = ended(rules.state());
  assert.deepEqual(
    [done?.good, done?.output, life(rules.state())],
    [true, ".claude/iterative/archive/add-20260114/progress.md", "archived"],
  );
  assert.match(done?.summary ?? "", /1 of 1 unit done; .*no gate configured; bypasses: none/u);
});

test("every event is told in one line, whatever stands in it", () => {
  const rules = executing();
  pass(rules, "T1");
  settle(rules, "T1");
  rules.send("AddNote", { unit: "T1", text: "one\ntwo\u001b[31m" });
  for (const event of rules.log) assert.doesNotMatch(eventLine(event), /[\n\u001b]/u, event.type);
  assert.equal(eventLine(rules.log.at(-1) ?? assert.fail()), "T1: one");
});

test("what events name that is kept elsewhere is named: outputs of passes and gates, originals, commits", () => {
  const hash = "a".repeat(40);
  const check = {
    name: "x",
    argv: [],
    exit: 0,
    why: null,
    ms: 1,
    digest: "d1",
    bytes: 0,
    excerpt: "",
    passed: true,
  };
  const [gate, commit] = logOf([
    {
      type: "GateRun",
      data: {
        unit: "T1",
        n: 1,
        checks: [check, { ...check, digest: null }],
        outcome: "green",
        content: null,
        tree: null,
        head: null,
      },
    },
    { type: "CommitRecorded", data: { unit: "T1", hash, subject: "x" } },
  ]);
  assert.ok(gate !== undefined && commit !== undefined);
  assert.deepEqual(
    [iterative.refers?.of(gate), iterative.refers?.of(commit)],
    [{ outputs: ["d1"] }, { commits: [hash] }],
  );
});

test("what a plan is warned of is seen while it waits", () => {
  const state = proposed([unit("T1", { files: [] })]).state();
  assert.ok(view(state).warnings.length > 0);
  assert.equal(view(state).status, "waiting");
});

test("it is told what judges a run without gates", () => {
  const run = openStory();
  run.plan([unitOf("T1")]);
  const units = run.state().units;
  const { settings } = run.state();
  const ground = { slug: "x", archive: null, settings: { ...settings, gates: [] } } as const;
  assert.match(
    warningsOf({ ...ground, mode: "development" }, units).at(-1) ?? "",
    /no program will judge the work$/u,
  );
  assert.match(
    warningsOf({ ...ground, mode: "knowledge" }, units).at(-1) ?? "",
    /no program but the check of each Output/u,
  );
});
