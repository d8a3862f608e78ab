// Tests of `check` on ultrawork documents: each fault by name, line and column, and nothing else.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check } from "../../src/protocols/ultrawork/check/check.ts";
import { example, filesBelow, variant } from "./folders.ts";

type Json = Readonly<Record<string, unknown>>;
const isTable = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const base = (): Json => {
  const value: unknown = JSON.parse(example);
  assert.ok(isTable(value));
  return value;
};
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
const logged = (id: string): Json => ({
  task_id: id,
  criteria: `${id} holds`,
  type: "command_output",
  content: "ok",
  timestamp: "2026-01-08T12:15:00Z",
});
const planner = {
  agent_id: "p",
  status: "completed",
  started_at: "2026-01-08T12:00:05Z",
  completed_at: "2026-01-08T12:03:00Z",
};
/** A sound session under way, with changes. */
const session = (tasks: readonly Json[], more: Json = {}): string =>
  JSON.stringify(
    {
      ...base(),
      phase: "EXECUTION",
      planner,
      verify_task_id: "verify",
      evidence_log: [],
      child_tasks: [...tasks, task("verify", { blocked_by: tasks.map(({ id }) => id) })],
      ...more,
    },
    null,
    2,
  );

/** `code severity pointer` of each finding, in order. */
const found = (files: Readonly<Record<string, string>>): readonly string[] => {
  const findings = check(files);
  assert.ok(findings !== null, "it is of the format");
  return findings.map(({ code, severity, pointer }) => `${code} ${severity} ${pointer}`);
};
const only = (text: string): readonly string[] => found({ "session.json": text });

test("a sound session has no finding; the published example warnings only, each at its place", () => {
  assert.deepEqual(only(session([task("1"), task("2", { blocked_by: ["1"] })])), []);
  assert.deepEqual(
    check({ "session.json": example })?.map(({ code, severity, pointer, line, column }) => [
      code,
      severity,
      pointer,
      line,
      column,
    ]),
    [
      ["PHASE_INCONSISTENT", "warning", "/child_tasks/0/status", 20, 17],
      ["VERIFY_MISSING", "warning", "/verify_task_id", 51, 21],
    ],
  );
});

const cases: readonly (readonly [what: string, text: string, ...findings: readonly string[]])[] = [
  ["no JSON", '{"a": }', "FILE_BROKEN error "],
  ["two keys of one name", '{"phase": "PLANNING", "phase": "COMPLETE"}', "FILE_BROKEN error "],
  [
    "an unknown version",
    session([task("1")], { version: "8.0" }),
    "VERSION_UNKNOWN error /version",
  ],
  ["an older version", session([task("1")], { version: "6.2" }), "VERSION_OLDER warning /version"],
  ["an unknown phase", session([task("1")], { phase: "DOING" }), "PHASE_UNKNOWN error /phase"],
  [
    "an unknown status",
    session([task("1", { status: "maybe" })]),
    "STATUS_UNKNOWN error /child_tasks/0/status",
  ],
  [
    "an unknown status of the planner",
    session([task("1")], { planner: { ...planner, status: "napping" } }),
    "STATUS_UNKNOWN error /planner/status",
  ],
  [
    "an older status",
    session([task("1", { status: "todo" })]),
    "VALUE_ALIASED warning /child_tasks/0/status",
  ],
  [
    "an older key",
    session([task("1", { blocked_by: undefined, blockedBy: [] })]),
    "KEY_ALIASED warning /child_tasks/0/blockedBy",
  ],
  [
    "a missing key",
    session([task("1", { subject: undefined })]),
    "KEY_MISSING error /child_tasks/0",
  ],
  [
    "a wrong type",
    session([task("1", { blocked_by: "2" })]),
    "TYPE_WRONG error /child_tasks/0/blocked_by",
  ],
  [
    "a wrong time",
    session([task("1")], { updated_at: "yesterday" }),
    "TIME_INVALID error /updated_at",
  ],
  ["an unsafe id", session([task("../1")]), "TASK_ID_INVALID error /child_tasks/0/id"],
  ["an id in two cases", session([task("a"), task("A")]), "TASK_REPEATED error /child_tasks/1/id"],
  [
    "no criterion",
    session([task("1", { success_criteria: [] })]),
    "CRITERIA_EMPTY error /child_tasks/0/success_criteria",
  ],
  [
    "a criterion twice",
    session([task("1", { success_criteria: ["a", "a"] })]),
    "CRITERIA_REPEATED error /child_tasks/0/success_criteria",
  ],
  [
    "resolved without evidence",
    session([task("1", { status: "resolved" })]),
    "RESOLVED_UNPROVEN error /child_tasks/0/status",
  ],
  [
    "resolved, one criterion unproved",
    session(
      [
        task("1", {
          status: "resolved",
          success_criteria: ["1 holds", "b"],
          evidence: [shown("1")],
        }),
      ],
      {
        evidence_log: [logged("1")],
      },
    ),
    "RESOLVED_UNPROVEN warning /child_tasks/0/evidence",
  ],
  [
    "verified, and not in the log",
    session([task("1", { evidence: [shown("1")] })]),
    "LOG_DISAGREES error /child_tasks/0/evidence/0",
  ],
  [
    "evidence of no criterion",
    session([task("1", { evidence: [shown("2", { verified: false })] })]),
    "EVIDENCE_ORPHANED warning /child_tasks/0/evidence/0",
  ],
  [
    "evidence as a text",
    session([task("1", { evidence: ["CREATED: a"] })]),
    "EVIDENCE_PLAIN warning /child_tasks/0/evidence/0",
  ],
  [
    "an unknown type of evidence",
    session([task("1")], { evidence_log: [{ ...logged("1"), type: "hearsay" }] }),
    "VALUE_UNKNOWN error /evidence_log/0/type",
  ],
  [
    "begun before its blocker",
    session([task("1"), task("2", { status: "in_progress", blocked_by: ["1"] })]),
    "BLOCKER_UNRESOLVED error /child_tasks/1/status",
  ],
  [
    "an unknown blocker",
    session([task("1", { blocked_by: ["9"] })]),
    "DEPENDENCY_UNKNOWN error /child_tasks/0/blocked_by",
  ],
  [
    "blocked by verify",
    session([task("1", { blocked_by: ["verify"] })]),
    "GRAPH_CYCLIC error /child_tasks/0/blocked_by",
    "VERIFY_RESERVED error /child_tasks/0/blocked_by",
  ],
  [
    "a ring",
    session([task("1", { blocked_by: ["2"] }), task("2", { blocked_by: ["1"] })]),
    "GRAPH_CYCLIC error /child_tasks/0/blocked_by",
  ],
  [
    "verify that doesn't wait",
    session([], { child_tasks: [task("1"), task("verify")] }),
    "VERIFY_UNBLOCKED warning /child_tasks/1/blocked_by",
  ],
  [
    "no verify",
    session([], { child_tasks: [task("1")] }),
    "VERIFY_MISSING warning /verify_task_id",
  ],
  [
    "completed before started",
    session([
      task("1", { started_at: "2026-01-08T12:00:00Z", completed_at: "2026-01-08T11:00:00Z" }),
    ]),
    "TIME_DISORDERED warning /child_tasks/0/completed_at",
  ],
  [
    "cancelled_at without CANCELLED",
    session([task("1")], { cancelled_at: "2026-01-08T12:00:00Z" }),
    "PHASE_INCONSISTENT warning /cancelled_at",
  ],
  [
    "FAILED without a reason",
    session([task("1")], { phase: "FAILED" }),
    "PHASE_INCONSISTENT warning /phase",
  ],
  [
    "VERIFICATION with open work",
    session([task("1")], { phase: "VERIFICATION" }),
    "PHASE_INCONSISTENT warning /phase",
  ],
  [
    "a verdict by itself",
    session([task("1")], { verifier_passed: true }),
    "VERDICT_DISBELIEVED warning /verifier_passed",
  ],
  [
    "COMPLETE without proof",
    session([task("1", { status: "resolved" })], {
      phase: "COMPLETE",
      completed_at: "2026-01-08T13:00:00Z",
    }),
    "COMPLETE_UNPROVEN error /child_tasks/0/evidence",
    "COMPLETE_UNPROVEN error /child_tasks/1/status",
  ],
];
for (const [what, text, ...findings] of cases)
  test(`session.json: ${what}`, () => assert.deepEqual(only(text).toSorted(), findings.toSorted()));

test("what a person let go by name needs no proof, and its dependants may be begun", () => {
  const waived = {
    ...logged("1"),
    criteria: "",
    type: "manual",
    content: "[waived by ana] no server",
  };
  const tasks = [
    task("1", { status: "failed" }),
    task("2", { status: "in_progress", blocked_by: ["1"] }),
  ];
  assert.deepEqual(only(session(tasks, { evidence_log: [waived] })), []);
  const one = shown("3", { verified: false, output: "[waived by ana] r" });
  assert.deepEqual(only(session([task("3", { status: "resolved", evidence: [one] })])), []);
});

test("a context.json of the published format, which says only that summaries stand there, is sound", () => {
  const context = { version: "1.0", explorers: [{ id: "exp-1", summary: "Express, one router." }] };
  assert.deepEqual(found({ "context.json": JSON.stringify(context) }), []);
});

test("only what asks for less proof is disbelieved", () => {
  const disbelieved = (options: Json): readonly string[] =>
    found({ "session.json": session([task("1")], { options }) }).filter((one) =>
      one.startsWith("VERDICT_DISBELIEVED"),
    );
  assert.deepEqual(disbelieved({ skip_verify: false, verifier_passed: null }), []);
  assert.deepEqual(disbelieved({ skip_verify: true }), [
    "VERDICT_DISBELIEVED warning /options/skip_verify",
  ]);
});

test("of one file alone nothing is said that others would have to show", () => {
  assert.deepEqual(
    found({
      "tasks/2.json": JSON.stringify(task("2", { status: "in_progress", blocked_by: ["1"] })),
    }),
    [],
  );
  assert.deepEqual(
    found({ "shop/2.json": JSON.stringify(task("2", { evidence: [shown("2")] })) }),
    [],
  );
  assert.deepEqual(found({ "tasks/2.json": '{"id": "2"' }), ["FILE_BROKEN error "]);
  assert.deepEqual(found({ "tasks/3.json": JSON.stringify(task("2")) }), [
    "TASK_ID_INVALID error /id",
  ]);
  assert.deepEqual(found({ "tasks/verify.json": JSON.stringify(task("9")) }), []);
  const context = {
    version: "2.1",
    expected_explorers: ["exp-1"],
    exploration_complete: true,
    explorers: [],
    key_files: "a",
    patterns: [],
  };
  assert.deepEqual(found({ "context.json": JSON.stringify(context) }), [
    "EXPLORATION_DISAGREES warning /exploration_complete",
    "TYPE_WRONG error /key_files",
  ]);
  assert.equal(check({ "package.json": '{"name": "x", "version": "1.0.0"}' }), null);
  assert.equal(check({ "notes.json": "{ half" }), null);
});

test("a folder is judged whole: every file, and what two of them disagree in", () => {
  const sound = session([task("1")]);
  const file = JSON.stringify(task("1"));
  const verify = JSON.stringify(task("verify", { blocked_by: ["1"] }));
  assert.deepEqual(
    found({
      "session.json": sound,
      "tasks/1.json": file,
      "tasks/verify.json": verify,
      "design.md": "# D",
    }),
    [],
  );
  assert.deepEqual(found({ "session.json": sound, "tasks/1.json": file }), [
    "TASK_UNPAIRED warning /child_tasks/1",
  ]);
  const other = JSON.stringify(task("1", { subject: "Other" }));
  assert.deepEqual(
    found({ "session.json": sound, "tasks/1.json": other, "tasks/verify.json": verify }),
    ["TASK_DISAGREES error /child_tasks/0"],
  );
  const codes = found(variant("5.0")).map((line) => line.split(" ")[0]);
  for (const code of ["FILE_BROKEN", "VERSION_OLDER", "KEY_ALIASED", "TASK_UNPAIRED"])
    assert.ok(codes.includes(code), code);
});

test("CRLF, a byte order mark and any key order are no finding, and places count in the file as it is", () => {
  const text = `\u{feff}${session([task("1")], { phase: "DOING" }).replaceAll("\n", "\r\n")}`;
  const [finding, ...more] = check({ "session.json": text }) ?? [];
  assert.deepEqual(
    [finding?.code, finding?.line, finding?.column, more.length],
    ["PHASE_UNKNOWN", 5, 12, 0],
  );
});

test("what the engine writes in all golden stories has no error", () => {
  const stories = join(import.meta.dirname, "..", "golden", "stories");
  const folders = readdirSync(stories, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name === "session.json",
  );
  assert.ok(folders.length > 5, "there are stories");
  for (const { parentPath } of folders) {
    const errors = (check(filesBelow(parentPath)) ?? []).filter(
      ({ severity }) => severity === "error",
    );
    assert.deepEqual(errors, [], parentPath);
  }
});
