// Golden tests of composed player templates, drafts and index entries.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Composing } from "../../src/core/library.ts";
import type { Facts } from "../../src/core/protocol.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import { z } from "zod";
import { library } from "../../src/protocols/player/library.ts";
import { templateSchemas } from "../../src/protocols/player/template/schemas.ts";
import { seedTemplate } from "../fixtures/player-template.ts";
import { below, assertKept } from "./kept.ts";

const facts: Facts = {
  at: "2026-03-10T10:00:00.123Z",
  root: "/shop",
  folder: null,
  repo: null,
  head: null,
  tree: null,
  changed: [],
  files: {},
  outputs: {},
  commits: {},
};
const asked = (
  name: string,
  lines: readonly string[],
  more: Partial<Composing> = {},
): Composing => ({
  name,
  lines,
  draft: null,
  type: null,
  means: null,
  checkpoints: true,
  auto: false,
  ...more,
});

const lists: readonly Composing[] = [
  asked(
    "Feature TDD",
    ["plan", "pause: Show the plan", "execute", "review", "& analyze: security of {scope}"],
    { type: "feature" },
  ),
  asked("Plan execute test", ["plan", "execute", "test"]),
  asked(
    "Everything at once",
    [
      "# every kind of step",
      "brainstorm: ways to {goal}",
      "spec !retry",
      "explore: architecture and patterns",
      '& cli:qwen: list what is "unused"',
      "plan",
      "save",
      "implement !retry",
      "integration-test",
      "& skill:lint-cycle !skip: all",
      "run:ultrawork: {goal}",
      "delegate: write the notes",
    ],
    { means: "One of each", auto: true },
  ),
];

test("lists of steps become the templates, drafts and index entries that were kept", () => {
  for (const one of lists) {
    const made = library.compose(one, facts);
    assert.ok(!isRefusal(made), JSON.stringify(made));
    assert.deepEqual(
      made.findings.filter(({ severity }) => severity === "error"),
      [],
    );
    const shared = made.shared.made(null);
    const files = [made, ...made.beside, { path: made.shared.path, text: shared.text }];
    assertKept(
      `player-compose/${made.slug}`,
      below(
        "root",
        Object.fromEntries(files.map(({ path, text }) => [path.replace(".workflow/", ""), text])),
      ),
    );
  }
});

test("the published schemas take every template that is composed, and the seed's, and refuse one that lost a key", () => {
  const [template, index] = templateSchemas.map(({ schema }) => z.fromJSONSchema(schema()));
  for (const one of lists) {
    const made = library.compose(one, facts);
    assert.ok(!isRefusal(made) && template !== undefined && index !== undefined);
    const value = JSON.parse(made.text);
    assert.deepEqual(template.safeParse(value).error?.issues ?? [], []);
    assert.deepEqual(
      index.safeParse(JSON.parse(made.shared.made(null).text)).error?.issues ?? [],
      [],
    );
    for (const key of ["template_id", "context_schema", "nodes", "edges"])
      assert.equal(template.safeParse({ ...value, [key]: undefined }).success, false, key);
    for (const node of value.nodes) {
      const { type: _, ...untyped } = node;
      assert.equal(template.safeParse({ ...value, nodes: [untyped] }).success, false);
      assert.equal(template.safeParse({ ...value, nodes: [{ ...node, id: "-x" }] }).success, false);
    }
  }
  assert.deepEqual(template?.safeParse(seedTemplate()).error?.issues ?? [], []);
});
