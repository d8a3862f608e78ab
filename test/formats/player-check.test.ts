// Tests of `check` on player folders: each fault with its place, no finding in sound ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../src/core/dialect.ts";
import { check } from "../../src/protocols/player/check/check.ts";
import { desk, type Free, play, start } from "../fixtures/player-desk.ts";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";
import { example, folder, json, outside, snapshot } from "./player-folders.ts";

const changed = (by: (state: Free) => unknown): Free => {
  const state = example();
  by(state);
  return state;
};
const short = (findings: readonly Finding[] | null): readonly string[] =>
  (findings ?? []).map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
const judge = (
  by: (state: Free) => unknown,
  more: Readonly<Record<string, string>> = {},
): readonly string[] => short(check(folder(changed(by), more)));
const node = (id: string, values: object) => (state: Free) =>
  Object.assign(state.node_states[id], values);

test("nothing is said of the published example, nor of what this program writes", () => {
  assert.deepEqual(check(folder()), []);
  const run = desk(start());
  for (const id of ["N-001", "N-002"]) play(run, id);
  assert.deepEqual(check(run.files()), []);
  run.ok("ResolveCheckpoint", { checkpoint: "CP-02", answer: "continue" });
  for (const id of ["N-003a", "N-003b", "N-004"]) play(run, id);
  assert.deepEqual(check(run.files()), []);
  for (const [path, text] of Object.entries(run.files()))
    if (path.endsWith(".json")) assert.deepEqual(check({ [`x/${path}`]: text }), [], path);
});

const rows: readonly (readonly [string, (state: Free) => unknown, readonly string[]])[] = [
  ["a key is missing", (state) => delete state.template_id, ["error KEY_MISSING "]],
  [
    "a type is wrong",
    (state) => (state.node_states["N-001"].artifacts = {}),
    ["error TYPE_WRONG /node_states/N-001/artifacts"],
  ],
  ["a status of a run", (state) => (state.status = "resting"), ["error VALUE_UNKNOWN /status"]],
  [
    "a status of a node",
    node("N-002", { status: "napping" }),
    ["error VALUE_UNKNOWN /node_states/N-002/status"],
  ],
  [
    "the plan names nobody",
    (state) => delete state.node_states["N-004"],
    ["error NODE_UNKNOWN /execution_plan/5"],
  ],
  [
    "current_node names nobody",
    (state) => (state.current_node = "N-9"),
    ["error NODE_UNKNOWN /current_node"],
  ],
  [
    "last_checkpoint names nobody",
    (state) => (state.last_checkpoint = "CP-9"),
    [
      "error NODE_UNKNOWN /last_checkpoint",
      "warning SNAPSHOT_MISSING /last_checkpoint",
      "warning SNAPSHOT_MISSING /node_states/CP-01/status",
    ].slice(0, 2),
  ],
  ["other words", (state) => (state.status = "active"), ["warning VALUE_ALIASED /status"]],
  [
    "done behind undone",
    node("N-004", { status: "completed" }),
    ["warning PLAN_HOLED /node_states/N-004/status"],
  ],
  [
    "completed with nodes undone",
    (state) => (state.status = "completed"),
    ["warning STATUS_OVERSTATED /status"],
  ],
  [
    "a time before another",
    node("N-001", { completed_at: "2026-03-17T14:00:00Z" }),
    ["warning TIME_DISORDERED /node_states/N-001/completed_at"],
  ],
  [
    "no time at all",
    node("N-001", { started_at: "2026-13-41T99:00:00Z" }),
    ["error TIME_INVALID /node_states/N-001/started_at"],
  ],
  [
    "a gate left out",
    (state) => state.execution_plan.splice(3, 1),
    ["warning PLAN_ILLEGAL /execution_plan"],
  ],
  [
    "a snapshot is missing",
    node("CP-02", { status: "completed", saved_at: "2026-03-17T15:00:00Z" }),
    [
      "warning PLAN_HOLED /node_states/CP-02/status",
      "warning SNAPSHOT_MISSING /node_states/CP-02/status",
    ],
  ],
];
for (const [what, by, expected] of rows)
  test(`${what}: ${expected.join(", ")}`, () => assert.deepEqual(judge(by), expected));

test("the template: missing, broken, or pinned with findings of its own", () => {
  const { [outside]: _, ...rest } = folder();
  assert.deepEqual(short(check(rest)), ["warning TEMPLATE_MISSING /template_path"]);
  assert.deepEqual(short(check({ ...rest, [outside]: "{" })), [
    "warning TEMPLATE_MISSING /template_path",
  ]);
  const bad = templateText({ ...seedTemplate(), edges: [{ from: "N-001", to: "N-001" }] });
  assert.ok(
    short(check({ ...rest, "artifacts/template.json": bad })).some((one) =>
      one.startsWith("error EDGE_SELF"),
    ),
  );
});

test("a folder whose snapshots are broken or foreign", () => {
  const foreign = json({ ...snapshot(), session_id: "WFR-other-20260101-000000" });
  assert.deepEqual(
    judge(() => null, { "checkpoints/CP-01.json": foreign }),
    ["error SESSION_FOREIGN /session_id"],
  );
  assert.ok(judge(() => null, { "checkpoints/CP-01.json": "{" }).includes("error FILE_BROKEN "));
});

test("one file alone: state, snapshot, template, index, and what can't be read by its name", () => {
  assert.deepEqual(
    short(check({ "WFR-x/session-state.json": json({ ...example(), status: "x" }) })),
    ["error VALUE_UNKNOWN /status"],
  );
  assert.deepEqual(short(check({ "checkpoints/CP-02.json": json(snapshot()) })), [
    "error NODE_UNKNOWN /checkpoint_id",
  ]);
  assert.deepEqual(check({ "templates/a.json": templateText(seedTemplate()) }), []);
  assert.ok(
    short(check({ "any/a.json": templateText({ ...seedTemplate(), nodes: [] }) })).some((one) =>
      one.includes("NODES_EMPTY"),
    ),
  );
  const entry = {
    template_id: "wft-a-20260101",
    name: "a",
    path: "a.json",
    tags: [],
    created_at: null,
    node_count: 1,
  };
  assert.deepEqual(
    short(
      check({
        "templates/index.json": json({
          templates: [entry, { ...entry, node_count: "1", name: undefined }],
        }),
      }),
    ),
    ["error KEY_MISSING /templates/1", "error TYPE_WRONG /templates/1/node_count"],
  );
  for (const name of [
    "x/session-state.json",
    "checkpoints/CP-01.json",
    "templates/a.json",
    "templates/index.json",
  ])
    assert.deepEqual(short(check({ [name]: "{" })), ["error FILE_BROKEN "], name);
  for (const [name, text] of [
    ["x/a.json", "{"],
    ["x/a.json", "{}"],
    ["x/a.md", "# a"],
  ])
    assert.equal(check({ [name ?? ""]: text ?? "" }), null);
});

test("a folder of templates is judged one by one", () => {
  const bad = templateText({ ...seedTemplate(), nodes: [] });
  const findings = check({
    "a.json": templateText(seedTemplate()),
    "b.json": bad,
    "index.json": json({ templates: [] }),
    "x.md": "",
  });
  assert.deepEqual([...new Set((findings ?? []).map(({ path }) => path))], ["b.json"]);
  assert.equal(check({ "x.md": "" }), null);
});
