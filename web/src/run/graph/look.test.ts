// Tests of a graph's initial view, its keys, and rerenders after an update.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShownNode } from "../../../../src/http/answers.ts";
import { foremost, openAtFirst, sectionsOf } from "../sections.ts";
import { sectionId } from "./blocks.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { firstLook, heightFor, isSeen, readable, rowIn } from "./look.ts";
import { edgesOf, piecesOf } from "./pieces.ts";
import { shapeOf } from "./shape.ts";
import { nextTo } from "./walk.ts";

const node = (id: string, after: readonly string[], more: Partial<ShownNode> = {}): ShownNode => ({
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
const room = { width: 954, height: 660 };
const laid = (nodes: readonly ShownNode[], at = room) => {
  const sections = sectionsOf(nodes);
  return {
    sections,
    layout: layoutOf(shapeOf({ sections, open: openAtFirst(sections), width: rowIn(at) })),
  };
};
const few = [node("1", []), node("2", ["1"]), node("3", ["1"])];
const chain = Array.from({ length: 1_000 }, (_, at) =>
  node(String(at), at === 0 ? [] : [String(at - 1)], {
    state: at < 420 ? "proved" : at === 420 ? "running" : "open",
  }),
);
const seen = (layout: Layout, id: string, at = room): boolean => {
  const box = layout.boxes.get(id);
  return box !== undefined && isSeen(box, firstLook(layout, box, at), at);
};

test("a small graph is shown whole, never larger than life", () => {
  const { layout } = laid(few);
  const look = firstLook(layout, undefined, room);
  assert.equal(look.zoom, 1);
  for (const box of layout.boxes.values()) assert.ok(isSeen(box, look, room));
});

test("a large one opens on what matters, in letters that can be read, on a desk and on a phone", () => {
  for (const at of [room, { width: 356, height: 500 }]) {
    const { layout } = laid(chain, at);
    assert.equal(foremost(chain)?.id, "420");
    assert.ok(seen(layout, "420", at));
    const { zoom } = firstLook(layout, layout.boxes.get("420"), at);
    assert.ok(zoom >= readable && 12 * zoom >= 11, `${zoom}`);
    assert.ok(layout.width * zoom <= at.width, "its rows need no moving aside");
  }
});

test("its place is as high as it needs", () => {
  assert.ok(heightFor(laid(few).layout, room.width) < 400);
  assert.ok(heightFor(laid(chain).layout, room.width) > 1_000);
});

test("arrow keys lead to the nearest card that way, and nowhere where there is none", () => {
  const { boxes } = laid(few).layout;
  assert.equal(nextTo(boxes, "1", "left"), undefined);
  assert.ok(["2", "3"].includes(nextTo(boxes, "1", "right") ?? ""));
  assert.equal(nextTo(boxes, "2", "left"), "1");
  assert.equal(nextTo(boxes, "2", "down"), "3");
  assert.equal(nextTo(boxes, "3", "up"), "2");
  assert.equal(nextTo(boxes, "gone", "up"), undefined);
});

const nothing = { work: new Map(), lines: {}, selected: null, found: null };

test("an update makes new cards and tiles only for what changed", () => {
  const waves = Array.from({ length: 60 }, (_, at) =>
    node(String(at), [], { group: `wave ${Math.floor(at / 20)}` }),
  );
  const { sections, layout } = laid(waves);
  const first = piecesOf({ ...nothing, sections, layout });
  const changed = sectionsOf(
    waves.map((one) =>
      one.id === "25" ? { ...one, status: "done" as const, state: "proved" as const } : one,
    ),
  );
  const next = piecesOf({ ...nothing, sections: changed, layout }, first);
  const tile = (at: number): string => sectionId(`group wave ${at}`);
  assert.equal(next.get(tile(0)), first.get(tile(0)));
  assert.notEqual(next.get(tile(1)), first.get(tile(1)));

  const small = laid(few);
  const cards = piecesOf({ ...nothing, ...small });
  const chosen = piecesOf(
    {
      ...nothing,
      ...small,
      selected: "3",
      lines: { "2": { files: 1, added: 3, removed: 0, is: "landed" } },
    },
    cards,
  );
  assert.equal(chosen.get("1"), cards.get("1"));
  assert.notEqual(chosen.get("2"), cards.get("2"));
  assert.equal(chosen.get("3")?.selected, true);
});

test("lines of the open node stand out, on through the points between", () => {
  const { layout } = laid([
    node("a", []),
    node("b", []),
    node("x", ["a", "b"]),
    node("y", ["a", "b"]),
  ]);
  const near = (selected: string | null): number =>
    edgesOf(layout, selected).filter(({ className }) => className === "near").length;
  assert.deepEqual([near(null), near("a"), near("x")], [0, 4, 4]);
});
