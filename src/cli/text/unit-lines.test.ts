// Tests of the rows of a run's units: a tick only for proved ones, and titles wrapped at words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "../terminal/layout.ts";
import type { ShownNode } from "./picture.ts";
import { unitLines } from "./unit-lines.ts";

const node = (id: string, more: Partial<ShownNode> = {}): ShownNode => ({
  id,
  label: `Task ${id}`,
  kind: "task",
  status: "done",
  after: [],
  why: null,
  done: 1,
  of: 1,
  note: null,
  state: "proved",
  ...more,
});
const lines = (nodes: readonly ShownNode[], width: number): readonly string[] =>
  unitLines(nodes, [], { width, colour: false }, 0);

test("a tick is for what is proved: what is done by a word alone, and what failed, have signs of their own", () => {
  const units = [
    node("1"),
    node("2", { done: 0, state: "reported" }),
    node("3", { of: 0, state: "done" }),
    node("4", { done: 0, state: "failed" }),
    node("5", { done: 0, state: "asks" }),
  ];
  assert.deepEqual(lines(units, 80), [
    " ✔ done      1  1/1  Task 1",
    " ○ reported  2  0/1  Task 2",
    " ○ done      3  –    Task 3",
    " ✖ failed    4  0/1  Task 4",
    " ◆ asks you  5  0/1  Task 5",
  ]);
});

for (const width of [80, 120])
  test(`at ${width} columns a long title wraps at words behind its state, and passes on nothing that a terminal obeys`, () => {
    const label = `長い\u001b[31m ${"weights and edges ".repeat(9).trim()}`;
    const shown = lines([node("1", { label })], width);
    assert.ok(shown.length > 1);
    for (const line of shown) {
      assert.ok(columns(line) <= width, line);
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f]/u);
    }
    assert.ok(
      shown
        .slice(1)
        .every(
          (line) => line.startsWith(" ".repeat(17)) && /^(?:weights|and|edges)/u.test(line.trim()),
        ),
    );
  });

test("no units are no rows", () => {
  assert.deepEqual(lines([], 80), []);
});
