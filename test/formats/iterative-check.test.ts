// Tests of `check` on iterative's files: own output and published examples have no errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../src/core/run-files.ts";
import { check } from "../../src/protocols/iterative/check/check.ts";
import { write } from "../../src/protocols/iterative/files.ts";
import {
  adoptedEvent,
  adoptedState,
  foundUnit,
  logOf,
  startedEvent,
  stateFrom,
} from "../fixtures/iterative-state.ts";

type Files = Readonly<Record<string, string>>;

const progress = [
  "## T1 - Iteration 1 - 2026-01-14T10:40:00Z\n**Did:** half\n**Remaining:** half\n**Blockers:** None\n**Commit:** abc1234",
  "## T1 - Iteration 2 - 2026-01-14T10:50:00Z\n**Did:** all\n**Remaining:** None\n**Signal:** T1_DONE\n**Commit:** abc1234, fff0000 (not found)",
];
const found = {
  units: [
    foundUnit("T1", {
      stage: "settled",
      used: 2,
      confirmations: 1,
      basis: "adopted",
      completed_at: "2026-01-14T11:15:00Z",
    }),
    foundUnit("T2", { depends: ["T1"], files: ["src/a.ts"] }),
    foundUnit("T3", { depends: ["T2"] }),
  ],
  commits: [{ hash: "abc1234", subject: "feat: a" }],
  current: { unit: "T1", iteration: 2 },
  progress,
  brief: {
    title: "Login",
    domain: "feature",
    outcome: "o",
    done_when: ["d"],
    constraints: [],
    notes: "",
  },
  context: { goal: "g", approach: "a", key_files: [], patterns: [], signals: {}, whole: null },
} as const;
const log = logOf([
  adoptedEvent({
    ...found,
    units: [...found.units],
    commits: [...found.commits],
    progress: [...progress],
  }),
]);
const sound: Files = write(stateFrom(log), log);
const knowledge: Files = {
  ...write(
    adoptedState({
      mode: "knowledge",
      domain: "research",
      units: [
        foundUnit("R1", { output: "sources/bibliography.md" }),
        foundUnit("R2", { output: "outputs/x.md", depends: ["R1"] }),
      ],
    }),
    [],
  ),
};

const short = (findings: readonly Finding[] | null): readonly string[] =>
  (findings ?? []).map(({ severity, code, path, pointer }) =>
    `${severity} ${code} ${path} ${pointer}`.trim(),
  );
const put = (name: string, from: string | RegExp, to: string, files: Files = sound): Files => {
  const before = files[name] ?? "";
  const after = before.replace(from, to);
  assert.notEqual(after, before, `${name} has no ${String(from)}`);
  return { ...files, [name]: after };
};

test("nothing is said of what this program writes, whole, file by file, or all runs together", () => {
  for (const files of [sound, knowledge, write(stateFrom(logOf([startedEvent()])), [])]) {
    assert.deepEqual(short(check(files)), []);
    for (const [path, text] of Object.entries(files))
      if (path !== "progress.md" || files === sound)
        assert.deepEqual(
          short(check({ [`${String(JSON.parse(files["state.json"] ?? "").slug)}/${path}`]: text })),
          [],
          path,
        );
  }
  const inside = (prefix: string, files: Files): Files =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [prefix + path, text]));
  assert.deepEqual(
    short(
      check({
        ...inside("user-auth/", sound),
        ...inside("archive/user-auth-20260114-2/", sound),
        "notes.md": "# Mine",
      }),
    ),
    [],
  );
});

test("what is of another format is none of ours", () => {
  assert.equal(check({ "x/plan.md": "# My plan\n\n- do it" }), null);
  assert.equal(check({ "x/state.json": '{"status":"x"}' }), null);
  assert.equal(check({ "session.json": "{}", "tasks/1.json": "{}" }), null);
});

test("a stub lacks what every reader of the file goes by", () => {
  const findings = check({ "x/state.json": '{"mode": "dev", "phase": "plan"}' }) ?? [];
  assert.deepEqual(
    findings.map(({ severity, code, message }) => `${severity} ${code} ${message}`),
    ["task", "slug", "created", "updated", "tasks", "commits"].map(
      (key) => `error KEY_MISSING the key ${key} is missing`,
    ),
  );
});

/** Document · what stands there · what stands there then · findings · in which run. */
const rows: readonly (readonly [string, string | RegExp, string, string, Files?])[] = [
  ["state.json", "{", "{{", "error FILE_BROKEN state.json"],
  ["state.json", '"mode"', '"slug": "x",\n"mode"', "error FILE_BROKEN state.json"],
  ["state.json", '"execute"', '"resting"', "error PHASE_UNKNOWN state.json /phase"],
  [
    "state.json",
    '"pending"',
    '"nap"',
    "error STATUS_UNKNOWN state.json /phases/R1/status",
    knowledge,
  ],
  ["state.json", '"development"', '"play"', "error MODE_UNKNOWN state.json /mode"],
  ["state.json", '"phases"', '"tasks"', "error MODE_MISMATCHED state.json /tasks", knowledge],
  [
    "state.json",
    /(?<=current_task": )"T1"/u,
    '"T9"',
    "error CURRENT_UNKNOWN state.json /current_task",
  ],
  ["state.json", "abc1234: ", "abc1234 ", "error COMMIT_MALFORMED state.json /commits/0"],
  ["state.json", /,\s*"T3": \{[^}]*\}/u, "", "warning UNIT_UNLISTED tasks.md T3"],
  [
    "state.json",
    '"T3": {',
    '"X3": {',
    "error UNIT_MALFORMED state.json /tasks/X3, warning UNIT_UNDESCRIBED state.json /tasks/X3, warning UNIT_UNLISTED tasks.md T3",
  ],
  [
    "state.json",
    '"max_iterations": 5',
    '"max_iterations": 1',
    "warning COUNT_EXCEEDED state.json /tasks/T1/iterations_used",
  ],
  [
    "state.json",
    '"iterations_used": 2',
    '"iterations_used": 4',
    "warning COUNT_MISMATCHED state.json /tasks/T1/iterations_used",
  ],
  [
    "state.json",
    /(?<=verification_passed": )true/u,
    "false",
    "warning DONE_UNSUPPORTED state.json /tasks/T1/status",
  ],
  [
    "state.json",
    /,\s*"completed_at": "[^"]*"/u,
    "",
    "warning COMPLETED_MISSING state.json /tasks/T1/status",
  ],
  ["state.json", '"Waiting on T2"', '""', "warning REASON_MISSING state.json /tasks/T3/status"],
  [
    "state.json",
    "2026-01-14T11:15:00Z",
    "2026-01-13T11:15:00Z",
    "warning TIME_DISORDERED state.json /tasks/T1/completed_at",
  ],
  [
    "state.json",
    /("status": "done",)(\s*)("iterations_used": 2,)/u,
    "$3$2$1",
    "warning KEYS_DISORDERED state.json /tasks/T1",
  ],
  [
    "tasks.md",
    "**T3**",
    "**T2**",
    "error UNIT_REPEATED tasks.md T2, error GRAPH_CYCLIC tasks.md T2/Depends, warning UNIT_UNDESCRIBED state.json /tasks/T3",
  ],
  [
    "tasks.md",
    "**T3**",
    "**R3**",
    "error UNIT_MALFORMED tasks.md R3, warning UNIT_UNLISTED tasks.md R3, warning UNIT_UNDESCRIBED state.json /tasks/T3",
  ],
  [
    "tasks.md",
    /- \[ \] \*\*T3\*\*[^]*?sonnet\n/u,
    "",
    "warning UNIT_UNDESCRIBED state.json /tasks/T3",
  ],
  ["tasks.md", "Depends: T1", "Depends: T3", "error GRAPH_CYCLIC tasks.md T2/Depends"],
  ["tasks.md", "Depends: T1", "Depends: T1, T8", "error DEPENDENCY_UNKNOWN tasks.md T2/Depends"],
  [
    "tasks.md",
    "iterations: 5",
    "iterations: many",
    "warning FIELD_INVALID tasks.md T1/Max iterations",
  ],
  [
    "tasks.md",
    "iterations: 5",
    "iterations: 500",
    "warning LIMIT_INVALID tasks.md T1/Max iterations",
  ],
  ["tasks.md", "Model: sonnet", "Model: gpt", "warning MODEL_UNKNOWN tasks.md T1/Model"],
  ["tasks.md", "T2 works as told", "None", "error CRITERIA_EMPTY tasks.md T2/Criteria"],
  ["tasks.md", "`src/a.ts`", "`../a.ts`", "error PATH_OUTSIDE tasks.md T2/Files"],
  ["tasks.md", "[ ] **T2**", "[x] **T2**", "warning BOX_MISMATCHED tasks.md T2"],
  ["plan.md", "R1 → R2", "R1 → R2 → R7", "", knowledge],
  ["plan.md", "R1 → R2", "R1 → R2 → R1", "error GRAPH_CYCLIC plan.md ## Dependencies", knowledge],
  ["plan.md", "`outputs/x.md`", "`/etc/x`", "error PATH_OUTSIDE plan.md R2/Output", knowledge],
  [
    "progress.md",
    "**Signal:** T1_DONE\n",
    "",
    "warning DONE_UNSUPPORTED state.json /tasks/T1/status",
  ],
  [
    "progress.md",
    "abc1234",
    "abc9999",
    "warning COMMIT_UNKNOWN progress.md ## T1 - Iteration 1 - 2026-01-14T10:40:00Z",
  ],
  [
    "progress.md",
    "# Progress Log",
    "# Progress Log\n\n## Something else\nwords",
    "warning ENTRY_UNREADABLE progress.md ## Something else",
  ],
  [
    "context.md",
    "**Goal:** g",
    `**Goal:** ${"a ".repeat(200)}`,
    "warning CONTEXT_LONG context.md #",
  ],
  [
    "guardrails.md",
    "discovered.",
    "discovered.\n\n## Locks\nbe careful",
    "warning ENTRY_UNREADABLE guardrails.md ## Locks",
  ],
];
test("each fault is told, with its document and its place", () => {
  assert.deepEqual(
    rows.map(([path, from, to, , files]) => [
      path,
      to,
      short(check(put(path, from, to, files))).join(", "),
    ]),
    rows.map(([path, , to, findings]) => [path, to, findings]),
  );
});

test("an output that is done and gone", () => {
  const units = [
    foundUnit("R1", {
      output: "sources/bibliography.md",
      stage: "settled",
      used: 1,
      basis: "adopted",
      completed_at: "2026-01-14T11:15:00Z",
    }),
  ];
  const { "progress.md": _log, ...files } = write(
    adoptedState({ mode: "knowledge", domain: "research", units }),
    [],
  );
  assert.deepEqual(short(check(files)), ["warning OUTPUT_MISSING plan.md R1/Output"]);
  assert.deepEqual(short(check({ ...files, "sources/bibliography.md": "here" })), []);
});

test("a folder of another name", () => {
  assert.deepEqual(short(check({ "other/state.json": sound["state.json"] ?? "" })), [
    "warning SLUG_MISMATCHED other/state.json /slug",
  ]);
  assert.deepEqual(short(check(sound, "other")), ["warning SLUG_MISMATCHED state.json /slug"]);
  assert.deepEqual(short(check(sound, "user-auth-20260114")), []);
});

test("a finding names line and column, also behind a byte order mark and other line ends", () => {
  const files = put("tasks.md", "[ ] **T2**", "[x] **T2**");
  const [plain] = check(files) ?? [];
  const [other] =
    check({
      ...files,
      "tasks.md": `\u{feff}${(files["tasks.md"] ?? "").replaceAll("\n", "\r\n")}`,
    }) ?? [];
  const line =
    (files["tasks.md"] ?? "").split("\n").findIndex((text) => text.includes("**T2**")) + 1;
  assert.deepEqual([plain?.line, plain?.column, other?.line, other?.column], [line, 1, line, 1]);
});
