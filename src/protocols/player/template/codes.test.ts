// Test of completeness: every finding code of templates is listed and has a test.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** Codes of section 2.3, in its order. */
const codes: readonly string[] = `
  FILE_BROKEN FIELD_OVERSIZED KEY_DUPLICATE KEY_MISSING TYPE_WRONG VALUE_UNKNOWN KEY_STRAY KEY_SUSPECT ID_MALFORMED ID_DUPLICATE ID_ODD
  NODES_EMPTY NODES_MANY EXECUTOR_MALFORMED TOOL_ODD EDGE_UNKNOWN EDGE_SELF EDGE_DUPLICATE GRAPH_CYCLIC NODE_ORPHANED GRAPH_FORKED
  GROUP_LINKED GROUP_CROSSED GROUP_GATED GROUP_SINGLE GROUP_WRITING CHECKPOINT_MISSING CHECKPOINT_UNLISTED
  REF_UNKNOWN REF_FIELD_UNKNOWN REF_POINTLESS REF_FORWARD REF_ROOTLESS REF_AMBIGUOUS CONTEXT_NAME_WRONG CONTEXT_DEFAULT_WRONG
  CONTEXT_UNUSED ATOMIC_UNKNOWN MODE_ODD COUNT_WRONG TEXT_LONG VERSION_ODD`
  .trim()
  .split(/\s+/u);

const textsIn = (folder: string, isWanted: (name: string) => boolean): string =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => name.endsWith(".ts") && isWanted(name))
    .map((name) => readFileSync(join(import.meta.dirname, folder, name), "utf8"))
    .join("\n");

test("every code of a finding has a test that expects it", () => {
  const tests = textsIn(".", (name) => name.endsWith(".test.ts") && name !== "codes.test.ts");
  // Tests write an expected finding as `CODE /pointer`, or as the code alone.
  assert.deepEqual(
    codes.filter((code) => !new RegExp(`["'\`]${code}(?: [/"']|["'\`])`, "u").test(tests)),
    [],
  );
});

test("rules tell no finding that the list doesn't have", () => {
  const isRule = (name: string): boolean => !name.endsWith(".test.ts");
  const rules = [
    textsIn("rules", isRule),
    textsIn("read", isRule),
    textsIn(".", (name) => name === "validate.ts"),
  ].join("\n");
  const told = [...rules.matchAll(/"([A-Z]+(?:_[A-Z]+)+)"/gu)].map(([, code = ""]) => code);
  assert.deepEqual(
    [...new Set(told)].filter((code) => !codes.includes(code)),
    [],
  );
});
