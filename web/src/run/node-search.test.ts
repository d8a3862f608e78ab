// Tests of the search among nodes, and of the way from hit to hit.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownNode } from "../../../src/http/answers.ts";
import { matchingIds, nextFit } from "./node-search.ts";

const node = (id: string, label: string, note: string | null = null): ShownNode => ({
  id,
  label,
  kind: "task",
  status: "open",
  after: [],
  why: null,
  done: 0,
  of: 1,
  note,
  state: "open",
});
const nodes = [
  node("N-1", "Read the list"),
  node("N-2", "Write it", "attempt 2 returned"),
  node("N-3", "Read it again"),
  node("N-4", "End"),
];

test("all words are looked for in id, title and remark, whatever their case", () => {
  const found = (query: string): readonly string[] | null => {
    const ids = matchingIds(nodes, query);
    return ids === null ? null : [...ids];
  };
  assert.equal(found("  "), null);
  assert.deepEqual(found("read"), ["N-1", "N-3"]);
  assert.deepEqual(found("again READ"), ["N-3"]);
  assert.deepEqual(found("n-4"), ["N-4"]);
  assert.deepEqual(found("returned"), ["N-2"]);
  assert.deepEqual(found("nowhere"), []);
});

test("one goes on to the next that fits, back, and around the end", () => {
  const fits = ({ label }: ShownNode): boolean => label.startsWith("Read");
  const way = (from: string | null, by: 1 | -1): string | undefined =>
    nextFit(nodes, from, by, fits)?.id;
  assert.equal(way(null, 1), "N-1");
  assert.equal(way("N-1", 1), "N-3");
  assert.equal(way("N-3", 1), "N-1");
  assert.equal(way("N-4", -1), "N-3");
  assert.equal(way("N-3", -1), "N-1");
  assert.equal(way("N-1", -1), "N-3");
  assert.equal(way(null, -1), "N-3");
  assert.equal(way("gone", 1), "N-1");
  assert.equal(
    nextFit(nodes, "N-1", 1, () => false),
    undefined,
  );
});

test("the only one that fits is found from itself", () => {
  assert.equal(nextFit(nodes, "N-4", 1, ({ id }) => id === "N-4")?.id, "N-4");
  assert.equal(nextFit(nodes, "N-4", -1, ({ id }) => id === "N-4")?.id, "N-4");
});
