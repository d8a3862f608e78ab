// Tests of outcome reading: each row of the table of process end and report.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cli,
  engine,
  file,
  skill,
  started,
  templateOf,
  type Stage,
} from "../../../test/fixtures/player.ts";
import type { Outcome } from "../../core/job.ts";
import { player } from "./index.ts";
import { sessionIn, withoutReport } from "./report/output.ts";

const around = {
  holder: { name: "task-1", agent: "codex", conversation: null },
  hosted: true,
  done: "report",
  tree: { before: null, after: null, changed: [], commits: [] },
  files: {},
  is: "ended",
  exit: 0,
  reason: "exit",
  report: null,
  found: "none",
  message: "",
  fault: null,
  output: null,
} as const;

/** Starts a skill and a read-only CLI node. */
const under = async (): Promise<Stage> => {
  const stage = await started(templateOf("both", [[skill("N-001"), cli("N-002")], skill("N-003")]));
  stage.begin("node:N-001:1");
  stage.begin("node:N-002:1");
  return stage;
};
/** Returns `ok`, the reason of the failure, or the command's name if it isn't FinishNode. */
const meant = (stage: Stage, node: string, outcome: object): string => {
  const given: Outcome = { ...around, ...outcome };
  const [command] = player.report(stage.job(`node:${node}:1`), given);
  if (command?.type !== "FinishNode") return command?.type ?? "nothing";
  return command.data.result.ok ? "ok" : (command.data.result.reason ?? "");
};
const report = (node: string, more: object = {}): object => ({
  found: "one",
  report: { node, attempt: 1, status: "completed", ...more },
});

const rows: readonly (readonly [
  what: string,
  outcome: (node: string) => object,
  skill: string,
  cli: string,
])[] = [
  ["completed, exit 0", (node) => ({ ...report(node), message: "done" }), "ok", "ok"],
  ["completed, exit 3", (node) => ({ ...report(node), exit: 3 }), "report", "report"],
  [
    "reported failed",
    (node) => report(node, { status: "failed", error: "no" }),
    "report",
    "report",
  ],
  ["no report, exit 0", () => ({ message: "all done!" }), "no_report", "ok"],
  ["nothing said, exit 0", () => ({}), "no_report", "output_empty"],
  ["no report, done by exit", () => ({ done: "exit", message: "ok" }), "ok", "ok"],
  [
    "a report that doesn't fit",
    () => ({ found: "one", report: { status: "completed" }, message: "x" }),
    "no_report",
    "ok",
  ],
  ["another node's report", () => ({ ...report("N-009"), message: "x" }), "no_report", "ok"],
  [
    "another attempt's report",
    (node) => ({ ...report(node, { attempt: 7 }), message: "x" }),
    "no_report",
    "ok",
  ],
  [
    "reports that differ",
    () => ({ found: "several", message: "x", done: "exit" }),
    "no_report",
    "ok",
  ],
  ["broken JSON", () => ({ found: "broken", message: "x", done: "exit" }), "no_report", "ok"],
  ["exit 1", () => ({ exit: 1, errors: "boom" }), "exit", "exit"],
  ["killed", () => ({ exit: null, reason: "killed" }), "killed", "killed"],
  ["flooded", () => ({ exit: null, reason: "flooded" }), "killed", "killed"],
  [
    "a fault of its program, whatever the exit",
    (node) => ({ ...report(node), fault: { kind: "quota" } }),
    "errored",
    "errored",
  ],
  ["timeout", () => ({ exit: null, reason: "timeout" }), "ExpireNode", "ExpireNode"],
  ["lost", () => ({ exit: null, reason: "lost" }), "DoubtNode", "DoubtNode"],
  [
    "lapsed outside",
    () => ({ exit: null, reason: "lapsed", hosted: false }),
    "DoubtNode",
    "DoubtNode",
  ],
  [
    "lost with a report in its spool: its exit is not known",
    (node) => ({ ...report(node), exit: null, reason: "lost" }),
    "DoubtNode",
    "DoubtNode",
  ],
];

for (const [what, outcome, ofSkill, ofCli] of rows)
  test(`${what}: a skill ${ofSkill}, a cli ${ofCli}`, async () => {
    const stage = await under();
    assert.equal(meant(stage, "N-001", outcome("N-001")), ofSkill);
    assert.equal(meant(stage, "N-002", outcome("N-002")), ofCli);
  });

test("a program that was turned away fails by its trouble's words, stopped or not", async () => {
  const said = { fault: { kind: "auth" }, errors: "401" } as const;
  for (const [how, error] of [
    [{ exit: 1 }, "its model server refuses the login or key\n401"],
    [{ exit: null, reason: "killed" }, "its model server refuses the login or key (killed)\n401"],
  ] as const) {
    const stage = await under();
    stage.ends("node:N-001:1", { ...said, ...how });
    assert.equal(stage.node("N-001").error, error);
  }
});

test("a file that its agent wrote in this attempt is its output, and stays the agent's", async () => {
  const stage = await under();
  const { reads } = stage.job("node:N-001:1");
  assert.deepEqual(reads, [
    `.workflow/sessions/${stage.state().session}/artifacts/N-001-output.md`,
  ]);
  const written = { files: { [reads[0] ?? ""]: "long result" }, message: "short" };
  stage.ends("node:N-001:1", { exit: 1, ...written });
  assert.deepEqual(stage.node("N-001").output?.by, "agent");
  assert.equal(Object.hasOwn(stage.files(), "artifacts/N-001-output.md"), false);
  stage.decide("ask-N-001-1", "retry");
  stage.begin("node:N-001:2");
  const again = { node: "N-001", attempt: 2, status: "completed" };
  stage.ends("node:N-001:2", { found: "one", report: again, ...written });
  assert.deepEqual(
    stage.node("N-001").output?.text,
    "short",
    "what an attempt before had left is not this one's",
  );
});

test("what a node that is done wrote itself is there for other machines, as soon as it is done", async () => {
  const stage = await under();
  const [path = ""] = stage.job("node:N-001:1").reads;
  const found = {
    found: "one",
    report: { node: "N-001", attempt: 1, status: "completed" },
  } as const;
  assert.deepEqual(player.documents?.(stage.state()), {});
  stage.ends("node:N-001:1", { ...found, files: { [path]: "long result" } });
  assert.equal(stage.node("N-001").status, "completed");
  assert.deepEqual(player.documents?.(stage.state()), { [path]: { text: "long result" } });
});

test("a file that an earlier attempt left is no later one's, however long it is and however many came between", async () => {
  const stage = await under();
  const left = { files: { [stage.job("node:N-001:1").reads[0] ?? ""]: "é".repeat(40_000) } };
  stage.ends("node:N-001:1", { exit: 1, ...left });
  assert.equal(stage.node("N-001").output?.by, "agent");
  for (const attempt of [2, 3]) {
    stage.decide(`ask-N-001-${attempt - 1}`, "retry");
    stage.begin(`node:N-001:${attempt}`);
    stage.ends(`node:N-001:${attempt}`, { exit: 1, message: `said in ${attempt}`, ...left });
    assert.equal(stage.node("N-001").output?.text, `said in ${attempt}`);
  }
});

test("a task that was given another name since: its callback counts once under the first one, too", async () => {
  const stage = await started(templateOf("tasks", [cli("N-001"), skill("N-002")]));
  stage.send("StartNode", { node: "N-001", attempt: 1, hosted: false, task: "first" }, file);
  stage.send("BindTask", { node: "N-001", attempt: 1, task: "second" }, engine);
  const back = (task: string) =>
    stage.send("FinishTask", { task, exit: 0, output: "done" }).map(({ type }) => type);
  assert.deepEqual(["first", "first", "second"].map(back), [["NodeFinished"], [], []]);
});

test("errors keep the end of standard error; a brief of the next attempt quotes them", async () => {
  const stage = await under();
  stage.ends("node:N-001:1", { exit: 2, errors: "x".repeat(5_000) });
  assert.ok((stage.node("N-001").error ?? "").length <= 2_048);
  stage.decide("ask-N-001-1", "retry");
  assert.match(
    stage.brief("node:N-001:2"),
    /The attempt before this one failed\.\n\n```quoted\nexit 2/u,
  );
});

test("arguments larger than the limit fail the node before anybody is launched", async () => {
  const stage = await started(
    templateOf("large", [skill("N-001", { args_template: "{goal}{goal}{goal}" })]),
    "x".repeat(50_000),
  );
  const types = stage
    .send("StartNode", { node: "N-001", attempt: 1, hosted: true }, engine)
    .map(({ type }) => type);
  assert.deepEqual(types, ["NodeStarted", "NodeFailed"]);
});

test("what was never launched is given back, and what nobody wants is ignored", async () => {
  const stage = await under();
  const given = (outcome: object): Outcome => ({ ...around, ...outcome });
  const unstarted: Outcome = { ...given({}), is: "unstarted", why: "no program" };
  assert.deepEqual(
    player.report(stage.job("node:N-001:1"), unstarted).map(({ type }) => type),
    ["ReleaseNode"],
  );
  assert.deepEqual(
    player.report(stage.job("node:N-001:1"), given({}), { code: "ATTEMPT_STALE", text: "over" }),
    [],
  );
});

test("a task that its tool announced itself is bound, too: a late callback finds the node by both", async () => {
  const stage = await under();
  const own = stage.node("N-002").task ?? "";
  const errors = "[CCW_EXEC_ID=gem-1-own]\nworking";
  stage.ends("node:N-002:1", { message: "all is well", errors });
  assert.deepEqual(stage.fresh().slice(-2), ["TaskBound", "NodeFinished"]);
  for (const task of [own, "gem-1-own"])
    assert.deepEqual(
      stage.send("FinishTask", { task, exit: 3 }).map(({ type }) => type),
      ["ResultIgnored"],
      task,
    );
  const other = await under();
  const given: Outcome = {
    ...around,
    message: "x",
    errors: `[CCW_EXEC_ID=${other.node("N-002").task ?? ""}]`,
  };
  assert.deepEqual(
    player.report(other.job("node:N-002:1"), given).map(({ type }) => type),
    ["FinishNode"],
    "it is the one that it was given",
  );
  const taken: Outcome = { ...around, message: "x", errors };
  assert.deepEqual(
    player
      .report(other.job("node:N-002:1"), taken, { code: "TASK_TAKEN", text: "another's" })
      .map(({ type }) => type),
    ["FinishNode"],
  );
});

test("sessions are found by their line or their form; a report block is no output", () => {
  assert.equal(sessionIn("talk\nSession: abc-1 \nWFS-plan-20260317"), "abc-1");
  assert.equal(sessionIn("see WFS-my-plan-20260317-101112."), "WFS-my-plan-20260317-101112");
  assert.equal(sessionIn("nothing here"), null);
  assert.equal(
    withoutReport("a\n```cairn-report\n{}\n```\nb\n```json\n{}\n```\n"),
    "a\nb\n```json\n{}\n```",
  );
});

test("a report that misfits is told while its author can still mend it", async () => {
  const job = (await under()).job("node:N-001:1");
  assert.equal(player.misfit?.(job, { status: "completed" })?.code, "REPORT_MISFIT");
  assert.equal(
    player.misfit?.(job, { node: "N-001", attempt: 2, status: "completed" })?.code,
    "REPORT_MISFIT",
  );
  assert.equal(player.misfit?.(job, { node: "N-001", attempt: 1, status: "completed" }), null);
});
