// Golden stories of the player: serial, parallel with each on_fail, abort and retry.
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
} from "../fixtures/player.ts";
import { assertKept, below } from "./kept.ts";

const commands = (stage: Stage): Readonly<Record<string, string>> => ({
  "commands.txt": `${stage.told.join("\n")}\n`,
});

const serial = templateOf(
  "serial",
  [
    skill("N-001", { output_ports: ["plan"], args_template: "{goal} --scope {scope}" }),
    checkpoint("CP-01", true),
    cli("N-002", {
      cli_rule: "analysis-review-architecture",
      args_template:
        "PURPOSE: {goal}\nAFTER: {N-001.session_id} {N-001.artifacts[0]} {N-001.output}",
    }),
    checkpoint("CP-02", false),
    skill("N-003", {
      type: "command",
      executor: "workflow:test",
      args_template: "--session {prev_session_id}",
    }),
  ],
  {
    context_schema: {
      goal: { type: "string", required: true, description: "what is wanted" },
      scope: { type: "path", required: false, description: "where", default: "src" },
    },
  },
);

/** Up to the gate. */
const toGate = async (): Promise<Stage> => {
  const stage = await started(serial, 'Add "login"');
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1", "The plan is made.\n```cairn-report\n{}\n```", {
    session_id: "WFS-plan-20260317",
    output_path: ".workflow/sessions/WFS-plan-20260317/IMPL_PLAN.md",
    artifacts: [".workflow/sessions/WFS-plan-20260317/IMPL_PLAN.md"],
  });
  stage.begin("node:N-002:1");
  stage.ends("node:N-002:1", { message: "All is well.\n", output: "d".repeat(64) });
  return stage;
};

test("serial: plan, look, a gate that a person opens, the end", async () => {
  const stage = await toGate();
  const briefs = { "gate.md": stage.brief("ask-CP-02-1") };
  const atGate = below("gate", stage.files());
  stage.decide("ask-CP-02-1", "continue", "looks right");
  const last = { "last.md": stage.brief("node:N-003:1") };
  stage.begin("node:N-003:1");
  stage.done("node:N-003:1", "Tests pass.");
  assert.equal(stage.state().status, "completed");
  assertKept("player-serial", {
    ...commands(stage),
    ...below("briefs", { ...briefs, ...last }),
    ...atGate,
    ...below("end", stage.files()),
  });
});

test("parallel: a batch in which one of each on_fail fails, and nothing after it starts before all are answered", async () => {
  const text = templateOf("parallel", [
    skill("N-001"),
    [
      cli("N-002a", { on_fail: "skip" }),
      cli("N-002b", { on_fail: "retry" }),
      cli("N-002c", { on_fail: "abort" }),
      cli("N-002d"),
    ],
    skill("N-003", { args_template: "{N-002a.output}|{N-002d.output}" }),
  ]);
  const stage = await started(text);
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1");
  const members = ["a", "b", "c", "d"].map((letter) => `node:N-002${letter}:1`);
  assert.deepEqual(stage.keys(), members);
  for (const key of members) stage.begin(key);
  for (const key of members.slice(0, 3)) stage.ends(key, { exit: 1, errors: "no network" });
  stage.begin("node:N-002b:2");
  stage.ends("node:N-002b:2", { exit: 1, errors: "still no network" });
  assert.deepEqual(stage.keys(), ["ask-N-002b-2", "ask-N-002c-1", "node:N-002d:1"]);
  const asked = {
    ...below("asked", stage.files()),
    ...below("briefs", { "ask.md": stage.brief("ask-N-002b-2") }),
  };
  stage.ends("node:N-002d:1", { message: "d is done" });
  stage.decide("ask-N-002b-2", "retry");
  stage.begin("node:N-002b:3");
  stage.ends("node:N-002b:3", { message: "b is done" });
  assert.deepEqual(stage.keys(), ["ask-N-002c-1"]);
  stage.decide("ask-N-002c-1", "accept", "done by hand");
  assert.match(stage.brief("node:N-003:1"), /```arguments\n\|d is done\n/u);
  stage.begin("node:N-003:1");
  stage.done("node:N-003:1");
  assert.equal(stage.state().status, "completed");
  assertKept("player-parallel", { ...commands(stage), ...asked, ...below("end", stage.files()) });
});

test("abort at a gate ends the run; a retry takes it up and asks anew", async () => {
  const stage = await toGate();
  stage.decide("ask-CP-02-1", "abort", "wrong way");
  assert.equal(stage.state().status, "aborted");
  const aborted = below("aborted", stage.files());
  stage.send("RetryRun", { retry: true });
  assert.deepEqual(stage.keys(), ["ask-CP-02-2"]);
  assertKept("player-abort", { ...commands(stage), ...aborted, ...below("again", stage.files()) });
});

test("rollback and replay: the record goes back, attempts count on, what is played again is new", async () => {
  const stage = await toGate();
  stage.send("RollBack", { checkpoint: "CP-01", reason: "wrong plan" });
  const back = below("back", stage.files());
  stage.send("ChangeContext", { name: "scope", value: "lib" });
  stage.send("Resume");
  assert.deepEqual(stage.keys(), ["node:N-002:2"]);
  stage.begin("node:N-002:2");
  stage.ends("node:N-002:2", { message: "Better.\n" });
  stage.decide("ask-CP-02-2", "continue");
  stage.begin("node:N-003:1");
  stage.done("node:N-003:1");
  stage.send("Archive");
  assertKept("player-rollback", { ...commands(stage), ...back, ...below("end", stage.files()) });
});

test("pause at a gate; what comes by hand and by callback meanwhile is taken; another day it goes on", async () => {
  const stage = await started(
    templateOf("outside", [
      [cli("N-001a"), cli("N-001b")],
      checkpoint("CP-01", false),
      skill("N-002"),
    ]),
  );
  stage.send(
    "StartNode",
    { node: "N-001a", attempt: 1, hosted: false, task: "gem-143024-x7k2" },
    file,
  );
  stage.send("StartNode", { node: "N-001b", attempt: 1, hosted: false }, file);
  stage.send("Pause");
  stage.send("FinishTask", { task: "gem-143024-x7k2", exit: 0, output: "by callback" });
  stage.send(
    "FinishNode",
    { node: "N-001b", attempt: 1, result: { ok: true, session: "WFS-hand-20260317" } },
    file,
  );
  const paused = below("paused", stage.files());
  stage.send("Resume");
  stage.decide("ask-CP-01-1", "pause");
  assert.deepEqual(stage.keys(), ["ask-CP-01-1"]);
  stage.decide("ask-CP-01-1", "continue");
  stage.begin("node:N-002:1");
  stage.ends("node:N-002:1", { exit: null, reason: "timeout" });
  stage.send(
    "RefuseEdit",
    {
      path: "session-state.json",
      digest: "e".repeat(64),
      code: "NODE_GATED",
      why: "answers belong to people",
    },
    engine,
  );
  assertKept("player-outside", { ...commands(stage), ...paused, ...below("end", stage.files()) });
});

test("the seed's session comes out with its keys in their order", async () => {
  const nodes = [
    skill("N-001"),
    checkpoint("CP-01", true),
    cli("N-002"),
    checkpoint("CP-02", false),
    [skill("N-003a"), skill("N-003b")],
    skill("N-004"),
  ];
  const stage = await openStage({
    ".workflow/templates/feature-tdd-review.json": templateOf("feature-tdd-review", nodes),
  });
  stage.send("Start", {
    template: "feature-tdd-review",
    context: { goal: "Implement user authentication" },
  });
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1");
  const keysOf = (text: string | undefined): readonly string[] =>
    [...(text ?? "").matchAll(/^ {2}"(\w+)":/gmu)].map(([, key = ""]) => key);
  const state = stage.files()["session-state.json"];
  assert.deepEqual(keysOf(state), [
    "session_id",
    "template_id",
    "template_path",
    "template_name",
    "status",
    "context",
    "execution_plan",
    "current_batch",
    "current_node",
    "last_checkpoint",
    "node_states",
    "created_at",
    "updated_at",
    "completed_at",
  ]);
  assert.match(stage.state().session, /^WFR-feature-tdd-review-20260317-143022$/u);
  assert.deepEqual(keysOf(stage.files()["checkpoints/CP-01.json"]), [
    "session_id",
    "checkpoint_id",
    "checkpoint_name",
    "saved_at",
    "context_snapshot",
    "node_states_snapshot",
    "last_completed_node",
    "next_node",
  ]);
});
