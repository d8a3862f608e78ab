// Why: a graph that opens on emptiness, or an arrow key that leads nowhere, would hide what there is to see.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownNode } from "../../../../src/http/answers.ts";
import { cardsOf } from "./cards.ts";
import { layoutOf } from "./layout.ts";
import { firstLook, heightFor, isSeen, middleOf, wholeLook } from "./look.ts";
import { shapeOf } from "./shape.ts";
import { nextTo } from "./walk.ts";

const node = (id: string, after: readonly string[], status: ShownNode["status"] = "open"): ShownNode => ({
  id,
  label: id,
  kind: "task",
  status,
  after,
  why: null,
  done: 0,
  of: 1,
  note: null,
  state: "open",
});
const room = { width: 900, height: 500 };
const few = [node("1", []), node("2", ["1"]), node("3", ["1"])];
const chain = Array.from({ length: 40 }, (_, at) =>
  node(String(at), at === 0 ? [] : [String(at - 1)], at < 20 ? "done" : at === 20 ? "running" : "open"),
);

test("a small graph is shown whole, in the middle, never larger than life", () => {
  const layout = layoutOf(shapeOf(few));
  const look = firstLook(layout, few, null, room);
  assert.deepEqual(look, wholeLook(layout, room));
  assert.equal(look.zoom, 1);
  for (const box of Object.values(layout.boxes)) assert.ok(isSeen(box, look, room));
});

test("a large one opens where work goes on, or at the node that is open", () => {
  const layout = layoutOf(shapeOf(chain));
  const seen = (open: string | null): readonly string[] => {
    const look = firstLook(layout, chain, open, room);
    return Object.entries(layout.boxes).flatMap(([id, box]) => (isSeen(box, look, room) ? [id] : []));
  };
  assert.ok(seen(null).includes("20"));
  assert.ok(seen("0").includes("0") && !seen("0").includes("20"));
  assert.ok(seen("39").includes("39"));
  assert.equal(middleOf([node("1", [], "done"), node("2", [], "waiting")])?.id, "2");
});

test("its place is as high as it needs", () => {
  assert.ok(heightFor(layoutOf(shapeOf(few)), 900) < 400);
  assert.ok(heightFor(layoutOf(shapeOf(Array.from({ length: 90 }, (_, at) => node(String(at), [])))), 900) > 600);
});

test("arrow keys lead to the nearest card that way, and nowhere where there is none", () => {
  const { boxes } = layoutOf(shapeOf(few));
  assert.equal(nextTo(boxes, "1", "left"), undefined);
  assert.ok(["2", "3"].includes(nextTo(boxes, "1", "right") ?? ""));
  assert.equal(nextTo(boxes, "2", "left"), "1");
  const [upper, lower] = (boxes["2"]?.y ?? 0) < (boxes["3"]?.y ?? 0) ? ["2", "3"] : ["3", "2"];
  assert.equal(nextTo(boxes, upper, "down"), lower);
  assert.equal(nextTo(boxes, lower, "up"), upper);
  assert.equal(nextTo(boxes, "gone", "up"), undefined);
});

test("an update makes new cards only for what changed", () => {
  const layout = layoutOf(shapeOf(few));
  const work = new Map();
  const first = cardsOf({ nodes: few, layout, work, selected: null });
  const next = cardsOf(
    { nodes: [few[0] ?? node("1", []), node("2", ["1"], "done"), few[2] ?? node("3", [])], layout, work, selected: null },
    first,
  );
  assert.equal(next.get("1"), first.get("1"));
  assert.notEqual(next.get("2"), first.get("2"));
  assert.equal(next.get("3"), first.get("3"));
  const chosen = cardsOf({ nodes: few, layout, work, selected: "3" }, first);
  assert.equal(chosen.get("3")?.selected, true);
  assert.equal(chosen.get("1"), first.get("1"));
});
