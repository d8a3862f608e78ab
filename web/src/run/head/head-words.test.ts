// Tests of the words of a run's head.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownJob, viewNode } from "../../../../test/fixtures/shown.ts";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { advice, doneNow, driveLabel, proofWords, usageWords, problemsOf } from "./head-words.ts";

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
const job = (is: RunAnswer["jobs"][number]["is"], subject = "1"): RunAnswer["jobs"][number] =>
  shownJob(is, { subject });
const since = "2026-01-08T12:00:00.000Z";
const runner = { since, words: [] };

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

test("what to do: nothing while it goes on, else what would help it on", () => {
  assert.equal(
    advice(shown({ jobs: [job("running")], runner })).text,
    "Task 1 is being worked on. You are asked when something needs you.",
  );
  const begins = advice(
    shown({ state: "not started", jobs: [job("ready")], idle: true, needsRunner: true }),
  );
  assert.deepEqual([begins.what, begins.text], ["Start it", "Task 1 can begin."]);
  const left = { state: "no runner", idle: true, needsRunner: true } as const;
  assert.equal(advice(shown({ ...left, jobs: [job("ready")] })).what, "Resume it");
  const later = { ...job("waiting"), later: "2026-01-08T12:00:30.000Z" };
  assert.match(
    advice(shown({ ...left, jobs: [later] })).text,
    /due later, and a runner must be there/u,
  );
  assert.match(advice(shown({ jobs: [later], runner })).text, /by itself/u);
  assert.match(
    advice(shown({ ...left, state: "in doubt", jobs: [job("doubt")] })).text,
    /checks what became of task 1/u,
  );
  assert.match(advice(shown({ life: "paused" })).what, /Resume/u);
  assert.match(advice(shown({ life: "over", good: false })).text, /what is missing/u);
  assert.match(advice(shown({ status: "waiting" })).text, /external worker/u);
});

test("what is asked next is told where it is known: about what failed, unless the run decides by itself", () => {
  const failed = {
    jobs: [job("running", "2")],
    nodes: [node("2"), node("3", { status: "failed" })],
    runner,
  };
  assert.match(
    advice(shown(failed)).text,
    /^Task 2 is being worked on\. When nothing else can go on, you are asked about task 3\.$/u,
  );
  assert.match(
    advice(shown({ ...failed, facts: ["auto"] })).text,
    /asked when something needs you/u,
  );
  const both = {
    ...failed,
    nodes: [...failed.nodes, node("4", { status: "failed" })],
    jobs: ["1", "2", "5", "6"].map((id) => job("running", id)),
  };
  assert.match(
    advice(shown(both)).text,
    /^Task 1, task 2 and 2 more are being worked on\. .* about the 2 that failed\.$/u,
  );
});

test("that no runner is there is wrong, and the button says what it does: start what never began, resume the rest", () => {
  const needs = { needsRunner: true, jobs: [job("ready")] };
  assert.deepEqual(
    (["not started", "no runner", "running"] as const).map((state) =>
      problemsOf(shown({ ...needs, state })).map(({ what }) => what),
    ),
    [["not started"], ["no runner"], []],
  );
  assert.deepEqual(
    [
      driveLabel({ state: "not started" }),
      driveLabel({ state: "no runner" }),
      driveLabel({ state: "in doubt" }),
    ],
    ["Start", "Resume", "Resume"],
  );
});

test("how far it is counts pieces of the work alone, and says before they begin that they are planned", () => {
  const far = (more: Partial<RunAnswer>) => doneNow(shown(more));
  const explored = [
    node("exp-1", { beside: true, kind: "explorer", status: "done" }),
    node("plan", { beside: true, kind: "plan" }),
  ];
  assert.equal(far({}), "Nothing planned yet");
  assert.equal(far({ nodes: explored }), "Planning");
  const decision = { run: "r", key: "plan-1", subject: "plan", question: "?", options: [] };
  assert.equal(far({ decisions: [decision] }), "The plan is made, nothing begun");
  assert.equal(far({ nodes: [...explored, node("1"), node("2")] }), "2 tasks planned, none begun");
  const verify = node("verify", { beside: true, status: "running" });
  assert.equal(
    far({ nodes: [node("1", { status: "done" }), node("2", { status: "failed" }), verify] }),
    "1 of 2 done, 1 failed",
  );
  assert.equal(
    far({ state: "no runner", nodes: [node("1", { status: "running" })] }),
    "0 of 1 done, 1 under way",
  );
});

test("proved work that waits on its branch is to be merged, and what is merged or dropped is not", () => {
  const work = {
    branch: "cairn/a",
    base: "a",
    head: "b",
    landed: 1,
    waiting: [],
    merged: null,
    dropped: false,
  };
  const over = { life: "over", good: true, state: "done" } as const;
  assert.equal(advice(shown({ ...over, work })).what, "Merge it");
  const merged = { to: "b", branch: "main", whole: true };
  assert.deepEqual(
    [
      advice(shown({ ...over, work: { ...work, merged } })).text,
      advice(shown({ life: "over", state: "not done", phase: "CANCELLED" })).what,
    ],
    ["The run is done, and merged into main.", "It was cancelled"],
  );
  const dropped = advice(shown({ ...over, work: { ...work, dropped: true } }));
  assert.equal(dropped.what, "Nothing to do");
  assert.match(dropped.text, /branch was removed: none of its work was merged/u);
  // Whatever isn't proved: a criterion, or a check that was red from the start.
  const review = advice(shown({ ...over, state: "not proved", work }));
  assert.equal(review.what, "Review it");
  assert.doesNotMatch(review.text, /agents/u);
});

test("where no runner is there, that is told of what is under way; one elsewhere is as good as ours", () => {
  const hosted = { ...job("running"), since };
  const left = advice(shown({ state: "no runner", jobs: [hosted], needsRunner: true }));
  assert.deepEqual(
    [left.what, left.text],
    ["Resume it", "A runner takes over task 1, then starts what comes next."],
  );
  assert.equal(
    advice(shown({ jobs: [job("ready")], elsewhere: { pid: 7, since } })).what,
    "Nothing to do now",
  );
});

test("nobody is told to go on where nobody can: first somebody must be there", () => {
  const lacks = { text: "no agent for role worker", fits: "type `cairn init --yes`" };
  assert.match(
    advice(
      shown({ state: "not started", jobs: [job("ready")], idle: true, needsRunner: true, lacks }),
    ).what,
    /Assign agents/u,
  );
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
