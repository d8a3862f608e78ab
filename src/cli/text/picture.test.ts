// Tests of the time that a run may take yet: told in its status and below the run, and read only where it may be known.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, picture } from "../../../test/fixtures/picture.ts";
import { shownAttempt, viewNode } from "../../../test/fixtures/shown.ts";
import { liveLines } from "../run/live-lines.ts";
import { pictureLines } from "./picture-text.ts";
import { withTimeLeft } from "./picture.ts";

const minute = 60_000;
const now = Date.parse(at) + 9 * minute;
const page = { width: 100, colour: false };
const done = ["1", "2", "3"];
const attempts = done.map((subject, index) =>
  shownAttempt(index, { subject, from: at, to: new Date(now - index * minute).toISOString() }),
);
const nodes = [
  ...done.map((id) => ({ ...viewNode(id, { status: "done" }), state: "proved" as const })),
  { ...viewNode("4", { status: "ready" }), state: "ready" as const },
];

test("the words of the page stand in the status and below the run", async () => {
  const pieces = { of: 4, done: 3, proved: 3, failed: 0 };
  const shown = await withTimeLeft(
    { timeline: async () => attempts },
    picture({ nodes, pieces }),
    now,
  );
  const words = "7 min to 9 min left for 1 task";
  const title = pictureLines(shown, page, now)[1] ?? "";
  assert.ok(title.endsWith(`execution · begun 9 min ago · ${words}`), title);
  const below = liveLines(shown, page, now, now - 9 * minute)[2] ?? "";
  assert.ok(below.startsWith(`execution · 3 of 4 done · ${words} · `), below);
});

test("where nothing can be told the attempts aren't read", async () => {
  const timeline = () => assert.fail("they are read");
  for (const shown of [picture(), picture({ nodes, state: "paused" })])
    assert.equal((await withTimeLeft({ timeline }, shown, now)).left, "");
});
