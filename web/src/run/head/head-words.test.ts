// Tests of the words of a run's head.
import assert from "node:assert/strict";
import { test } from "node:test";
import { viewNode } from "../../../../test/fixtures/shown.ts";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { doneNow, proofWords, usageWords, problemsOf } from "./head-words.ts";

const shown = (more: Partial<RunAnswer> = {}): RunAnswer => ({
  run: "r",
  protocol: "ultrawork",
  life: "live",
  version: 9,
  newest: 9,
  good: null,
  origin: null,
  folder: "/shop",
  startedAt: null,
  at: "2026-01-08T12:00:00.000Z",
  title: "A shop",
  phase: "EXECUTION",
  status: "running",
  state: "running",
  facts: [],
  pieces: { done: 0, proved: 0, of: 0, failed: 0 },
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
  driven: false,
  idle: false,
  needsRunner: false,
  lacks: null,
  parent: null,
  children: [],
  span: { from: "2026-01-08T11:00:00.000Z", to: "2026-01-08T12:00:00.000Z" },
  ...more,
});
test("that nobody is there to do it is the worst that can be wrong, with what to do about it", () => {
  const [lack] = problemsOf(
    shown({
      refused: "x",
      lacks: { text: "no agent for role worker", fits: "type `cairn init --yes`" },
    }),
  );
  assert.equal(
    lack?.text,
    "no agent for role worker. Name agents and roles in `cairn.config.json`.",
  );
  const text = "No agent is set up. `cairn init` asks which one.";
  assert.equal(problemsOf(shown({ lacks: { text, fits: "" } }))[0]?.text, text);
});

const node = (
  id: string,
  { state = "open", ...more }: Partial<RunAnswer["nodes"][number]> = {},
): RunAnswer["nodes"][number] => ({
  ...viewNode(id, more),
  state,
});

test("how far it is counts pieces of the work alone, and says before they begin that they are planned", () => {
  const far = (done: number, of: number, more: Partial<RunAnswer>) =>
    doneNow(shown({ pieces: { done, proved: done, of, failed: 0 }, ...more }));
  const explored = node("exp-1", { beside: true, kind: "explorer", status: "done" });
  assert.equal(far(0, 0, { nodes: [explored] }), "nothing planned yet");
  assert.equal(far(0, 2, { nodes: [explored, node("1")] }), "2 tasks planned, none begun");
  const running = [node("1", { status: "running" })];
  assert.equal(far(0, 1, { nodes: running }), "0 of 1 done, 1 running");
  assert.equal(far(0, 1, { state: "no runner", nodes: running }), "0 of 1 done, 1 under way");
});

test("proof and usage are told where there is something to tell", () => {
  assert.deepEqual(proofWords({ evidence: { have: 1, of: 3 }, claims: ["1 captured"] }), [
    "1 of 3 criteria proved",
    "1 captured",
  ]);
  assert.deepEqual(proofWords({ evidence: { have: 0, of: 0 }, claims: [] }), []);
  assert.equal(usageWords({}), null);
  const sum = { input: 12_400, output: 3_100, cost: 0.416, jobs: 2 };
  assert.equal(
    usageWords({ usage: { ...sum, agents: {}, subjects: {}, attempts: {} } }),
    "agents report 12,400 tokens in, 3,100 out, $0.42",
  );
  assert.equal(
    usageWords({
      usage: {
        ...sum,
        input: null,
        output: null,
        cost: null,
        agents: {},
        subjects: {},
        attempts: {},
      },
    }),
    null,
  );
});
