// Tests of the axis labels: readable at each width, dates where the day changes, lengths of skipped stretches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { axisOf } from "./axis.ts";
import { dayOf, labelsOf, shortSpan } from "./labels.ts";

const [minute, hour] = [60_000, 3_600_000];
const at = (text: string): number => Date.parse(`2026-11-${text}Z`);
type Told = {
  readonly width?: number;
  readonly quiet?: readonly number[];
  readonly live?: boolean;
  readonly today?: string;
};
const told = (
  times: readonly string[],
  { width = 1_000, quiet = [], live = false, today = "21T00:00" }: Told = {},
) => {
  const points = times.map((time, index) => [index + 1, at(time)] as const);
  const axis = axisOf({ points, quiet }, points.at(-1)?.[1] ?? 0, false, width);
  const labels = labelsOf({ axis, width, offset: () => 0, today: dayOf(at(today), () => 0), live });
  for (const [index, { left, text }] of labels.entries()) {
    assert.ok(left >= 0 && left + text.length * 6 <= width, `${text} lies on the axis`);
    const next = labels[index + 1];
    assert.ok(
      next === undefined || left + text.length * 6 < next.left,
      `${text} doesn't lie on ${next?.text ?? ""}`,
    );
  }
  return labels.map(({ text }) => text);
};

test("from a beginning to now, with round times between", () => {
  assert.deepEqual(told(["21T13:52", "21T15:10"], { width: 340, live: true }), [
    "13:52",
    "14:30",
    "15:00",
    "now",
  ]);
  assert.deepEqual(told(["21T10:00:01", "21T10:00:26"], { width: 340 }), [
    "10:00:01",
    "10:00:10",
    "10:00:26",
  ]);
});

test("a run of another day says which, and each new day is named", () => {
  assert.deepEqual(told(["19T20:00", "20T04:00"], { width: 600 }), [
    "19 Nov 20:00",
    "22:00",
    "20 Nov",
    "02:00",
    "04:00",
  ]);
});

test("what is left out is told in its place, and the next day after it", () => {
  const times = ["20T16:00", "20T18:00", "21T08:12", "21T10:00"];
  assert.deepEqual(told(times, { quiet: [2] }), [
    "20 Nov 16:00",
    "16:30",
    "17:00",
    "17:30",
    "14 h",
    "21 Nov 08:12",
    "09:00",
    "09:30",
    "10:00",
  ]);
  const narrow = told(times, { quiet: [2], width: 340 });
  assert.ok(narrow.includes("14 h") && narrow.includes("21 Nov 08:12"), narrow.join(", "));
});

test("what has been left out until now is told at the right end", () => {
  const points = [[1, at("21T10:00")] as const, [2, at("21T10:20")] as const];
  const axis = axisOf({ points, quiet: [] }, at("21T23:00"), true, 340);
  const labels = labelsOf({
    axis,
    width: 340,
    offset: () => 0,
    today: dayOf(at("21T23:00"), () => 0),
    live: true,
  });
  assert.deepEqual(
    [labels[0], labels.at(-1)].map((label) => label?.text),
    ["10:00", "13 h to now"],
  );
  const nights = [...points, [3, at("22T09:00")] as const];
  const twice = axisOf({ points: nights, quiet: [2] }, at("22T20:00"), true, 340);
  assert.deepEqual(
    labelsOf({
      axis: twice,
      width: 340,
      offset: () => 0,
      today: dayOf(at("22T20:00"), () => 0),
      live: true,
    })
      .map(({ text }) => text)
      .slice(-2),
    ["23 h", "11 h"],
  );
});

test("where there are many breaks days and lengths are told; where that has no room, days are named first", () => {
  const times = Array.from({ length: 12 }, (_, day) => [
    `${10 + day}T09:00`,
    `${10 + day}T10:00`,
  ]).flat();
  const quiet = times.flatMap((_, index) => (index % 2 === 1 && index < 23 ? [index + 1] : []));
  const wide = told(times, { quiet, today: "28T00:00" });
  const [days, lengths] = [
    wide.filter((text) => text.includes("Nov")),
    wide.filter((text) => text === "23 h"),
  ];
  assert.ok(days.length >= 10 && lengths.length >= 10, wide.join(", "));
  const narrow = told(times, { quiet, width: 340, today: "28T00:00" });
  assert.ok(narrow.filter((text) => text.includes("Nov")).length >= 4, narrow.join(", "));
});

test("lengths are rounded", () => {
  assert.deepEqual(
    [minute, 95 * minute, 3.4 * hour, 47 * hour, 73 * hour].map((ms) => shortSpan(ms)),
    ["1 min", "95 min", "3 h", "47 h", "3 d"],
  );
});

test("one event has its time", () => assert.ok(told(["21T10:00"]).length > 0));
