// Tests of ultrawork's command schemas: unknown fields, lengths, engine-only fields.
import { findingsIn } from "../../kit/findings.ts";
import { jsonSchemaOf } from "../../kit/json-schema.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { verifying } from "../../../test/fixtures/ultrawork-stands.ts";
import { command, planOf, story, taskOf } from "../../../test/fixtures/ultrawork-story.ts";
import type { Facts } from "../../core/protocol.ts";
import type { Message } from "../../core/message.ts";
import { commands } from "./commands.ts";
import { allEvents } from "./events.ts";
import { commands as lifecycle } from "./lifecycle.ts";

const facts: Facts = {
  at: "2026-01-08T12:00:00.000Z",
  folder: null,
  root: "/r",
  repo: "shop",
  branch: null,
  head: "h1",
  tree: "t1",
  changed: [{ path: "src/a.ts", how: "modified" }],
  files: {},
  outputs: {},
  commits: { abc: true, def: false },
};
const message = (type: string): Message => {
  const found = commands.find((one): boolean => one.type === type);
  assert.ok(found !== undefined);
  return found;
};

const schemaOf = (type: string) =>
  (allEvents.find((one): boolean => one.type === type) ?? assert.fail(type)).schema;

test("every command refuses fields that it doesn't know", () => {
  for (const { type, read: reads } of commands) {
    const read = reads({ "no such field": 1 });
    assert.ok("findings" in read && JSON.stringify(read.findings).includes("no such field"), type);
  }
});

test("a reason is as long as a text may be, and no longer", () => {
  const reads = (type: string, given: object): boolean => "value" in message(type).read(given);
  for (const type of ["Cancel", "Fail", "Reopen", "GoOn"]) {
    assert.ok(reads(type, { reason: "r".repeat(16_384) }), type);
    assert.equal(reads(type, { reason: "r".repeat(16_385) }), false, type);
  }
});

test("what the engine reads replaces what a sender put there", () => {
  const forged = {
    base: { head: "x", tree: "x" },
    tree: "x",
    head: "x",
    touched: ["x"],
    paths: ["x"],
    known: ["x"],
    commits: ["abc", "def"],
  };
  const filled = (type: string, key: string): unknown =>
    Object.entries(message(type).fill?.(forged, facts) ?? {}).find(([name]) => name === key)?.[1];
  assert.deepEqual(filled("Start", "base"), { head: "h1", tree: "t1" });
  assert.deepEqual(filled("ProposePlan", "touched"), ["src/a.ts"]);
  assert.deepEqual(filled("ClaimDone", "known"), ["abc"]);
  assert.deepEqual(
    [filled("ConfirmManual", "tree"), filled("ConfirmManual", "head")],
    ["t1", "h1"],
  );
  assert.deepEqual([filled("Complete", "tree"), filled("Complete", "paths")], ["t1", ["src/a.ts"]]);
});

test("the world is asked only for what a command needs", () => {
  const state = verifying().state();
  assert.deepEqual(message("Complete").ask?.(state, {}), { tree: true, changed: "tree-a" });
  assert.deepEqual(message("ProposePlan").ask?.(state, {}), { changed: "tree-0" });
  assert.deepEqual(message("ClaimDone").ask?.(state, { commits: ["abc"] }), {
    commits: ["abc"],
  });
  assert.deepEqual(message("RecordCheck").ask?.(state, { job: "recheck-1-1-1" }), {});
  assert.deepEqual(message("RecordCheck").ask?.(state, { job: "recheck-1-verify-1" }), {
    changed: "tree-0",
  });
});

test("every command and event has a JSON Schema, and no flag offers what the engine fills", () => {
  for (const { type, json } of commands) assert.equal(json?.()["type"], "object", type);
  const { properties } = message("Start").json?.() ?? {};
  assert.ok(
    typeof properties === "object" &&
      properties !== null &&
      "goal" in properties &&
      !("base" in properties) &&
      !("run" in properties),
  );
  for (const { type, means, schema } of allEvents)
    assert.ok(means.length > 10 && jsonSchemaOf(schema)["type"] === "object", type);
});

test("what happens fits the events' own schemas, to the last key", () => {
  const met = new Set<string>();
  const hold = (run: ReturnType<typeof story>): void => {
    for (const { type, data } of run.log) {
      assert.deepEqual(findingsIn(schemaOf(type), data), [], type);
      met.add(type);
    }
  };
  const good = verifying({ explorers: 1 });
  good.ok(good.verdict(), good.verifier());
  good.check({ after: "tree-b" });
  good.check({ before: "tree-c" });
  good.checks();
  good.ok(good.verdict(), good.verifier());
  good.check();
  good.ok(command("Archive", {}));
  hold(good);
  const poor = story({ max_attempts: 1 });
  poor.ok(command("AddTask", { task: taskOf("1") }));
  poor.plan(planOf(taskOf("1"), taskOf("2", { success_criteria: ["bare"] })));
  poor.begin("task-1-1");
  poor.ok(command("ClaimEvidence", { task: "1", criterion: 1, type: "manual", text: "for now" }));
  poor.claim("1");
  poor.checks({ exit: 1 });
  poor.ok(command("Waive", { task: "1", reason: "r" }));
  poor.ok(command("SetCheck", { task: "2", criterion: 1, check: { command: "x" }, reason: "r" }));
  poor.work("2", {}, { exit: 1 }, {});
  poor.ok(command("Cancel", { reason: "r" }));
  poor.ok(command("Reopen", { reason: "r", max_iterations: 9 }));
  hold(poor);
  for (const type of [
    "EvidenceStaled",
    "SweepVoided",
    "RunCompleted",
    "TaskWaived",
    "ReworkOpened",
    "RunReopened",
    "EvidenceClaimed",
  ])
    assert.ok(met.has(type), type);
});

test("unknown keys are JSON texts, each key once: what stands in a file just so can't break it", () => {
  const fits = (value: unknown): boolean =>
    findingsIn(lifecycle.keepExtras.schema, { file: "session.json", pointer: "", value }).length ===
    0;
  assert.ok(
    fits([
      ["x", '{"a":1}'],
      ["y", "2"],
    ]),
  );
  for (const broken of [
    [["x", ""]],
    [["x", "{}}"]],
    [["x", '{"a":1,"a":2}']],
    [
      ["x", "1"],
      ["x", "2"],
    ],
  ])
    assert.ok(!fits(broken), JSON.stringify(broken));
});
