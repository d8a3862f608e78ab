// Tests of `check` on ultrawork's documents: each fault by name and place, and nothing else.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check } from "./read/reading.ts";

type Json = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;
const root = join(import.meta.dirname, "..", "..", "..");
const example = readFileSync(join(root, "test", "golden", "fixtures", "seed-session.json"), "utf8");
const json = (value: unknown): string => JSON.stringify(value, null, 2) ?? "";

const task = (id: string, more: Json = {}): Json => ({
  id,
  subject: `Task ${id}`,
  status: "open",
  worker_agent_id: null,
  success_criteria: [`${id} holds`],
  evidence: [],
  blocked_by: [],
  started_at: null,
  completed_at: null,
  ...more,
});
const shown = (id: string, more: Json = {}): Json => ({
  criteria: `${id} holds`,
  command: "npm test",
  output: "ok",
  verified: true,
  timestamp: "2026-01-08T12:15:00Z",
  ...more,
});
const logged = (id: string, more: Json = {}): Json => ({
  task_id: id,
  criteria: "",
  type: "manual",
  content: "ok",
  timestamp: "2026-01-08T12:15:00Z",
  ...more,
});
const planner = {
  agent_id: "p",
  status: "completed",
  started_at: "2026-01-08T12:00:05Z",
  completed_at: "2026-01-08T12:03:00Z",
};
/** A sound session under way, with changes. */
const session = (tasks: readonly Json[], more: Json = {}): string =>
  json({
    ...JSON.parse(example),
    phase: "EXECUTION",
    planner,
    verify_task_id: "verify",
    evidence_log: [],
    child_tasks: [...tasks, task("verify", { blocked_by: tasks.map(({ id }) => id) })],
    ...more,
  });
const sound = { "session.json": session([task("1")]) };

/** `code severity pointer` of each finding, in order. */
const found = async (files: Files): Promise<readonly string[]> =>
  (await check(files))?.map(({ code, severity, pointer }) => `${code} ${severity} ${pointer}`) ??
  assert.fail("it is of no format");
const only = (text: string): Promise<readonly string[]> => found({ "session.json": text });

test("a sound session has no finding; the seed's example warnings only, each at its place", async () => {
  assert.deepEqual(await only(session([task("1"), task("2", { blocked_by: ["1"] })])), []);
  assert.deepEqual(
    (await check({ "session.json": example }))?.map(({ code, severity, pointer, line, column }) => [
      code,
      severity,
      pointer,
      line,
      column,
    ]),
    [
      ["PHASE_MISMATCHED", "warning", "/child_tasks/0/status", 20, 17],
      ["VERIFY_MISSING", "warning", "/verify_task_id", 51, 21],
    ],
  );
});

const explored = (...ids: readonly string[]): Files => ({
  ...sound,
  "context.json": json({ explorers: ids.map((id) => ({ id, summary: "s" })) }),
});
const folder = (more: Files): Files => ({ ...sound, ...more });
const one = (more: Json, keys: Json = {}): string => session([task("1", more)], keys);
const ran = { started_at: "2026-01-08T12:00:00Z", completed_at: "2026-01-08T11:00:00Z" };
const resolved = { status: "resolved" };
const halfShown = { ...resolved, success_criteria: ["1 holds", "b"], evidence: [shown("1")] };
const complete = { phase: "COMPLETE", completed_at: "2026-01-08T13:00:00Z" };
const first = "/child_tasks/0";
const cases: readonly (readonly [given: string | Files, ...findings: string[]])[] = [
  ['{"a": }', "FILE_BROKEN error "],
  ['{"phase": 1, "phase": 2}', "FILE_BROKEN error "],
  [one({}, { version: "6.2" }), "FORMAT_UNKNOWN error /version"],
  [one({}, { version: "7.0" }), "VERSION_OLDER warning /version"],
  [one({}, { phase: "DOING" }), "PHASE_UNKNOWN error /phase"],
  [one({}, { updated_at: "yesterday" }), "TIME_INVALID error /updated_at"],
  [one({}, { goal: " " }), "GOAL_EMPTY error /goal"],
  [one({ status: "maybe" }), `STATUS_UNKNOWN error ${first}/status`],
  [one({ status: "Open" }), `VALUE_ALIASED warning ${first}/status`],
  [one({ subject: undefined }), `KEY_MISSING error ${first}`],
  [one({ blocked_by: "2" }), `TYPE_WRONG error ${first}/blocked_by`],
  [session([task("../1")]), `UNIT_MALFORMED error ${first}/id`],
  [session([task("Plan")]), `UNIT_MALFORMED error ${first}/id`],
  [session([task("a"), task("A")]), "UNIT_REPEATED error /child_tasks/1/id"],
  [explored("1"), `UNIT_REPEATED error ${first}/id`],
  [explored("e", "e"), "UNIT_REPEATED error /explorers"],
  [explored("../e"), "UNIT_MALFORMED error "],
  [
    folder({ "tasks/1.json": json(task("1")), "tasks/2.json": json(task("1")) }),
    "UNIT_MALFORMED error /id",
    "UNIT_REPEATED error /id",
  ],
  [one({ blocked_by: ["9"] }), `UNIT_UNKNOWN error ${first}/blocked_by`],
  [
    session([task("1"), task("2", { blocked_by: ["3"] }), task("3", { blocked_by: ["2"] })]),
    "GRAPH_CYCLIC error /child_tasks/1/blocked_by",
  ],
  [one({ blocked_by: ["1"] }, { phase: "PLANNING" }), `GRAPH_CYCLIC warning ${first}/blocked_by`],
  [one({ success_criteria: ["a", "a"] }), `CRITERIA_REPEATED error ${first}/success_criteria`],
  [one({ success_criteria: [] }), `CRITERIA_EMPTY warning ${first}/success_criteria`],
  [one(halfShown), `RESOLVED_UNPROVEN warning ${first}/evidence`],
  [one({ evidence: [shown("2")] }), `EVIDENCE_DANGLING warning ${first}/evidence/0`],
  [
    session([task("1"), task("2", { status: "in_progress", blocked_by: ["1"] })]),
    "BLOCKER_UNRESOLVED warning /child_tasks/1/status",
  ],
  [session([], { child_tasks: [task("1")] }), "VERIFY_MISSING warning /verify_task_id"],
  [one(ran), `TIME_DISORDERED warning ${first}/completed_at`],
  [one({}, { cancelled_at: ran.started_at }), "PHASE_MISMATCHED warning /cancelled_at"],
  [one({}, { phase: "VERIFICATION" }), "PHASE_MISMATCHED warning /phase"],
  [
    one(resolved, complete),
    `COMPLETE_UNPROVEN error ${first}/evidence`,
    "COMPLETE_UNPROVEN error /child_tasks/1/status",
  ],
  [
    folder({ "tasks/1.json": json(task("1", { subject: "Other" })) }),
    `TASK_DISAGREES warning ${first}`,
  ],
  [one({ more: "x".repeat(70_000) }), `FIELD_OVERSIZED error ${first}`],
];
for (const [given, ...findings] of cases)
  test(`check: ${findings.join(", ")}`, async () => {
    const files = typeof given === "string" ? { "session.json": given } : given;
    assert.deepEqual((await found(files)).toSorted(), findings);
  });

test("what a person let go by name needs no proof, and what waits for it may be begun", async () => {
  const waived = logged("1", { content: "[waived by ana] no server" });
  const tasks = [
    task("1", { status: "failed" }),
    task("2", { status: "in_progress", blocked_by: ["1"] }),
  ];
  assert.deepEqual(await only(session(tasks, { evidence_log: [waived] })), []);
  const one = shown("3", { verified: false, output: "[waived by ana] r" });
  assert.deepEqual(await only(session([task("3", { status: "resolved", evidence: [one] })])), []);
});

test("of one file alone nothing is said that others would have to show", async () => {
  const two = task("2", { status: "in_progress", blocked_by: ["1"] });
  assert.deepEqual(await found({ "tasks/2.json": json(two) }), []);
  assert.deepEqual(await found({ "shop/2.json": json(two) }), []);
  assert.deepEqual(await found({ "tasks/3.json": json(two) }), ["UNIT_MALFORMED error /id"]);
  assert.deepEqual(await found({ "tasks/verify.json": json(task("9")) }), []);
  assert.deepEqual(await found({ "tasks/2.json": '{"id": "2"' }), ["FILE_BROKEN error "]);
  const context = { version: "1.0", explorers: [{ id: "exp-1", summary: "Express." }] };
  assert.deepEqual(await found({ "context.json": json(context) }), []);
  assert.equal(await check({ "package.json": '{"name": "x", "version": "1.0.0"}' }), null);
  assert.equal(await check({ "notes.json": "{ half" }), null);
});

test("a folder without session.json is an error; CRLF and a byte order mark are none", async () => {
  assert.deepEqual(await found({ "tasks/1.json": json(task("1")), "design.md": "# D" }), [
    "FILE_BROKEN error ",
  ]);
  const text = `\u{feff}${session([task("1")], { phase: "DOING" }).replaceAll("\n", "\r\n")}`;
  const [finding, ...more] = (await check({ "session.json": text })) ?? [];
  assert.deepEqual([finding?.line, finding?.column, more.length], [5, 12, 0]);
});
