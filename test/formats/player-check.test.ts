// Tests of `check` on player folders: each fault with its place, no finding in sound ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../src/core/run-files.ts";
import { edited } from "../fixtures/edit-table.ts";
import { check } from "../../src/protocols/player/check/check.ts";
import { desk, play, start } from "../fixtures/player-desk.ts";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";
import { example, folder, json, outside, snapshot } from "./player-folders.ts";

const short = (findings: readonly Finding[] | null): readonly string[] =>
  (findings ?? []).map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
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

const nodes = "/node_states";
const rows: readonly (readonly [where: string, value: unknown, ...findings: string[]])[] = [
  ["/template_id", undefined, "error KEY_MISSING "],
  [`${nodes}/N-001/artifacts`, () => ({}), `error TYPE_WRONG ${nodes}/N-001/artifacts`],
  ["/status", "resting", "error VALUE_UNKNOWN /status"],
  [`${nodes}/N-002/status`, "napping", `error VALUE_UNKNOWN ${nodes}/N-002/status`],
  [`${nodes}/N-004`, undefined, "error NODE_UNKNOWN /execution_plan/5"],
  ["/current_node", "N-9", "error NODE_UNKNOWN /current_node"],
  [
    "/last_checkpoint",
    "CP-9",
    "error NODE_UNKNOWN /last_checkpoint",
    "warning SNAPSHOT_MISSING /last_checkpoint",
  ],
  ["/status", "active", "warning VALUE_ALIASED /status"],
  [`${nodes}/N-004/status`, "completed", `warning PLAN_HOLED ${nodes}/N-004/status`],
  ["/status", "completed", "warning STATUS_OVERSTATED /status"],
  [
    `${nodes}/N-001/completed_at`,
    "2026-03-17T14:00:00Z",
    `warning TIME_DISORDERED ${nodes}/N-001/completed_at`,
  ],
  [
    `${nodes}/N-001/started_at`,
    "2026-13-41T99:00:00Z",
    `error TIME_INVALID ${nodes}/N-001/started_at`,
  ],
  ["/execution_plan/3", undefined, "warning PLAN_ILLEGAL /execution_plan"],
  [
    `${nodes}/CP-02`,
    { status: "completed", saved_at: "2026-03-17T15:00:00Z" },
    `warning PLAN_HOLED ${nodes}/CP-02/status`,
    `warning SNAPSHOT_MISSING ${nodes}/CP-02/status`,
  ],
];
test("each fault of a session is told with its place", () => {
  const state = json(example());
  const told = rows.map(([where, value]) => [
    where,
    ...short(check(folder(JSON.parse(edited("a.json", state, [where, value, ""]))))),
  ]);
  assert.deepEqual(
    told,
    rows.map(([where, , ...findings]) => [where, ...findings]),
  );
});

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
  assert.deepEqual(short(check(folder(example(), { "checkpoints/CP-01.json": foreign }))), [
    "error SESSION_FOREIGN /session_id",
  ]);
  const broken = check(folder(example(), { "checkpoints/CP-01.json": "{" }));
  assert.ok(short(broken).includes("error FILE_BROKEN "));
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
