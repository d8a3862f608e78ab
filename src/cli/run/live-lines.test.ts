// Tests of the picture below a run: at 80 and at 120 columns, with no job, many jobs, wide letters and control characters.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, job, picture } from "../../../test/fixtures/picture.ts";
import { columns } from "../terminal/layout.ts";
import { liveLines } from "./live-lines.ts";
import type { Picture } from "../text/picture.ts";

const now = Date.parse(at) + 90_000;
const lines = (shown: Picture, width: number): readonly string[] =>
  liveLines(shown, { width, colour: false }, now, now - 90_000);

for (const width of [80, 120])
  test(`at ${width} columns: no job, then one with what it does, else what it is about`, () => {
    const head = [
      "",
      "Add weights to edges",
      "execution · 0 of 1 done · 0 of 1 criterion proved · 1 min 30 s",
    ];
    assert.deepEqual(lines(picture(), width), head);
    const one = picture({ jobs: [job("task-1-1"), job("task-2-1", { is: "ready" })] });
    assert.deepEqual(lines(one, width), [...head, " ▶ task-1-1  1 min 30 s  Task one"]);
    const doing = picture({ jobs: [job("task-1-1", { does: "Bash npm test" })] });
    assert.deepEqual(lines(doing, width), [
      ...head,
      " ▶ task-1-1  1 min 30 s  Task one · Bash npm test",
    ]);
  });

for (const width of [80, 120])
  test(`at ${width} columns no line is wider, nor more than one, whatever is in it`, () => {
    const does = `読む\r\u001b]0;title\u0007 ${"語".repeat(90)}`;
    const jobs = Array.from({ length: 60 }, (_, n) => job(`task-${n}-1`, { does }));
    const title = `長い題名\u001b[31m\nsecond ${"word ".repeat(60)}`;
    const shown = lines(picture({ title, jobs }), width);
    assert.equal(shown.length, 63);
    for (const line of shown) {
      assert.ok(columns(line) <= width, line);
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f]/u);
    }
  });

test("the columns of jobs stand below each other, also where a key has wide letters", () => {
  const jobs = [job("task-語-1", { fence: null }), job("task-1-1", { fence: null })];
  const [one = "", two = ""] = lines(picture({ jobs }), 80).slice(3);
  assert.equal(
    columns(one.slice(0, one.indexOf("1 min"))),
    columns(two.slice(0, two.indexOf("1 min"))),
  );
});

test("what waits for a person is named", () => {
  const decisions = [
    { run: "r", key: "approve-1", subject: "plan", question: "Good?", look: "", options: [] },
  ];
  assert.match(lines(picture({ decisions }), 120)[2] ?? "", /waits for you: approve-1/u);
});
