// Tests of the layout: no card on another, no dependency hidden, rows that wrap, and nothing moved where nothing changed.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownNode } from "../../../../src/http/answers.ts";
import { openAtFirst, sectionsOf } from "../sections.ts";
import { sectionId } from "./blocks.ts";
import { edgesOf } from "./edges.ts";
import { type Box, type Layout, layoutOf } from "./layout.ts";
import { type Shape, shapeOf } from "./shape.ts";

const node = (
  id: string,
  after: readonly string[] = [],
  more: Partial<ShownNode> = {},
): ShownNode => ({
  id,
  label: id,
  kind: "task",
  status: "open",
  after,
  why: null,
  done: 0,
  of: 1,
  note: null,
  state: "open",
  ...more,
});
const width = 1_010;
const shape = (
  nodes: readonly ShownNode[],
  open: ReadonlySet<string> | "all" | "first" = "all",
  before: Shape | null = null,
): Shape => {
  const sections = sectionsOf(nodes);
  const keys =
    open === "all"
      ? new Set(sections.map(({ key }) => key))
      : open === "first"
        ? openAtFirst(sections)
        : open;
  return shapeOf({ sections, open: keys, width }, before);
};
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
const apart = (boxes: readonly Box[]): void => {
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      assert.ok(!overlap(one, other), JSON.stringify([one, other]));
};
const cardsIn = ({ boxes }: Layout): readonly Box[] =>
  [...boxes.values()].filter(({ is }) => is === "card" || is === "tile");
const at = ({ boxes }: Layout, id: string): Box => {
  const box = boxes.get(id);
  assert.ok(box !== undefined, id);
  return box;
};
const waves = (count: number, each: number): readonly ShownNode[] =>
  Array.from({ length: count * each }, (_, index) => {
    const wave = Math.floor(index / each);
    const after =
      wave === 0 ? [] : Array.from({ length: each }, (__, before) => `${wave - 1}.${before}`);
    return node(`${wave}.${index % each}`, after, { group: `wave ${wave + 1}` });
  });
const chain = (
  count: number,
  more: (index: number) => Partial<ShownNode> = () => ({}),
): readonly ShownNode[] =>
  Array.from({ length: count }, (_, index) =>
    node(String(index), index === 0 ? [] : [String(index - 1)], more(index)),
  );
const drawn = (layout: Layout): readonly string[] =>
  layout.lines.map(({ from, to, is }) => `${from}>${to} ${is}`).toSorted();

test("a shape stays the same value while only states change", () => {
  const nodes = [node("1"), node("2", ["1"], { group: "wave 2" })];
  const first = shape(nodes);
  assert.equal(
    shape(
      [node("1", [], { state: "proved" }), node("2", ["1"], { group: "wave 2" })],
      "all",
      first,
    ),
    first,
  );
  assert.notEqual(shape([node("1"), node("2", [], { group: "wave 2" })], "all", first), first);
  assert.notEqual(shape([node("1"), node("2", ["1"], { group: "wave 3" })], "all", first), first);
  assert.notEqual(shape(nodes, new Set(), first), first);
});

test("cards are as tall as the longest title and remark want them, and no lower than two lines of what goes on", () => {
  const least = shape([node("1", [], { note: "attempt 1" })]).height;
  assert.equal(shape([node("1", [], { label: "x".repeat(60) })]).height, least + 40);
  const long = [node("1"), node("2", [], { why: "x".repeat(90), group: "wave 1" })];
  assert.equal(at(layoutOf(shape(long)), "2").height, least + 20);
  apart(cardsIn(layoutOf(shape(long))));
});

test("what follows from other edges isn't drawn; what doesn't is", () => {
  const { edges, joins } = edgesOf([
    node("1"),
    node("2", ["1"]),
    node("3", ["1", "2"]),
    node("4", ["1"]),
  ]);
  assert.deepEqual(joins, []);
  assert.deepEqual(edges.map(({ from, to }) => `${from}>${to}`).toSorted(), ["1>2", "1>4", "2>3"]);
});

test("circles and ids that nobody has hide nothing and end", () => {
  const round = [node("1", ["2"]), node("2", ["1"]), node("3", ["gone", "3"])];
  assert.deepEqual(
    edgesOf(round)
      .edges.map(({ from, to }) => `${from}>${to}`)
      .toSorted(),
    ["1>2", "2>1"],
  );
  const layout = layoutOf(shape(round));
  assert.equal(cardsIn(layout).length, 3);
  apart(cardsIn(layout));
});

test("many to many go through one point: edges grow by the sum, not by the product", () => {
  const { edges, joins } = edgesOf(waves(3, 20));
  assert.equal(joins.length, 2);
  assert.equal(edges.length, 80);
});

test("of a small run every dependency is drawn, waves stand from left to right, and nothing lies on anything", () => {
  const layout = layoutOf(shape([...waves(3, 3), node("end", ["2.0"])]));
  apart(cardsIn(layout));
  const frames = [1, 2, 3].map((wave) => at(layout, sectionId(`group wave ${wave}`)));
  apart(frames);
  assert.ok(frames.every(({ x }, index) => index === 0 || x > (frames[index - 1]?.x ?? 0)));
  assert.equal(
    layout.lines.length,
    13,
    "six into each point between waves and out of it, and one to the end",
  );
  for (const { x, y, width: wide, height: high } of layout.boxes.values())
    assert.ok(x >= 0 && y >= 0 && x + wide <= layout.width && y + high <= layout.height);
});

test("stories of an epic stand under each other in their order", () => {
  const stories = ["1.1", "1.2", "2.1", "2.2", "2.3"];
  const layout = layoutOf(
    shape(
      stories.map((id, index) =>
        node(id, stories.slice(Math.max(0, index - 1), index), { group: `epic ${id[0]}` }),
      ),
    ),
  );
  assert.equal(at(layout, "2.1").x, at(layout, "2.3").x);
  assert.deepEqual(drawn(layout), [
    "1.1>1.2 down",
    "1.2>2.1 across",
    "2.1>2.2 down",
    "2.2>2.3 down",
  ]);
});

test("waves of a large run fold into one tile each, in rows that wrap", () => {
  const layout = layoutOf(shape(waves(10, 20), "first"));
  assert.equal(layout.boxes.size, 10);
  apart(cardsIn(layout));
  assert.ok(layout.width <= width, `${layout.width}`);
  assert.equal(at(layout, sectionId("group wave 1")).y, at(layout, sectionId("group wave 3")).y);
  assert.ok(at(layout, sectionId("group wave 4")).y > at(layout, sectionId("group wave 3")).y);
  assert.equal(layout.lines.length, 9);
  assert.deepEqual([...new Set(layout.lines.map(({ is }) => is))].toSorted(), ["across", "back"]);
});

test("one wave of hundreds is a grid, not a column", () => {
  const nodes = [
    node("plan"),
    ...Array.from({ length: 300 }, (_, index) => node(`T${index}`, ["plan"], { group: "wave 1" })),
  ];
  const layout = layoutOf(shape(nodes));
  apart(cardsIn(layout).slice(0, 60));
  assert.equal(
    new Set(cardsIn(layout).map(({ x }) => x)).size,
    4,
    "three columns in the frame, and the plan above it",
  );
  assert.ok(layout.width <= width, `${layout.width}`);
  assert.deepEqual(drawn(layout), ["plan>section group wave 1 down"]);
});

test("a thousand steps one after another are tiles; the one where work goes on is open, and its steps follow in rows", () => {
  const nodes = chain(1_000, (index) => ({
    group: `batch ${index + 1}`,
    state: index < 420 ? "proved" : index === 420 ? "running" : "open",
  }));
  const layout = layoutOf(shape(nodes, "first"));
  assert.equal(layout.boxes.size, 40 + 25);
  apart(cardsIn(layout));
  assert.ok(layout.width <= width && layout.height < 3_100, `${layout.width} x ${layout.height}`);
  const inside = layout.lines.filter(({ from }) => Number(from) >= 400 && Number(from) < 425);
  assert.deepEqual([inside.length, inside.filter(({ is }) => is === "back").length], [24, 8]);
});

test("all of a thousand steps opened lie apart, and are placed in well under a second", () => {
  const steps = Array.from({ length: 1_000 }, (_, index) =>
    node(
      String(index),
      index < 10 ? [] : [String(index - 1 - ((index * 7) % 10)), String(index - 10)],
    ),
  );
  const since = performance.now();
  const layout = layoutOf(shape(steps));
  assert.ok(performance.now() - since < 2_000);
  assert.equal(cardsIn(layout).length, 1_000);
  apart(cardsIn(layout).slice(0, 200));
});

test("many small groups that branch stand in rows by what they come after", () => {
  const nodes = Array.from({ length: 400 }, (_, index) => {
    const group = Math.floor(index / 2);
    return node(
      String(index),
      group < 4 ? [] : [String((group - 4) * 2), String((group - 3) * 2)],
      { group: `g${group}` },
    );
  });
  const layout = layoutOf(shape(nodes, new Set()));
  assert.equal(
    layout.boxes.size - [...layout.boxes.values()].filter(({ is }) => is === "join").length,
    200,
  );
  apart(cardsIn(layout));
  assert.ok(layout.width <= width);
});

test("nodes that hang on nothing fill rows beneath what is linked", () => {
  const layout = layoutOf(
    shape([
      node("a"),
      node("b", ["a"]),
      node("c", ["a"]),
      ...Array.from({ length: 20 }, (_, index) => node(String(index))),
    ]),
  );
  apart(cardsIn(layout));
  assert.ok(at(layout, "0").y > at(layout, "c").y);
  assert.ok(layout.width <= width);
});

test("what hangs on the same stands in the order of the list", () => {
  const layout = layoutOf(
    shape([
      node("a"),
      node("b"),
      node("c"),
      node("end", ["a", "b", "c"]),
      node("x", ["end"]),
      node("y", ["end"]),
    ]),
  );
  const heights = ["a", "b", "c"].map((id) => at(layout, id).y);
  assert.deepEqual(
    heights,
    heights.toSorted((one, other) => one - other),
  );
  assert.ok(at(layout, "x").y < at(layout, "y").y);
});
