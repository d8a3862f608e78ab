// Tests of the graph of units: waves and cycles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ring, waves } from "./graph.ts";

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
  assert.deepEqual(ring(graph("5:4 4:3 3:2,4 2:4")), ["4", "3", "2", "4"]);
  assert.equal(ring(graph("1 2:1 3:1 4:2,3 5:gone")), null);
});

test("a ring doesn't hide the waves of the others", () => {
  assert.deepEqual(waves(graph("1:2 2:1 3 4:3")), [["3"], ["4"]]);
});

test("a chain of 1,000 units is no trouble", () => {
  const chain = Array.from({ length: 1_000 }, (_, n) => ({
    id: String(n),
    after: n === 0 ? [] : [String(n - 1)],
  }));
  assert.equal(ring(chain), null);
  assert.equal(waves(chain).length, 1_000);
});
