// Tests of how nodes are gathered in sections, and of which are open at first.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownNode } from "../../../src/http/answers.ts";
import { doneWords, foremost, openAtFirst, sectionsOf, stateOf } from "./sections.ts";

const node = (id: string, more: Partial<ShownNode> = {}): ShownNode => ({
  id,
  label: id,
  kind: "task",
  status: "open",
  after: [],
  why: null,
  done: 0,
  of: 1,
  note: null,
  state: "open",
  ...more,
});
const many = (
  count: number,
  more: (at: number) => Partial<ShownNode> = () => ({}),
): readonly ShownNode[] => Array.from({ length: count }, (_, at) => node(String(at), more(at)));

test("groups stand where their first node stands, what has none stands by itself", () => {
  const nodes = [
    node("a"),
    node("1", { group: "wave 1" }),
    node("b"),
    node("2", { group: "wave 1" }),
    node("c"),
  ];
  assert.deepEqual(
    sectionsOf(nodes).map(({ name, nodes }) => [name, nodes.map(({ id }) => id).join("")]),
    [
      [null, "a"],
      ["wave 1", "12"],
      [null, "bc"],
    ],
  );
});

test("much that stands by itself is told in stretches, and so are batches of one", () => {
  const names = sectionsOf(many(60)).map(({ name }) => name);
  assert.deepEqual(names, ["0 to 24", "25 to 49", "50 to 59"]);
  const steps = sectionsOf(
    many(30, () => ({})).concat(Array.from({ length: 30 }, (_, at) => node(`N-${100 + at}`))),
  );
  assert.deepEqual(
    steps.map(({ name }) => name),
    ["0 to 24", "25 to N-119", "N-120 to 129"],
  );
  const batches = sectionsOf(many(60, (at) => ({ group: `batch ${at + 1}` }))).map(
    ({ name }) => name,
  );
  assert.deepEqual(batches, names);
  assert.equal(
    sectionsOf(many(30, (at) => ({ group: `batch ${at + 1}` }))).length,
    30,
    "a small run is told as it is",
  );
});

test("a section keeps its key while nodes come to it", () => {
  const keys = (count: number): readonly string[] => sectionsOf(many(count)).map(({ key }) => key);
  assert.deepEqual(keys(55), keys(60));
});

test("all of a small run is open; of a large one what goes on, went wrong or asks, else what is next", () => {
  const open = (nodes: readonly ShownNode[]): readonly string[] => {
    const sections = sectionsOf(nodes);
    const keys = openAtFirst(sections);
    return sections.flatMap(({ key, name }) => (keys.has(key) ? [name ?? ""] : []));
  };
  const waves = (
    count: number,
    states: Readonly<Record<number, ShownNode["state"]>>,
  ): readonly ShownNode[] =>
    many(count, (at) => ({
      group: `wave ${Math.floor(at / 10) + 1}`,
      state: states[at] ?? "open",
    }));
  assert.deepEqual(open(waves(30, {})), ["wave 1", "wave 2", "wave 3"]);
  assert.deepEqual(
    open(
      waves(60, {
        3: "proved",
        12: "running",
        25: "failed",
        37: "returned",
        41: "asks",
        55: "doubt",
      }),
    ),
    ["wave 2", "wave 3", "wave 4", "wave 5", "wave 6"],
  );
  assert.deepEqual(open(waves(60, { 22: "ready", 33: "ready" })), ["wave 3"]);
  assert.deepEqual(open(waves(60, {})), []);
});

test("a section is told by its most pressing state, and as done only where all is", () => {
  const of = (...states: readonly ShownNode["state"][]): string =>
    stateOf(states.map((state) => ({ state })));
  assert.equal(of("proved", "proved"), "proved");
  assert.equal(of("proved", "reported"), "reported");
  assert.equal(of("proved", "done"), "done");
  assert.equal(of("proved", "open"), "open");
  assert.equal(of("proved", "ready", "open"), "ready");
  assert.equal(of("running", "failed", "proved"), "failed");
  assert.equal(of("running", "returned", "asks"), "asks");
  assert.equal(of("running", "proved", "open"), "running");
});

test("what asks or went wrong comes before what runs, and that before what is next", () => {
  const first = (...states: readonly ShownNode["state"][]): string | undefined =>
    foremost(states.map((state) => node(state, { state })))?.id;
  assert.equal(first("proved", "running", "failed", "asks"), "asks");
  assert.equal(first("proved", "ready", "running"), "running");
  assert.equal(first("proved", "open"), "open");
  assert.equal(first("proved", "reported"), "proved");
});

test("how far a section is, in words", () => {
  assert.equal(
    doneWords([{ status: "done" }, { status: "running" }, { status: "failed" }]),
    "1 of 3 done, 1 running, 1 failed",
  );
});
