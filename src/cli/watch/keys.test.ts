// Tests of the keys of `cairn watch`: each key, where it is pressed, and what is shown then.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextView, type View } from "./keys.ts";

const items = ["q", "one", "two"].map((id) => ({
  id,
  run: `run-${id}`,
  key: id === "q" ? "approve-1" : null,
  job: id === "q" ? null : `job-${id}`,
}));
const on = { items, lines: 50, rows: 20 };
const board = (chosen: string | null): View => ({ is: "board", chosen });
const run = (top: number): View => ({ is: "run", run: "run-one", top, from: "one" });
const output = (top: number | null, via: "board" | "run" = "board"): View => ({
  is: "output",
  run: "run-one",
  job: "job-one",
  top,
  from: "one",
  via,
});

test("a key moves, opens, scrolls, goes back or ends", () => {
  const cases: readonly (readonly [View, string, ReturnType<typeof nextView>])[] = [
    [board(null), "down", board("one")],
    [board("two"), "down", board("two")],
    [board("one"), "k", board("q")],
    [board("gone"), "up", board("q")],
    [board("one"), "return", run(0)],
    [board("one"), "o", output(null)],
    [board("one"), "a", "answer"],
    [board("one"), "q", "end"],
    [board("one"), "x", board("one")],
    [run(0), "up", run(0)],
    [run(0), "pagedown", run(20)],
    [run(20), "pagedown", run(30)],
    [run(30), "home", run(0)],
    [run(5), "escape", board("one")],
    [run(5), "o", { is: "output", run: "run-one", job: null, top: null, from: "one", via: "run" }],
    [output(3, "run"), "escape", run(0)],
    [board("one"), "escape", board("one")],
    [output(null), "up", output(29)],
    [output(29), "down", output(null)],
    [output(3), "q", board("one")],
    [output(3), "return", run(0)],
    [output(3), "ctrl-d", "end"],
  ];
  for (const [view, key, then] of cases)
    assert.deepEqual(nextView(view, key, on), then, `${key} on ${JSON.stringify(view)}`);
});

test("on an empty board only leaving it does anything", () => {
  const none = { ...on, items: [] };
  for (const key of ["down", "return", "o"])
    assert.deepEqual(nextView(board(null), key, none), board(null), key);
});
