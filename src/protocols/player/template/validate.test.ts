// Table of template validation: each change of a sound template, its findings with their places, and their hints.
import assert from "node:assert/strict";
import { test } from "node:test";
import { edited, type Row } from "../../../../test/fixtures/edit-table.ts";
import {
  type Loose,
  seedTemplate,
  templateText,
} from "../../../../test/fixtures/player-template.ts";
import type { Finding } from "../../../core/run-files.ts";
import { validate } from "./validate.ts";

const seed = templateText(seedTemplate());
const judged = (where: string, value: Row[1]): readonly [string, readonly Finding[]] => {
  const text = edited("a.json", seed, [where, value, ""]);
  return [text, validate(text, "a.json")];
};

const args = "/nodes/2/args_template";
/** Arguments of the second node: what a field refers to is the first one's. */
const says = (text: string): string => `{N-001.session_id} ${text}`;
const nodeOf = (t: Loose, id: string): Loose => t["nodes"].find((one: Loose) => one["id"] === id);
const edges = (t: Loose, ...more: readonly (readonly [string, string])[]): void =>
  t["edges"].push(...more.map(([from, to]) => ({ from, to })));
const edge = (from: string, to: string) => ({ from, to });
const strange = { atomic_groups: [{ name: "a", nodes: ["N-001", "N-007"], description: "" }] };
const unused = "CONTEXT_UNUSED /context_schema";
const writes = { type: "cli", cli_tool: "qwen", cli_mode: "write" };

/** Where · what stands there then · findings, each `CODE pointer` · what stands at the first one's place. */
type Case = readonly [where: string, value: Row[1], findings: string, stands?: string];
const errors: readonly Case[] = [
  ["/template_id", undefined, "KEY_MISSING ", "{"],
  [
    "",
    { context_schema: undefined, nodes: { 0: { args_template: "" }, 5: { args_template: "" } } },
    "KEY_MISSING ",
  ],
  ["", { nodes: undefined, checkpoints: undefined, metadata: undefined }, "KEY_MISSING "],
  ["/nodes/0/executor", undefined, "KEY_MISSING /nodes/0", "{"],
  ["/nodes/0/args_template", undefined, `${unused}/goal, KEY_MISSING /nodes/0`],
  ["/nodes/5/cli_tool", undefined, "KEY_MISSING /nodes/5"],
  ["/nodes/6/args_template", 3, "TYPE_WRONG /nodes/6/args_template", "3"],
  ["/tags", "x", "TYPE_WRONG /tags", '"x"'],
  ["/nodes/-", "x", "TYPE_WRONG /nodes/7", '"x"'],
  ["/edges/-", ["N-001", "N-004"], "TYPE_WRONG /edges/7", "["],
  ["/context_schema/goal/required", "yes", "TYPE_WRONG /context_schema/goal/required"],
  ["/nodes/6/on_fail", "ignore", "VALUE_UNKNOWN /nodes/6/on_fail", '"ignore"'],
  ["/nodes/6/type", "robot", "VALUE_UNKNOWN /nodes/6/type"],
  ["/nodes/5/cli_mode", "read", "VALUE_UNKNOWN /nodes/5/cli_mode"],
  ["/nodes/1/save_fields", ["session_id", "all"], "VALUE_UNKNOWN /nodes/1/save_fields/1", '"all"'],
  ["/context_schema/goal/type", "int", "VALUE_UNKNOWN /context_schema/goal/type"],
  [
    "",
    { nodes: { 6: { id: "N 4" } }, edges: { 5: { to: "N 4" }, 6: { to: "N 4" } } },
    "ID_MALFORMED /nodes/6/id",
    '"N 4"',
  ],
  [
    "",
    {
      nodes: { 2: { args_template: says("") }, 5: { id: "n-003A" }, 6: { args_template: "" } },
      edges: { 4: { to: "n-003A" }, 6: { from: "n-003A" } },
    },
    "ID_DUPLICATE /nodes/5/id",
    '"n-003A"',
  ],
  [
    "",
    (t: Loose) => void t["nodes"].push({ ...nodeOf(t, "CP-01") }),
    "ID_DUPLICATE /nodes/7/id, COUNT_WRONG /metadata/checkpoint_count",
  ],
  [
    "",
    (t: Loose) => {
      const bare = { edges: [], checkpoints: ["CP-01"], context_schema: {}, metadata: {} };
      return { ...t, ...bare, nodes: [nodeOf(t, "CP-01")] };
    },
    "NODES_EMPTY /nodes",
    "[",
  ],
  ["/nodes/0/executor", "--help", "EXECUTOR_MALFORMED /nodes/0/executor", '"--help"'],
  ["/nodes/0/executor", "", "EXECUTOR_MALFORMED /nodes/0/executor"],
  ["/nodes/5/cli_tool", "gemini cli", "EXECUTOR_MALFORMED /nodes/5/cli_tool"],
  ["/edges/-", edge("N-004", "N-005"), "EDGE_UNKNOWN /edges/7/to", '"N-005"'],
  ["/edges/-", edge("N-004", "N-004"), "EDGE_SELF /edges/7/to"],
  ["/edges/-", edge("N-004", "N-002"), "GRAPH_CYCLIC /edges/7", "{"],
  [
    "",
    (t: Loose) => void t["nodes"].push({ ...nodeOf(t, "N-001"), id: "N-005" }),
    "NODE_ORPHANED /nodes/7/id, COUNT_WRONG /metadata/node_count",
    '"N-005"',
  ],
  ["/edges/-", edge("N-003a", "N-003b"), "GROUP_LINKED /nodes/5/parallel_group", '"review"'],
  [
    "",
    (t: Loose) => {
      Object.assign(nodeOf(t, "N-001"), { parallel_group: "out" });
      Object.assign(nodeOf(t, "N-004"), { parallel_group: "out", args_template: "" });
      Object.assign(nodeOf(t, "N-002"), { args_template: "" });
      t["edges"].splice(0, 1);
      t["edges"].splice(4, 1);
      edges(t, ["N-001", "N-003a"]);
    },
    "GROUP_CROSSED /nodes/0/parallel_group, GROUP_CROSSED /nodes/4/parallel_group",
  ],
  ["/nodes/3/parallel_group", "review", "GROUP_GATED /nodes/3/parallel_group"],
  ["/checkpoints/-", "N-001", "CHECKPOINT_MISSING /checkpoints/2", '"N-001"'],
  [args, says("{gaol}"), `REF_UNKNOWN ${args}`, "{gaol}"],
  [args, says("{N-009.output}"), `REF_UNKNOWN ${args}`, "{N-009.output}"],
  [args, says("{N-001.result}"), `REF_FIELD_UNKNOWN ${args}`, "{N-001.result}"],
  [args, says("{N-001.artifacts}"), `REF_FIELD_UNKNOWN ${args}`],
  [args, says("{prev_result}"), `REF_FIELD_UNKNOWN ${args}`],
  [args, says("{N-001}"), `REF_FIELD_UNKNOWN ${args}`, "{N-001}"],
  [args, says("{CP-01.session_id}"), `REF_POINTLESS ${args}`],
  [args, says("{N-004.output}"), `REF_FORWARD ${args}`, "{N-004.output}"],
  [args, says("{N-002.output}"), `REF_FORWARD ${args}`],
  [
    "/nodes/0/args_template",
    "{goal}{prev_output}",
    "REF_ROOTLESS /nodes/0/args_template",
    "{prev_output}",
  ],
  [
    "/context_schema/prev_x",
    {},
    `CONTEXT_NAME_WRONG /context_schema/prev_x, ${unused}/prev_x`,
    '"prev_x"',
  ],
  // No object can hold such a member, so its value would be lost silently.
  [
    "/context_schema",
    (given: Loose) => Object.defineProperty(given, "__proto__", { value: {}, enumerable: true }),
    `CONTEXT_NAME_WRONG /context_schema/__proto__, ${unused}/__proto__`,
    '"__proto__"',
  ],
  [
    "/context_schema/scope/default",
    true,
    "CONTEXT_DEFAULT_WRONG /context_schema/scope/default",
    "true",
  ],
];
const warnings: readonly Case[] = [
  ["/nodes/0/cli_tool", "qwen", "KEY_STRAY /nodes/0/cli_tool", '"cli_tool"'],
  ["/nodes/1/on_fail", "skip", "KEY_STRAY /nodes/1/on_fail", '"on_fail"'],
  [
    "/nodes/0",
    { on_fail: undefined, on_fial: "skip" },
    "KEY_SUSPECT /nodes/0/on_fial",
    '"on_fial"',
  ],
  [
    "",
    { nodes: { 6: { id: "last" } }, edges: { 5: { to: "last" }, 6: { to: "last" } } },
    "ID_ODD /nodes/6/id",
    '"last"',
  ],
  ["/template_id", "mine", "ID_ODD /template_id", '"mine"'],
  ["/nodes/5/cli_tool", "mytool", "TOOL_ODD /nodes/5/cli_tool", '"mytool"'],
  ["/edges/-", edge("N-001", "CP-01"), "EDGE_DUPLICATE /edges/7/to", '"CP-01"'],
  [
    "",
    (t: Loose) => {
      t["nodes"].push({ ...nodeOf(t, "N-001"), id: "N-005" });
      edges(t, ["N-005", "N-004"]);
      t["metadata"] = {};
    },
    "GRAPH_FORKED /nodes/7/id",
    '"N-005"',
  ],
  ["/nodes/6/parallel_group", "last", "GROUP_SINGLE /nodes/6/parallel_group", '"last"'],
  [
    "/nodes",
    { 4: writes, 5: { cli_mode: "write" } },
    "GROUP_WRITING /nodes/5/parallel_group",
    '"review"',
  ],
  ["/checkpoints", ["CP-01"], "CHECKPOINT_UNLISTED /nodes/3/id", '"CP-02"'],
  [
    "/nodes/6/args_template",
    "{prev_output}",
    "REF_AMBIGUOUS /nodes/6/args_template",
    "{prev_output}",
  ],
  ["/context_schema/unit", {}, `${unused}/unit`, '"unit"'],
  ["", strange, "ATOMIC_UNKNOWN /atomic_groups/0/nodes/1", '"N-007"'],
  ["/execution_mode", "parallel", "MODE_ODD /execution_mode", '"parallel"'],
  ["/metadata/node_count", 9, "COUNT_WRONG /metadata/node_count", "9"],
  ["/description", "é".repeat(121), "TEXT_LONG /description", '"'],
  ["/version", "2.0", "VERSION_ODD /version", '"2.0"'],
];
const braces = '{N-001.artifacts[2]} {N-001.output} {{gaol}} {"a": {"b": 1}} { goal } {a-b}';
const sound: readonly Case[] = [
  ["", (t: Loose) => t, ""],
  ["", { x_owner: "ana", "/~": 1, nodes: { 0: { x: 1, on_fial: 1 } } }, ""],
  [args, "{prev_session_id}", ""],
  [args, says(`{N-001.output_path} ${braces}`), ""],
  ["/context_schema/scope", { type: "boolean", default: false }, ""],
  ["/description", "😀".repeat(120), ""],
  [
    "",
    (t: Loose) => {
      const both = ["N-003a", "N-003b"].map((id) => nodeOf(t, id));
      const nodes = both.map((one) => ({ ...one, args_template: "{goal} {scope}" }));
      return { ...t, nodes, edges: [], checkpoints: [], metadata: {} };
    },
    "",
  ],
];

for (const [severity, cases] of Object.entries({ error: errors, warning: warnings, none: sound }))
  test(`a template's findings: ${severity}`, () => {
    const came: unknown[] = [];
    for (const [where, value, , stands = ""] of cases) {
      const [text, findings] = judged(where, value);
      came.push([where, findings.map(({ code, pointer }) => `${code} ${pointer}`).join(", ")]);
      const [first] = findings;
      if (first === undefined) continue;
      const there = text.split("\n")[first.line - 1]?.slice(first.column - 1) ?? "";
      assert.ok(there.startsWith(stands), `${first.line}:${first.column} ${there}`);
      assert.equal(
        findings.some((one) => one.severity === "error"),
        severity === "error",
      );
    }
    assert.deepEqual(
      came,
      cases.map(([where, , findings]) => [where, findings]),
    );
  });

test("the seed's template is sound without its optional keys, too", () => {
  const template = seedTemplate();
  const kept = ["template_id", "context_schema", "nodes", "edges"];
  for (const key of Object.keys(template)) if (!kept.includes(key)) delete template[key];
  const needed = ["id", "type", "args_template", "executor", "cli_tool", "parallel_group"];
  for (const node of template["nodes"]) {
    for (const key of Object.keys(node)) if (!needed.includes(key)) delete node[key];
    if (node["parallel_group"] === null) delete node["parallel_group"];
    if (node["type"] === "cli") delete node["executor"];
  }
  assert.deepEqual(validate(templateText(template), "a.json"), []);
});

const hints: readonly (readonly [where: string, value: Row[1], said: string])[] = [
  ["/nodes/6/on_fail", "ignore", '"ignore" is none of abort, skip, retry.'],
  ["/nodes/6/on_fail", "skpi", '"skpi" is none of abort, skip, retry. Did you mean skip?'],
  [
    args,
    says("{N-004.session_id}"),
    "{N-004.session_id}: N-004 does not come before N-002. Add an edge, or refer to N-001.",
  ],
  [
    args,
    says("{gaol}"),
    "{gaol}: there is no variable gaol. Did you mean {goal}? Declare it in context_schema, or write {{gaol}} for the braces themselves.",
  ],
  [
    args,
    says("{return}"),
    "{return}: there is no variable return. Declare it in context_schema, or write {{return}} for the braces themselves.",
  ],
  [
    args,
    says("{N-0001.output}"),
    '{N-0001.output}: there is no node "N-0001". Did you mean {N-001.output}? {{…}} gives the braces themselves.',
  ],
  [
    args,
    says("{N-001.result}"),
    "{N-001.result}: N-001 has no such field. It has .session_id, .output_path, .artifacts[0], .output.",
  ],
  [
    "/edges/-",
    edge("N-004", "N-002"),
    "A ring: N-002 → CP-02 → N-003a → N-004 → N-002. Take out one of its edges.",
  ],
  ["/checkpoints/-", "CP-03", 'There is no checkpoint node "CP-03". Did you mean CP-01?'],
  [
    "/nodes/6/args_template",
    "{prev_output}",
    "{prev_output}: N-003a, N-003b come before N-004; the last of them is meant. Name it: {N-003b.output}.",
  ],
];
test("a finding says what would fit: the near name, the choices, the edge that is missing", () => {
  for (const [where, value, said] of hints) {
    const [, findings] = judged(where, value);
    assert.deepEqual(
      findings.map(({ message, hint = "" }) => `${message} ${hint}`.trim()),
      [said],
    );
  }
});
