// Tests of waves and cycles in ultrawork's task graph.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ancestors, ring, waves } from "./waves.ts";

const graph = (text: string) =>
  text.split(" ").map((part) => {
    const [id = "", after = ""] = part.split(":");
    return { id, blockedBy: after.split(",").filter((one) => one !== "") };
  });

test("waves follow the last blocker, in the order given", () => {
  assert.deepEqual(waves(graph("3:1,2 1 2:1 4 5:gone")), [["1", "4", "5"], ["2"], ["3"]]);
  assert.deepEqual(waves([]), []);
});

test("a ring is found and told, a diamond is none", () => {
  assert.deepEqual(ring(graph("1 2:4,1 3:2 4:3")), ["2", "4", "3", "2"]);
  assert.deepEqual(ring(graph("1:1")), ["1", "1"]);
  assert.equal(ring(graph("1 2:1 3:1 4:2,3 5:gone")), null);
});

test("a ring doesn't hide the waves of the others", () => {
  assert.deepEqual(waves(graph("1:2 2:1 3 4:3")), [["3"], ["4"]]);
});

test("a chain of 5,000 tasks is no trouble", () => {
  const chain = Array.from({ length: 5_000 }, (_, n) => ({
    id: String(n),
    blockedBy: n === 0 ? [] : [String(n - 1)],
  }));
  assert.equal(ring(chain), null);
  assert.equal(waves(chain).length, 5_000);
});

test("ancestors are all that a task waits for", () => {
  assert.deepEqual([...(ancestors(graph("1 2:1 3:2")).get("3") ?? [])].toSorted(), ["1", "2"]);
});
