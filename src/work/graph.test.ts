// Tests of the graph of units: waves, cycles, ancestors and dependants.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ancestors, byDependants, dependants, ring, waves } from "./graph.ts";

/** `3:1,2` waits for 1 and 2. */
const graph = (text: string) =>
  text.split(" ").map((part) => {
    const [id = "", after = ""] = part.split(":");
    return { id, after: after.split(",").filter((one) => one !== "") };
  });

test("waves follow the last blocker, in the order given", () => {
  assert.deepEqual(waves(graph("3:1,2 1 2:1 4 5:gone")), [["1", "4", "5"], ["2"], ["3"]]);
  assert.deepEqual(waves([]), []);
});

test("a ring is found, a diamond is none", () => {
  assert.deepEqual(ring(graph("1 2:4,1 3:2 4:3")), ["2", "4", "3", "2"]);
  assert.deepEqual(ring(graph("1:1")), ["1", "1"]);
  assert.equal(ring(graph("1 2:1 3:1 4:2,3 5:gone")), null);
});

test("a ring doesn't hide the waves of the others", () => {
  assert.deepEqual(waves(graph("1:2 2:1 3 4:3")), [["3"], ["4"]]);
});

test("ancestors are all that a unit waits for", () => {
  assert.deepEqual([...(ancestors(graph("1 2:1 3:2")).get("3") ?? [])].toSorted(), ["1", "2"]);
});

const counts: readonly (readonly [string, readonly number[]])[] = [
  ["1 2:1 3:1 4:2,3", [3, 1, 1, 0]],
  ["4:2,3 3:1 2:1 1", [0, 1, 1, 3]],
  ["1:gone 2:1,1", [1, 0]],
  // In a ring each depends on each, itself too.
  ["1:2 2:1 3:2 4", [3, 3, 0, 0]],
];
for (const [text, wanted] of counts)
  test(`dependants of ${text} are counted once each`, () => {
    const nodes = graph(text);
    assert.deepEqual(
      nodes.map(({ id }) => dependants(nodes).get(id)),
      wanted,
    );
  });

test("what most depend on comes first, else the order stays", () => {
  const nodes = graph("1 2 3:2 4:3 5");
  assert.deepEqual(
    byDependants(nodes, nodes).map(({ id }) => id),
    ["2", "3", "1", "4", "5"],
  );
  assert.equal(dependants(nodes), dependants(nodes));
});

test("a chain of 5,000 units is no trouble", () => {
  const chain = Array.from({ length: 5_000 }, (_, n) => ({
    id: String(n),
    after: n === 0 ? [] : [String(n - 1)],
  }));
  assert.equal(ring(chain), null);
  assert.equal(waves(chain).length, 5_000);
  assert.equal(dependants(chain).get("0"), 4_999);
});
