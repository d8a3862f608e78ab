// Tests of template validation: each finding with its place, none for a valid template.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Loose,
  seedTemplate,
  templateText,
} from "../../../../test/fixtures/player-template.ts";
import type { Finding } from "../../../core/dialect.ts";
import { validate } from "./validate.ts";

const texts = ({ code, pointer }: Finding): string => `${code} ${pointer}`;

/** The text at a finding's position. */
const standsAt = (text: string, { line, column }: Finding): string =>
  text.split("\n")[line - 1]?.slice(column - 1) ?? "";

const nodeOf = (template: Loose, id: string): Loose =>
  template["nodes"].find((node: Loose) => node["id"] === id);
const set =
  (id: string, values: Loose) =>
  (template: Loose): void =>
    void Object.assign(nodeOf(template, id), values);
const unset =
  (id: string, key: string) =>
  (template: Loose): void =>
    void delete nodeOf(template, id)[key];
const root =
  (values: Loose) =>
  (template: Loose): void =>
    void Object.assign(template, values);
const edges = (template: Loose, ...more: readonly (readonly [string, string])[]): void =>
  template["edges"].push(...more.map(([from, to]) => ({ from, to })));
const args = (text: string) => set("N-002", { args_template: `{N-001.session_id} ${text}` });

/** Change · expected findings, each `CODE pointer` · text at the first one's position. W: warnings only. */
const table: Readonly<
  Record<string, readonly [(template: Loose) => void, readonly string[], string?, "W"?]>
> = {
  "a missing root key": [(t) => delete t["template_id"], ["KEY_MISSING "], "{"],
  "no context_schema": [
    (t) => (
      delete t["context_schema"],
      set("N-001", { args_template: "" })(t),
      set("N-003b", { args_template: "" })(t)
    ),
    ["KEY_MISSING "],
  ],
  "no nodes": [
    (t) => (delete t["nodes"], delete t["checkpoints"], delete t["metadata"]),
    ["KEY_MISSING "],
  ],
  "an executor missing": [unset("N-001", "executor"), ["KEY_MISSING /nodes/0"], "{"],
  "args missing": [
    unset("N-001", "args_template"),
    ["KEY_MISSING /nodes/0", "CONTEXT_UNUSED /context_schema/goal"].reverse(),
  ],
  "a tool missing": [unset("N-003b", "cli_tool"), ["KEY_MISSING /nodes/5"]],
  "a number as args": [
    set("N-004", { args_template: 3 }),
    ["TYPE_WRONG /nodes/6/args_template"],
    "3",
  ],
  "a text as tags": [root({ tags: "x" }), ["TYPE_WRONG /tags"], '"x"'],
  "a text among nodes": [(t) => t["nodes"].push("x"), ["TYPE_WRONG /nodes/7"], '"x"'],
  "an edge that is a list": [
    (t) => t["edges"].push(["N-001", "N-004"]),
    ["TYPE_WRONG /edges/7"],
    "[",
  ],
  "required as a text": [
    (t) => (t["context_schema"]["goal"]["required"] = "yes"),
    ["TYPE_WRONG /context_schema/goal/required"],
  ],
  "an unknown on_fail": [
    set("N-004", { on_fail: "ignore" }),
    ["VALUE_UNKNOWN /nodes/6/on_fail"],
    '"ignore"',
  ],
  "an unknown type": [set("N-004", { type: "robot" }), ["VALUE_UNKNOWN /nodes/6/type"]],
  "an unknown mode": [set("N-003b", { cli_mode: "read" }), ["VALUE_UNKNOWN /nodes/5/cli_mode"]],
  "an unknown field to save": [
    set("CP-01", { save_fields: ["session_id", "all"] }),
    ["VALUE_UNKNOWN /nodes/1/save_fields/1"],
    '"all"',
  ],
  "an unknown type of a variable": [
    (t) => (t["context_schema"]["goal"]["type"] = "int"),
    ["VALUE_UNKNOWN /context_schema/goal/type"],
  ],
  "a tool on a skill": [
    set("N-001", { cli_tool: "qwen" }),
    ["KEY_STRAY /nodes/0/cli_tool"],
    '"cli_tool"',
    "W",
  ],
  "on_fail on a gate": [
    set("CP-01", { on_fail: "skip" }),
    ["KEY_STRAY /nodes/1/on_fail"],
    '"on_fail"',
    "W",
  ],
  "a misspelt key": [
    (t) => (unset("N-001", "on_fail")(t), set("N-001", { on_fial: "skip" })(t)),
    ["KEY_SUSPECT /nodes/0/on_fial"],
    '"on_fial"',
    "W",
  ],
  "unknown keys": [
    (t) => (root({ x_owner: "ana", "/~": 1 })(t), set("N-001", { x: 1, on_fial: 1 })(t)),
    [],
  ],
  "an id with a blank": [
    (t) => (set("N-004", { id: "N 4" })(t), (t["edges"][5].to = "N 4"), (t["edges"][6].to = "N 4")),
    ["ID_MALFORMED /nodes/6/id"],
    '"N 4"',
  ],
  "an id in other letters": [
    (t) => (
      set("N-003b", { id: "n-003A" })(t),
      (t["edges"][4].to = "n-003A"),
      (t["edges"][6].from = "n-003A"),
      args("")(t),
      set("N-004", { args_template: "" })(t)
    ),
    ["ID_DUPLICATE /nodes/5/id"],
    '"n-003A"',
  ],
  "an id twice": [
    (t) => t["nodes"].push({ ...nodeOf(t, "CP-01") }),
    ["ID_DUPLICATE /nodes/7/id", "COUNT_WRONG /metadata/checkpoint_count"],
  ],
  "an unusual id": [
    (t) => ((nodeOf(t, "N-004")["id"] = "last"), (t["edges"][5].to = t["edges"][6].to = "last")),
    ["ID_ODD /nodes/6/id"],
    '"last"',
    "W",
  ],
  "an unusual template_id": [root({ template_id: "mine" }), ["ID_ODD /template_id"], '"mine"', "W"],
  "no work node": [
    (t) =>
      Object.assign(t, {
        nodes: [nodeOf(t, "CP-01")],
        edges: [],
        checkpoints: ["CP-01"],
        context_schema: {},
        metadata: {},
      }),
    ["NODES_EMPTY /nodes"],
    "[",
  ],
  "an executor like an option": [
    set("N-001", { executor: "--help" }),
    ["EXECUTOR_MALFORMED /nodes/0/executor"],
    '"--help"',
  ],
  "an empty executor": [set("N-001", { executor: "" }), ["EXECUTOR_MALFORMED /nodes/0/executor"]],
  "a tool with a blank": [
    set("N-003b", { cli_tool: "gemini cli" }),
    ["EXECUTOR_MALFORMED /nodes/5/cli_tool"],
  ],
  "a tool of one's own": [
    set("N-003b", { cli_tool: "mytool" }),
    ["TOOL_ODD /nodes/5/cli_tool"],
    '"mytool"',
    "W",
  ],
  "an edge to nowhere": [
    (t) => edges(t, ["N-004", "N-005"]),
    ["EDGE_UNKNOWN /edges/7/to"],
    '"N-005"',
  ],
  "an edge to itself": [(t) => edges(t, ["N-004", "N-004"]), ["EDGE_SELF /edges/7/to"]],
  "an edge twice": [
    (t) => edges(t, ["N-001", "CP-01"]),
    ["EDGE_DUPLICATE /edges/7/to"],
    '"CP-01"',
    "W",
  ],
  "a ring": [(t) => edges(t, ["N-004", "N-002"]), ["GRAPH_CYCLIC /edges/7"], "{"],
  "a node without edges": [
    (t) => t["nodes"].push({ ...nodeOf(t, "N-001"), id: "N-005" }),
    ["NODE_ORPHANED /nodes/7/id", "COUNT_WRONG /metadata/node_count"],
    '"N-005"',
  ],
  "a group and nothing else": [
    (t) => {
      t["nodes"] = ["N-003a", "N-003b"]
        .map((id) => nodeOf(t, id))
        .map((node: Loose) => ({ ...node, args_template: "{goal} {scope}" }));
      Object.assign(t, { edges: [], checkpoints: [], metadata: {} });
    },
    [],
  ],
  "two starts": [
    (t) => (
      t["nodes"].push({ ...nodeOf(t, "N-001"), id: "N-005" }),
      edges(t, ["N-005", "N-004"]),
      (t["metadata"] = {})
    ),
    ["GRAPH_FORKED /nodes/7/id"],
    '"N-005"',
    "W",
  ],
  "a group whose members wait": [
    (t) => edges(t, ["N-003a", "N-003b"]),
    ["GROUP_LINKED /nodes/5/parallel_group"],
    '"review"',
  ],
  "groups that cross": [
    (t) => (
      set("N-001", { parallel_group: "out" })(t),
      set("N-004", { parallel_group: "out", args_template: "" })(t),
      set("N-002", { args_template: "" })(t),
      t["edges"].splice(0, 1),
      t["edges"].splice(4, 1),
      edges(t, ["N-001", "N-003a"])
    ),
    ["GROUP_CROSSED /nodes/0/parallel_group", "GROUP_CROSSED /nodes/4/parallel_group"],
  ],
  "a gate in a group": [
    set("CP-02", { parallel_group: "review" }),
    ["GROUP_GATED /nodes/3/parallel_group"],
  ],
  "a group of one": [
    set("N-004", { parallel_group: "last" }),
    ["GROUP_SINGLE /nodes/6/parallel_group"],
    '"last"',
    "W",
  ],
  "two writers": [
    (t) => (
      set("N-003b", { cli_mode: "write" })(t),
      Object.assign(nodeOf(t, "N-003a"), { type: "cli", cli_tool: "qwen", cli_mode: "write" })
    ),
    ["GROUP_WRITING /nodes/5/parallel_group"],
    '"review"',
    "W",
  ],
  "a gate that is none": [
    root({ checkpoints: ["CP-01", "CP-02", "N-001"] }),
    ["CHECKPOINT_MISSING /checkpoints/2"],
    '"N-001"',
  ],
  "a gate that is not listed": [
    root({ checkpoints: ["CP-01"] }),
    ["CHECKPOINT_UNLISTED /nodes/3/id"],
    '"CP-02"',
    "W",
  ],
  "an unknown variable": [args("{gaol}"), ["REF_UNKNOWN /nodes/2/args_template"], "{gaol}"],
  "an unknown node": [
    args("{N-009.output}"),
    ["REF_UNKNOWN /nodes/2/args_template"],
    "{N-009.output}",
  ],
  "an unknown field": [
    args("{N-001.result}"),
    ["REF_FIELD_UNKNOWN /nodes/2/args_template"],
    "{N-001.result}",
  ],
  "artifacts without a number": [
    args("{N-001.artifacts}"),
    ["REF_FIELD_UNKNOWN /nodes/2/args_template"],
  ],
  "a field of prev that is none": [
    args("{prev_result}"),
    ["REF_FIELD_UNKNOWN /nodes/2/args_template"],
  ],
  "a node without a field": [
    args("{N-001}"),
    ["REF_FIELD_UNKNOWN /nodes/2/args_template"],
    "{N-001}",
  ],
  "a reference to a gate": [args("{CP-01.session_id}"), ["REF_POINTLESS /nodes/2/args_template"]],
  "a reference to what comes later": [
    args("{N-004.output}"),
    ["REF_FORWARD /nodes/2/args_template"],
    "{N-004.output}",
  ],
  "a reference to itself": [args("{N-002.output}"), ["REF_FORWARD /nodes/2/args_template"]],
  "prev at the beginning": [
    set("N-001", { args_template: "{goal}{prev_output}" }),
    ["REF_ROOTLESS /nodes/0/args_template"],
    "{prev_output}",
  ],
  "prev after a fan-in": [
    set("N-004", { args_template: "{prev_output}" }),
    ["REF_AMBIGUOUS /nodes/6/args_template"],
    "{prev_output}",
    "W",
  ],
  "prev through a gate": [set("N-002", { args_template: "{prev_session_id}" }), []],
  "all fields, and literal braces": [
    args(
      '{N-001.output_path} {N-001.artifacts[2]} {N-001.output} {{gaol}} {"a": {"b": 1}} { goal } {a-b}',
    ),
    [],
  ],
  "a variable called prev_x": [
    (t) => (t["context_schema"]["prev_x"] = {}),
    ["CONTEXT_NAME_WRONG /context_schema/prev_x", "CONTEXT_UNUSED /context_schema/prev_x"],
    '"prev_x"',
  ],
  // No object can hold such a member, so its value would be lost silently.
  "a variable called __proto__": [
    (t) => Object.defineProperty(t["context_schema"], "__proto__", { value: {}, enumerable: true }),
    ["CONTEXT_NAME_WRONG /context_schema/__proto__", "CONTEXT_UNUSED /context_schema/__proto__"],
    '"__proto__"',
  ],
  "a default of another type": [
    (t) => (t["context_schema"]["scope"]["default"] = true),
    ["CONTEXT_DEFAULT_WRONG /context_schema/scope/default"],
    "true",
  ],
  "a boolean's default": [
    (t) => Object.assign(t["context_schema"]["scope"], { type: "boolean", default: false }),
    [],
  ],
  "a variable that nobody asks for": [
    (t) => (t["context_schema"]["unit"] = {}),
    ["CONTEXT_UNUSED /context_schema/unit"],
    '"unit"',
    "W",
  ],
  "an atomic group with a stranger": [
    root({ atomic_groups: [{ name: "a", nodes: ["N-001", "N-007"], description: "" }] }),
    ["ATOMIC_UNKNOWN /atomic_groups/0/nodes/1"],
    '"N-007"',
    "W",
  ],
  "another mode": [
    root({ execution_mode: "parallel" }),
    ["MODE_ODD /execution_mode"],
    '"parallel"',
    "W",
  ],
  "a wrong count": [
    (t) => (t["metadata"]["node_count"] = 9),
    ["COUNT_WRONG /metadata/node_count"],
    "9",
    "W",
  ],
  "a long description": [
    root({ description: "é".repeat(121) }),
    ["TEXT_LONG /description"],
    '"',
    "W",
  ],
  "a description of 120": [root({ description: "😀".repeat(120) }), []],
  "another version": [root({ version: "2.0" }), ["VERSION_ODD /version"], '"2.0"', "W"],
};

test("the seed's template is without fault, and without its optional keys too", () => {
  const template = seedTemplate();
  assert.deepEqual(validate(templateText(template), "a.json"), []);
  for (const key of [
    "name",
    "description",
    "version",
    "created_at",
    "source_session",
    "tags",
    "checkpoints",
    "atomic_groups",
    "execution_mode",
    "metadata",
  ])
    delete template[key];
  for (const node of template["nodes"]) {
    for (const key of [
      "name",
      "description",
      "auto_continue",
      "save_fields",
      "input_ports",
      "output_ports",
      "on_fail",
      "cli_mode",
      "cli_rule",
      "run_in_background",
    ])
      delete node[key];
    if (node["parallel_group"] === null) delete node["parallel_group"];
    if (node["type"] === "cli") delete node["executor"];
  }
  assert.deepEqual(validate(templateText(template), "a.json"), []);
});

for (const [name, [change, expected, stands, only]] of Object.entries(table))
  test(`validate: ${name}`, () => {
    const template = seedTemplate();
    change(template);
    const text = templateText(template);
    const findings = validate(text, "a.json");
    assert.deepEqual(findings.map(texts), expected);
    const [first] = findings;
    if (first === undefined) return;
    assert.ok(
      standsAt(text, first).startsWith(stands ?? ""),
      `${first.line}:${first.column} ${standsAt(text, first)}`,
    );
    assert.equal(
      findings.every(({ severity }) => severity === "warning"),
      only === "W",
    );
    for (const { message, hint } of findings)
      assert.ok(!/undefined|NaN/.test(`${message}${hint ?? ""}`), `${message} ${hint}`);
  });
