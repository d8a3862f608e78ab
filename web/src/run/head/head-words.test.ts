// Why: somebody who has never seen this reads the head first; what it says must follow from how the run stands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownJob } from "../../../../test/fixtures/shown.ts";
import type { Shown } from "../../../../src/http/answers.ts";
import { advice, proofWords, usageWords, wrongs } from "./head-words.ts";

const shown = (more: Partial<Shown> = {}): Shown => ({
  run: "r",
  protocol: "ultrawork",
  life: "live",
  version: 9,
  newest: 9,
  good: null,
  folder: "/shop",
  startedAt: null,
  at: "2026-01-08T12:00:00.000Z",
  title: "A shop",
  phase: "EXECUTION",
  status: "running",
  state: "running",
  facts: [],
  nodes: [],
  jobs: [],
  decisions: [],
  evidence: { have: 0, of: 0 },
  claims: [],
  bypasses: [],
  warnings: [],
  refused: null,
  runner: null,
  elsewhere: null,
  idle: false,
  needsRunner: false,
  lacks: null,
  parent: null,
  children: [],
  span: { from: "2026-01-08T11:00:00.000Z", to: "2026-01-08T12:00:00.000Z" },
  ...more,
});
const job = (is: Shown["jobs"][number]["is"], subject = "1"): Shown["jobs"][number] => shownJob(is, { subject });
const since = "2026-01-08T12:00:00.000Z";
const runner = { since, words: [] };

test("that nobody is there to do it is the worst that can be wrong, with what to do about it", () => {
  const [lack] = wrongs(shown({ refused: "x", lacks: { text: "no agent for role worker", fits: "type `cairn init --yes`" } }));
  assert.equal(lack?.text, "no agent for role worker. Name agents and roles in `cairn.config.json`.");
});

test("what to do: nothing while it goes on, else what would help it on", () => {
  assert.match(advice(shown({ jobs: [job("running")] })).text, /by itself/u);
  assert.match(advice(shown({ jobs: [job("ready")], idle: true })).what, /Resume/u);
  const later = { ...job("waiting"), later: "2026-01-08T12:00:30.000Z" };
  assert.match(advice(shown({ jobs: [later], idle: true, needsRunner: true })).text, /due later, and no runner is there/u);
  assert.match(advice(shown({ jobs: [later], runner })).text, /by itself/u);
  assert.match(advice(shown({ jobs: [job("doubt")], idle: true })).text, /outcome of 1 job in doubt/u);
  assert.match(advice(shown({ life: "paused" })).what, /Resume/u);
  assert.match(advice(shown({ life: "over", good: false })).text, /what is missing/u);
  assert.match(advice(shown({ status: "waiting" })).text, /external worker/u);
});

test("proved work that waits on its branch is to be merged, and what is merged or dropped is not", () => {
  const work = { branch: "cairn/a", base: "a", head: "b", landed: 1, waiting: [], merged: null, dropped: false };
  const over = { life: "over", good: true, state: "done" } as const;
  assert.equal(advice(shown({ ...over, work })).what, "Merge it");
  assert.equal(advice(shown({ ...over, work: { ...work, merged: { to: "b", branch: "main", whole: true } } })).what, "Nothing");
  assert.equal(advice(shown({ ...over, work: { ...work, dropped: true } })).what, "Nothing");
  assert.equal(advice(shown({ ...over, state: "not proved", work })).what, "Nothing");
});

test("where no runner is there to begin what comes next, that is told, and what goes on by itself until then", () => {
  const hosted = { ...job("running"), since };
  assert.match(advice(shown({ jobs: [hosted], needsRunner: true })).text, /none is there to start what comes next/u);
  assert.match(advice(shown({ jobs: [job("ready")], elsewhere: { pid: 7, since } })).text, /Another runner drives it/u);
});

test("nobody is told to go on where nobody can: first somebody must be there", () => {
  const lacks = { text: "no agent for role worker", fits: "type `cairn init --yes`" };
  assert.match(advice(shown({ jobs: [job("ready")], idle: true, lacks })).what, /Assign agents/u);
});

test("proof and usage are told where there is something to tell", () => {
  assert.deepEqual(proofWords({ evidence: { have: 1, of: 3 }, claims: ["1 captured"] }), ["1 of 3 criteria proved", "1 captured"]);
  assert.deepEqual(proofWords({ evidence: { have: 0, of: 0 }, claims: [] }), []);
  assert.equal(usageWords({}), null);
  const sum = { input: 12_400, output: 3_100, cost: 0.416, jobs: 2 };
  assert.equal(
    usageWords({ usage: { ...sum, agents: {}, subjects: {}, attempts: {} } }),
    "agents report 12,400 tokens in, 3,100 out, $0.42",
  );
  assert.equal(usageWords({ usage: { ...sum, input: null, output: null, cost: null, agents: {}, subjects: {}, attempts: {} } }), null);
});
