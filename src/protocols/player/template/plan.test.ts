// Tests of the play order: deterministic, template order among ready nodes, groups as one batch.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { graphOf } from "./graph.ts";
import { plan, previousOf } from "./plan.ts";
import { type Edge, isWork, type TemplateNode } from "./template.ts";

const node = (id: string, group: string | null = null, gate = false): TemplateNode =>
  gate
    ? { id, name: id, type: "checkpoint", description: "", autoContinue: true, saveFields: [] }
    : {
        id,
        name: id,
        type: "skill",
        executor: "x",
        cliTool: null,
        cliMode: "analysis",
        cliRule: null,
        args: "",
        inputPorts: [],
        outputPorts: [],
        group,
        background: false,
        onFail: "abort",
      };
const edges = (...pairs: readonly string[]): readonly Edge[] =>
  pairs.map((pair) => ({ from: pair.split(">")[0] ?? "", to: pair.split(">")[1] ?? "" }));
const batches = (nodes: readonly TemplateNode[], list: readonly Edge[]): readonly string[] =>
  plan({ nodes, edges: list }).map(({ nodes }) => nodes.join("+"));

test("of what is ready, what stands first in the template goes first, whatever the edges' order", () => {
  const nodes = [node("d"), node("b"), node("a"), node("c")];
  assert.deepEqual(batches(nodes, edges("a>d", "b>d", "c>d")), ["b", "a", "c", "d"]);
  assert.deepEqual(batches(nodes, edges("c>d", "a>d")), ["b", "a", "c", "d"]);
  assert.deepEqual(batches(nodes, edges("d>a")), ["d", "b", "a", "c"]);
});

test("a group is one batch, as early as its last member may begin, its members as they stand", () => {
  const nodes = [node("x", "g"), node("a"), node("b"), node("y", "g"), node("z")];
  assert.deepEqual(batches(nodes, edges("a>x", "b>y", "x>z")), ["a", "b", "x+y", "z"]);
  assert.deepEqual(batches([node("q", "alone"), ...nodes], edges("a>x", "b>y", "x>z", "z>q")), [
    "a",
    "b",
    "x+y",
    "z",
    "q",
  ]);
});

test("what comes before is looked for through checkpoints, and the last in the plan's order stands last", () => {
  const nodes = [
    node("n4"),
    node("n2"),
    node("n1"),
    node("cp", null, true),
    node("cp2", null, true),
    node("n3"),
  ];
  const template = { nodes, edges: edges("n1>cp", "n2>cp", "cp>cp2", "cp2>n3", "n3>n4", "cp>n4") };
  assert.deepEqual(previousOf(template, "n3"), ["n2", "n1"]);
  assert.deepEqual(previousOf(template, "n4"), ["n2", "n1", "n3"]);
  assert.deepEqual(previousOf(template, "n1"), []);
  assert.deepEqual(previousOf(template, "nobody"), []);
});

/** Acyclic templates of any shape: edges lead from lower to higher of randomly assigned numbers. */
const anyTemplate = fc
  .integer({ min: 1, max: 14 })
  .chain((count) =>
    fc.record({
      nodes: fc.array(
        fc.record({ group: fc.constantFrom(null, null, "g", "h"), gate: fc.boolean() }),
        {
          minLength: count,
          maxLength: count,
        },
      ),
      ranks: fc.shuffledSubarray(
        Array.from({ length: count }, (_, index) => index),
        { minLength: count },
      ),
      pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 30 }),
    }),
  )
  .map(({ nodes, ranks, pairs }) => ({
    nodes: nodes.map(({ group, gate }, index) => node(`n${index}`, group, gate)),
    edges: pairs.flatMap(([a, b]) => {
      const [low, high] = (ranks[a] ?? 0) < (ranks[b] ?? 0) ? [a, b] : [b, a];
      return low === high ? [] : [{ from: `n${low}`, to: `n${high}` }];
    }),
  }));

test("every order is lawful: each node once, none before what it waits for, groups whole; and it doesn't hang on the edges' order", () => {
  fc.assert(
    fc.property(anyTemplate, (template) => {
      const found = plan(template);
      const at = new Map(
        found.flatMap(({ nodes }, index) => nodes.map((id) => [id, index] as const)),
      );
      const ids = found.flatMap(({ nodes }) => nodes);
      assert.equal(new Set(ids).size, ids.length);
      for (const { from, to } of template.edges) {
        const [first, then] = [at.get(from), at.get(to)];
        if (then !== undefined) assert.ok(first !== undefined && first <= then, `${from} > ${to}`);
      }
      for (const { nodes, parallel } of found) {
        assert.equal(parallel, nodes.length > 1);
        const groups = nodes
          .map((id) => template.nodes.find((one) => one.id === id))
          .map((one) => (one && isWork(one) ? one.group : null));
        assert.equal(new Set(groups).size, 1);
        if (parallel)
          assert.equal(
            nodes.length,
            template.nodes.filter((one) => isWork(one) && one.group === groups[0]).length,
          );
      }
      // Unless groups create cycles, no node is left out.
      if (graphOf(template).unitOrder.length === graphOf(template).units.length)
        assert.equal(ids.length, template.nodes.length);
      assert.deepEqual(plan({ ...template, edges: template.edges.toReversed() }), found);
    }),
    { numRuns: 1_000 },
  );
});
