// Why: a picture that hides a dependency, lays one card on another or moves where nothing changed would mislead.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ViewNode } from "../../../../src/core/view.ts";
import { edgesOf } from "./edges.ts";
import { type Box, layoutOf } from "./layout.ts";
import { type Shape, shapeOf } from "./shape.ts";

const node = (id: string, after: readonly string[] = [], group?: string): ViewNode => ({
  id,
  label: id,
  kind: "task",
  status: "open",
  after,
  why: null,
  done: 0,
  of: 1,
  note: null,
  ...(group === undefined ? {} : { group }),
});
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
const apart = (boxes: readonly Box[]): void => {
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) assert.ok(!overlap(one, other), JSON.stringify([one, other]));
};
const batches = (count: number, each: number): Shape =>
  shapeOf(
    Array.from({ length: count }, (_, batch) =>
      Array.from({ length: each }, (_, at) =>
        node(
          `${batch}.${at}`,
          batch === 0 ? [] : Array.from({ length: each }, (_, before) => `${batch - 1}.${before}`),
          `batch ${batch + 1}`,
        ),
      ),
    ).flat(),
  );

test("a shape stays the same value while only statuses change", () => {
  const nodes = [node("1"), node("2", ["1"], "wave 2")];
  const shape = shapeOf(nodes);
  assert.equal(shapeOf([{ ...node("1"), status: "done" }, node("2", ["1"], "wave 2")], shape), shape);
  assert.notEqual(shapeOf([node("1"), node("2", [], "wave 2")], shape), shape);
  assert.notEqual(shapeOf([node("1"), node("2", ["1"], "wave 3")], shape), shape);
});

test("what follows from other edges isn't drawn; what doesn't is", () => {
  const { edges, joins } = edgesOf(shapeOf([node("1"), node("2", ["1"]), node("3", ["1", "2"]), node("4", ["1"])]));
  assert.deepEqual(joins, []);
  assert.deepEqual(edges.map(({ from, to }) => `${from}>${to}`).toSorted(), ["1>2", "1>4", "2>3"]);
});

test("circles and ids that nobody has hide nothing and end", () => {
  const { edges } = edgesOf(shapeOf([node("1", ["2"]), node("2", ["1"]), node("3", ["gone", "3"])]));
  assert.deepEqual(edges.map(({ from, to }) => `${from}>${to}`).toSorted(), ["1>2", "2>1"]);
  apart(Object.values(layoutOf(shapeOf([node("1", ["2"]), node("2", ["1"]), node("3", ["gone", "3"])])).boxes));
});

test("many to many go through one point: edges grow by the sum, not by the product", () => {
  const { edges, joins } = edgesOf(batches(3, 20));
  assert.equal(joins.length, 2);
  assert.equal(edges.length, 80);
});

test("cards never lie on each other, groups stand from left to right in their order", () => {
  const { boxes, groups, width, height } = layoutOf(batches(5, 12));
  assert.equal(Object.keys(boxes).length, 60);
  apart(Object.values(boxes));
  apart(groups);
  assert.deepEqual(
    groups.map(({ name }) => name),
    ["batch 1", "batch 2", "batch 3", "batch 4", "batch 5"],
  );
  for (const { x, y, width: wide, height: high } of Object.values(boxes))
    assert.ok(x >= 0 && y >= 0 && x + wide <= width && y + high <= height);
});

test("stories of an epic stand under each other in their order", () => {
  const stories = ["1.1", "1.2", "2.1", "2.2", "2.3"];
  const { boxes, edges } = layoutOf(
    shapeOf(stories.map((id, index) => node(id, index === 0 ? [] : [stories[index - 1] ?? ""], `epic ${id[0]}`))),
  );
  assert.ok((boxes["2.1"]?.y ?? 0) < (boxes["2.2"]?.y ?? 0) && boxes["2.1"]?.x === boxes["2.3"]?.x);
  assert.deepEqual(
    edges.map(({ from, to, down }) => `${from}>${to} ${down ? "down" : "across"}`),
    ["1.1>1.2 down", "1.2>2.1 across", "2.1>2.2 down", "2.2>2.3 down"],
  );
});

test("nodes that hang on nothing fill a field, not a line", () => {
  const { width, height } = layoutOf(shapeOf(Array.from({ length: 60 }, (_, at) => node(String(at)))));
  assert.ok(width / height > 0.5 && width / height < 4, `${width} x ${height}`);
});

test("a thousand nodes without groups stand in the columns of their ranks, within a second or two", () => {
  const { boxes, width, height } = layoutOf(
    shapeOf(Array.from({ length: 1_000 }, (_, at) => node(String(at), at < 10 ? [] : [String(at - 1 - ((at * 7) % 10)), String(at - 10)]))),
  );
  assert.equal(Object.keys(boxes).length, 1_000);
  apart(Object.values(boxes).slice(0, 200));
  assert.ok((boxes["500"]?.x ?? 0) > (boxes["490"]?.x ?? 0));
  assert.ok(width > 0 && height < 10_000, `${width} x ${height}`);
});

test("what hangs on the same stands in the order of the list", () => {
  const { boxes } = layoutOf(
    shapeOf([node("a"), node("b"), node("c"), node("end", ["a", "b", "c"]), node("x", ["end"]), node("y", ["end"])]),
  );
  const heights = ["a", "b", "c"].map((id) => boxes[id]?.y ?? 0);
  assert.deepEqual(
    heights,
    heights.toSorted((one, other) => one - other),
  );
  assert.ok((boxes["x"]?.y ?? 0) < (boxes["y"]?.y ?? 0));
});
