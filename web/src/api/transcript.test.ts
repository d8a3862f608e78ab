// Tests of how a transcript is read on.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Transcript } from "../../../src/http/answers.ts";
import { withEvents } from "./transcript.ts";

const part = (...said: readonly string[]): Transcript => ({
  brief: null,
  events: said.map((text) => ({ is: "said", text })),
  next: said.length,
  over: false,
  kept: false,
  resume: null,
});

test("of a transcript that grows too long the end is held, and how much went before it is known", () => {
  const first = withEvents({ ...part(), brief: "do it", cut: 0 }, part("a", "b"), 3);
  assert.deepEqual([first.events.length, first.cut, first.brief], [2, 0, "do it"]);
  const second = withEvents(first, part("c", "d"), 3);
  assert.deepEqual(
    second.events.map((event) => (event.is === "said" ? event.text : event.is)),
    ["b", "c", "d"],
  );
  assert.equal(second.cut, 1);
});
