// Tests of differences between texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differenceOf, hunksWithin, weightOf } from "./difference.ts";

const path = "plan.json";

test("a file that came or went is said to be so, with all of its lines", () => {
  const came = differenceOf({ path, before: null, after: "a\nb\n", cut: false });
  assert.deepEqual([came.is, came.added, came.removed], ["added", 2, 0]);
  assert.deepEqual(
    came.hunks?.[0]?.lines.map(({ sign, after }) => `${sign}${after}`),
    ["+1", "+2"],
  );
  const went = differenceOf({ path, before: "a\n", after: null, cut: true });
  assert.deepEqual([went.is, went.added, went.removed, went.cut], ["removed", 0, 1, true]);
});

test("a changed line stands between its neighbours, numbered on both sides", () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  const difference = differenceOf({
    path,
    before: text.join("\n"),
    after: text.with(9, "other").join("\n"),
    cut: false,
  });
  assert.deepEqual([difference.added, difference.removed], [1, 1]);
  assert.deepEqual(
    difference.hunks?.flatMap(({ lines }) =>
      lines.map(({ sign, before, after, text: line }) => `${sign} ${before} ${after} ${line}`),
    ),
    [
      "  7 7 line 7",
      "  8 8 line 8",
      "  9 9 line 9",
      "- 10 null line 10",
      "+ null 10 other",
      "  11 11 line 11",
      "  12 12 line 12",
      "  13 13 line 13",
    ],
  );
});

test("an end of line that came or went is a change of its line, and no line of its own", () => {
  const difference = differenceOf({ path, before: "a\nb", after: "a\nb\n", cut: false });
  assert.deepEqual(
    difference.hunks?.flatMap(({ lines }) => lines.map(({ sign, text }) => `${sign}${text}`)),
    [" a", "-b", "+b"],
  );
});

test("texts with nothing in common aren't compared for ever", () => {
  const side = (name: string): string =>
    Array.from({ length: 15_000 }, (_, index) => `${name} ${index}`).join("\n");
  const difference = differenceOf({ path, before: side("old"), after: side("new"), cut: false });
  assert.equal(difference.hunks, null);
  assert.deepEqual([difference.added, difference.removed], [15_000, 15_000]);
});

test("what is to be compared is weighed on both sides", () => {
  assert.equal(
    weightOf([
      { path, before: "ab", after: null, cut: false },
      { path, before: "a", after: "b", cut: false },
    ]),
    4,
  );
});

test("of a long difference the first lines are shown", () => {
  const side = (name: string): string =>
    Array.from({ length: 30 }, (_, index) =>
      index % 10 === 0 ? `${name} ${index}` : `${index}`,
    ).join("\n");
  const hunks =
    differenceOf({ path, before: side("old"), after: side("new"), cut: false }).hunks ?? [];
  assert.equal(hunks.length, 3);
  assert.deepEqual(
    hunksWithin(hunks, 7).map(({ lines }) => lines.length),
    [5, 2],
  );
});
