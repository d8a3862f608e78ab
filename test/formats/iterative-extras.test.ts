// Tests of unknown text and keys in iterative's files: preserved at their place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../src/protocols/iterative/files.ts";
import { readBrief } from "../../src/protocols/iterative/markdown/brief.ts";
import { readContext } from "../../src/protocols/iterative/markdown/context.ts";
import { extrasOf, type Unknown } from "../../src/protocols/iterative/markdown/document.ts";
import { readGuardrails } from "../../src/protocols/iterative/markdown/guardrails.ts";
import { readPlan } from "../../src/protocols/iterative/markdown/plan.ts";
import type { State } from "../../src/protocols/iterative/state.ts";
import { adoptedState, foundUnit } from "../fixtures/iterative-state.ts";

type Reader = (text: string) => { readonly unknown: readonly Unknown[] };
const readers: Readonly<Record<string, Reader>> = {
  "brief.md": readBrief,
  "tasks.md": readPlan,
  "context.md": readContext,
  "guardrails.md": readGuardrails,
};

const state = adoptedState({
  brief: {
    title: "Login",
    domain: "bug",
    outcome: "o",
    done_when: ["d"],
    constraints: [],
    notes: "n",
  },
  context: { goal: "g", approach: "a", key_files: [], patterns: ["p"], signals: {}, whole: null },
  guardrails: [
    { name: "Locks", when: "w", problem: "p", solution: "s", learned: "T1 iteration 1" },
  ],
  units: [foundUnit("T1", { criteria: ["a", "b"] }), foundUnit("T2", { depends: ["T1"] })],
});

const rows: readonly (readonly [
  file: string,
  after: string,
  block: string,
  kind: string,
  anchor: string,
])[] = [
  ["brief.md", "**Mode:** development\n", "**Owner:** Ann\n", "label", "Mode"],
  ["brief.md", "**Domain:** bug\n", "\nA word before.\nOf two lines.\n", "text", "Domain"],
  [
    "brief.md",
    "- d\n",
    "\n## Risks\n\n- [x] **T1**: forged?\n\n### Deep\nmore\n",
    "section",
    "## Done When",
  ],
  ["brief.md", "- None\n", "\nOnly a remark.\n", "text", "## Constraints"],
  ["tasks.md", "  - Files: none\n", "  - Owner: Ann\n    and Bob\n", "bullet", "T1/Files"],
  ["tasks.md", "Title of T2\n", "  - First of all\n", "bullet", "T2"],
  ["tasks.md", "## Tasks\n", "\nRead them all.\n", "text", "## Tasks"],
  ["tasks.md", "  - Model: sonnet\n", "\nBetween two units.\n", "text", "T1/Model"],
  [
    "tasks.md",
    "T1 → T2 (sequential)\n",
    "\n## Budget\nnone at all, or much\n",
    "section",
    "## Dependencies",
  ],
  ["context.md", "**Goal:** g\n", "\n**Team:** us\n", "label", "Goal"],
  ["context.md", "- p\n", "\nAnd a thought.\n", "text", "Patterns to follow"],
  ["guardrails.md", "- **When**: w\n", "- **Severity**: high\n", "bullet", "## Locks/When"],
  ["guardrails.md", "discovered.\n", "\nOurs are below.\n", "text", "instruction"],
];
for (const [file, after, block, kind, anchor] of rows)
  test(`${file}: a ${kind} behind ${anchor}`, () => {
    const read = readers[file];
    const own = write(state, [])[file] ?? "";
    assert.ok(read !== undefined && own.includes(after), own);
    const edited = own.replace(after, `${after}${block}`);
    const { unknown } = read(edited);
    assert.deepEqual(
      unknown.map((one) => [
        one.kind,
        one.anchor,
        one.text.trim(),
        edited.startsWith(one.text, one.at),
      ]),
      [[kind, anchor, block.trim(), true]],
    );
    const kept: State = {
      ...state,
      extras: extrasOf(unknown).map((extra) => ({ file, ...extra })),
    };
    const written = write(kept, [])[file] ?? "";
    assert.deepEqual(extrasOf(read(written).unknown), extrasOf(unknown));
    assert.equal(
      write(
        { ...state, extras: extrasOf(read(written).unknown).map((extra) => ({ file, ...extra })) },
        [],
      )[file],
      written,
    );
    const known = (text: string): readonly string[] =>
      text.split("\n").filter((line) => line.trim() !== "");
    assert.deepEqual(
      known(written).filter((line) => !known(block).includes(line)),
      known(own),
    );
  });

test("an unknown section whose anchor is gone comes last, a bullet goes with its unit", () => {
  const extras: State["extras"] = [
    {
      file: "tasks.md",
      pointer: "T9/Model",
      entries: [
        ["text", "Remember me."],
        ["bullet", "  - Owner: Ann"],
      ],
    },
  ];
  const text = write({ ...state, extras }, [])["tasks.md"] ?? "";
  assert.ok(text.endsWith("\n\nRemember me.\n"), text);
  assert.ok(!text.includes("Owner"));
});

test("unknown keys of state.json stand behind the known ones of their object", () => {
  const extras: State["extras"] = [
    {
      file: "state.json",
      pointer: "",
      entries: [
        ["10", "1"],
        ["x", '{ "b": 1, "a": 2 }'],
        ["mode", '"play"'],
      ],
    },
    { file: "state.json", pointer: "/tasks/T2", entries: [["owner", '"ann"']] },
  ];
  const text = write({ ...state, extras }, [])["state.json"] ?? "";
  assert.match(text, /"commits": \[\],\n {2}"10": 1,\n {2}"x": \{ "b": 1, "a": 2 \}\n\}\n$/u);
  assert.match(text, /"max_iterations": 5,\n {6}"owner": "ann"\n/u);
  assert.equal(JSON.parse(text).mode, "development");
});
