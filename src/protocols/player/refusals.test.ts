// Tests of the player's refusals: each code is provoked once.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkpoint,
  cli,
  engine,
  file,
  openStage,
  skill,
  started,
  templateOf,
  type Stage,
} from "../../../test/fixtures/player.ts";
import type { Sender } from "../../core/protocol.ts";

const path = ".workflow/templates/story.json";
const two = templateOf("two", [skill("N-001"), checkpoint("CP-01", false), cli("N-002")]);
const agent: Sender = { kind: "agent", name: "codex", job: "node:N-009:1", fence: 1 };

const checked = {
  id: "N-001",
  type: "command",
  executor: "cairn:ultrawork",
  args_template: "{goal}",
};
const fresh = (): Promise<Stage> => started(two);
const begun = async (): Promise<Stage> => {
  const stage = await fresh();
  stage.begin("node:N-001:1");
  return stage;
};
const atGate = async (): Promise<Stage> => {
  const stage = await begun();
  stage.done("node:N-001:1");
  return stage;
};
const failed = async (): Promise<Stage> => {
  const stage = await begun();
  stage.ends("node:N-001:1", { exit: 1 });
  return stage;
};
const over = async (): Promise<Stage> => {
  const stage = await begun();
  stage.send("Cancel");
  return stage;
};
const nested = (): Promise<Stage> => started(templateOf("nest", [checked, skill("N-002")]));
const outside = async (): Promise<Stage> => {
  const stage = await fresh();
  stage.send("StartNode", { node: "N-001", attempt: 1, hosted: false, task: "t1" }, file);
  return stage;
};

const start = (attempt: number, more: object = {}) => ({ node: "N-001", attempt, ...more });
const ends = (more: object = {}) => ({ ...start(1), result: { ok: true }, ...more });
const answers = (answer: string, more: object = {}) => ({ node: "N-001", answer, ...more });
const goes = (more: object = {}) => ({ checkpoint: "CP-01", answer: "continue", ...more });
const goal = (value: unknown) => ({ name: "goal", value });
const long = "x".repeat(70_000);
const extras = { file: "session-state.json", pointer: "", value: [["a", long]] };

type Case = readonly [code: string, type: string, data?: object, by?: Sender];
const cases: readonly (readonly [from: () => Promise<Stage>, ...rows: readonly Case[]])[] = [
  [
    fresh,
    ["SENDER_WRONG", "StartNode", start(1, { hosted: true })],
    ["ATTEMPT_STALE", "StartNode", start(2)],
    ["JOB_UNREADY", "StartNode", start(1, { hosted: true, told: "other" }), engine],
    ["NODE_COMPLETED", "AmendNode", { node: "N-001", session: "s" }],
  ],
  [
    begun,
    ["RUN_EXISTS", "Start", { template: "story", context: { goal: "x" } }],
    ["SENDER_WRONG", "ExpireNode", start(1)],
    ["NODE_UNKNOWN", "FinishNode", ends({ node: "N-404" })],
    ["NODE_UNKNOWN", "StartNode", start(1, { node: "CP-01" })],
    ["ATTEMPT_STALE", "FinishNode", ends({ attempt: 2 })],
    ["JOB_UNREADY", "StartNode", start(1, { node: "N-002" })],
    ["JOB_HELD", "FinishNode", ends()],
    ["JOB_HELD", "ReleaseNode", start(1)],
    ["TASK_UNKNOWN", "FinishTask", { task: "t9", exit: 0 }],
    ["NODE_UNASKED", "ResolveNode", answers("retry")],
    ["CHECKPOINT_UNASKED", "ResolveCheckpoint", goes()],
    ["RUN_UNFAILED", "RetryRun", { retry: true }],
    ["SNAPSHOT_UNKNOWN", "RollBack", { checkpoint: "CP-01", reason: "x" }],
    ["RUN_RUNNING", "RepinTemplate", { template: "story" }],
    ["CONTEXT_UNKNOWN", "ChangeContext", { name: "gaol", value: "x" }],
    ["CONTEXT_WRONG", "ChangeContext", goal(true)],
    ["FIELD_OVERSIZED", "ChangeContext", goal(long)],
    ["FIELD_OVERSIZED", "KeepExtras", extras, file],
    ["RUN_LIVE", "Archive"],
    ["SENDER_WRONG", "Resume", {}, file],
  ],
  [
    outside,
    ["SENDER_WRONG", "FinishNode", ends(), agent],
    [
      "FIELD_OVERSIZED",
      "FinishNode",
      ends({ result: { ok: true, artifacts: Array(201).fill("a") } }),
    ],
  ],
  [
    failed,
    ["QUESTION_STALE", "ResolveNode", answers("retry", { asked: 2 })],
    ["REASON_MISSING", "ResolveNode", answers("accept", { reason: " " })],
    ["FIELD_OVERSIZED", "ResolveNode", answers("skip", { reason: "x".repeat(17_000) })],
  ],
  [
    atGate,
    ["QUESTION_STALE", "ResolveCheckpoint", goes({ asked: 7 })],
    ["SENDER_WRONG", "ResolveCheckpoint", goes(), file],
    ["REASON_MISSING", "RollBack", { checkpoint: "CP-01", reason: "" }],
  ],
  [
    over,
    ["RUN_OVER", "Pause"],
    ["RUN_OVER", "StartNode", start(2)],
    ["CONFIRMATION_MISSING", "RetryRun"],
  ],
  [
    nested,
    ["CHECK_GATED", "StartNode", start(1)],
    ["CHECK_GATED", "StartNode", start(1, { hosted: false, check: false }), file],
  ],
];

for (const [from, ...rows] of cases)
  test(`refused, ${from.name}`, async () => {
    const answered: unknown[] = [];
    for (const [, type, data, by] of rows)
      answered.push([(await from()).refused(type, data, by).code, type]);
    assert.deepEqual(
      answered,
      rows.map(([code, type]) => [code, type]),
    );
  });

test("a start is refused with all that is wrong of its template or its context", async () => {
  const codeOf = async (data: unknown, text = two): Promise<string> =>
    (await openStage({ [path]: text })).refused("Start", data).code;
  const typed = templateOf("typed", [skill("N-001", { args_template: "{where} {on}" })], {
    context_schema: {
      where: { type: "path", required: true },
      on: { type: "boolean", default: false },
    },
  });
  assert.equal(await codeOf({ template: "nope", context: {} }), "TEMPLATE_UNKNOWN");
  assert.equal(await codeOf({ context: {} }), "TEMPLATE_UNKNOWN");
  assert.equal(await codeOf({ template: "story", context: {} }), "CONTEXT_MISSING");
  assert.equal(
    await codeOf({ template: "story", context: { goal: "x", gaol: "y" } }),
    "CONTEXT_UNKNOWN",
  );
  assert.equal(
    await codeOf({ template: "story", context: { where: "../up" } }, typed),
    "PATH_OUTSIDE",
  );
  assert.equal(
    await codeOf({ template: "story", context: { where: "src", on: "maybe" } }, typed),
    "CONTEXT_WRONG",
  );
  assert.equal(await codeOf({ template: "story", context: {} }, "{"), "TEMPLATE_INVALID");
  const several = await openStage({
    ".workflow/templates/a-story.json": two,
    ".workflow/templates/b-story.json": two,
  });
  assert.equal(
    several.refused("Start", { template: "story", context: { goal: "x" } }).code,
    "TEMPLATE_AMBIGUOUS",
  );
  const deep = { template: "story", context: { goal: "x" }, nested: { depth: 4, templates: [] } };
  assert.equal(await codeOf(deep), "NESTING_DEEP");
  const first = await started(two);
  const ring = { ...deep, nested: { depth: 1, templates: [first.state().template.digest] } };
  assert.equal(await codeOf(ring), "NESTING_CYCLIC");
});

test("a paused run begins nothing, and an archived one takes nothing but to be taken out", async () => {
  const paused = await started(two);
  paused.send("Pause");
  assert.equal(paused.refused("StartNode", { node: "N-001", attempt: 1 }).code, "RUN_PAUSED");
  const stage = await over();
  stage.send("Archive");
  assert.equal(stage.refused("Resume").code, "RUN_ARCHIVED");
  assert.equal(
    stage.refused("RollBack", { checkpoint: "CP-01", reason: "x" }).code,
    "RUN_ARCHIVED",
  );
  stage.send("Unarchive");
  assert.equal(stage.state().archived, false);
});

test("tasks are one node's alone, hosted ones answer for themselves, and a hosted cli has one", async () => {
  const pair = await started(templateOf("pair", [[cli("N-001a"), cli("N-001b")], skill("N-002")]));
  pair.send("StartNode", { node: "N-001a", attempt: 1, hosted: false, task: "t1" }, file);
  assert.equal(
    pair.refused("StartNode", { node: "N-001b", attempt: 1, hosted: false, task: "t1" }, file).code,
    "TASK_TAKEN",
  );
  assert.equal(
    pair.refused("StartNode", { node: "N-001b", attempt: 1, hosted: true }, engine).code,
    "TASK_MISSING",
  );
  pair.begin("node:N-001b:1");
  assert.equal(
    pair.refused("FinishTask", { task: pair.node("N-001b").task, exit: 0 }).code,
    "TASK_HOSTED",
  );
  pair.send("DoubtNode", { node: "N-001a", attempt: 1, why: "silence" }, engine);
  assert.equal(pair.refused("ReleaseNode", { node: "N-001a", attempt: 1 }).code, "NODE_GATED");
});

test("12: another template is pinned only where it says the same of what was played", async () => {
  const texts = { [path]: two };
  const stage = await openStage(texts);
  stage.send("Start", { template: "story", context: { goal: "x" } });
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1");
  stage.send("Pause");
  texts[path] = templateOf("two", [
    skill("N-001"),
    checkpoint("CP-01", false),
    cli("N-002", { args_template: "other {goal}" }),
  ]);
  assert.deepEqual(
    stage.send("RepinTemplate").map(({ type }) => type),
    ["TemplateRepinned"],
  );
  texts[path] = templateOf("two", [
    skill("N-001", { executor: "else" }),
    checkpoint("CP-01", false),
    cli("N-002"),
  ]);
  assert.equal(stage.refused("RepinTemplate").code, "TEMPLATE_DIVERGED");
  texts[path] = "{}";
  assert.equal(stage.refused("RepinTemplate").code, "TEMPLATE_INVALID");
  stage.decide("ask-CP-01-1", "continue");
  assert.equal(stage.brief("node:N-002:1"), "other x");
});

test("a new variable named like what every object inherits begins with its default", async () => {
  const texts = { [path]: two };
  const stage = await openStage(texts);
  stage.send("Start", { template: "story", context: { goal: "x" } });
  stage.send("Pause");
  const { nodes, edges, checkpoints } = JSON.parse(two);
  texts[path] = templateOf("two", [skill("N-001"), checkpoint("CP-01", false), cli("N-002")], {
    nodes,
    edges,
    checkpoints,
    context_schema: {
      goal: { type: "string", required: true },
      constructor: { type: "string", default: "usual" },
    },
  });
  stage.send("RepinTemplate");
  assert.deepEqual(stage.state().context, { goal: "x", constructor: "usual" });
});

test("a run that was found without its template is to look at only", async () => {
  const stage = await started(two);
  const state = stage.state();
  const found = {
    session: state.session,
    archived: false,
    status: "running",
    template: { id: "wft-two-20260310", name: "two", path, text: null },
    context: state.context,
    plan: state.plan,
    nodes: state.nodes,
    snapshots: {},
    last_checkpoint: null,
    extras: [],
    created_at: null,
    updated_at: null,
    completed_at: null,
  };
  const lost = await openStage({ [path]: two });
  lost.send("Adopt", { found, notes: ["found, not witnessed"], digests: {} });
  assert.deepEqual(lost.keys(), []);
  assert.equal(lost.refused("StartNode", { node: "N-001", attempt: 1 }).code, "TEMPLATE_MISSING");
  lost.send("RepinTemplate", { template: "story" });
  assert.deepEqual(lost.keys(), ["node:N-001:1"]);
});

test("13: a nested run is its node's session, and accept wants that it has ended well", async () => {
  const stage = await started(templateOf("nest", [checked, skill("N-002")]), 'a "goal"');
  assert.deepEqual(stage.job("child:N-001:1").child, {
    protocol: "ultrawork",
    start: { type: "Start", data: { goal: 'a "goal"' } },
    origin: "r1/N-001/1",
  });
  stage.child("child:N-001:1", "c1", null);
  assert.equal(stage.node("N-001").session, "c1");
  stage.child("child:N-001:1", "c1", {
    good: false,
    summary: "cancelled",
    output: null,
    artifacts: [],
  });
  assert.deepEqual(stage.keys(), ["ask-N-001-1"]);
  assert.equal(
    stage.refused("ResolveNode", { node: "N-001", answer: "accept", reason: "put right" }).code,
    "CHILD_UNFINISHED",
  );
  stage.decide("ask-N-001-1", "retry");
  assert.equal(stage.job("child:N-001:2").child?.origin, "r1/N-001/2");
  stage.child("child:N-001:2", null, {
    good: false,
    summary: "GOAL_EMPTY",
    output: null,
    artifacts: [],
  });
  assert.match(stage.node("N-001").error ?? "", /GOAL_EMPTY/u);
});
