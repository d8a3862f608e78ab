// Tests of an axis's clock marks: their distance, days of the reader, daylight saving time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ticksOf } from "./ticks.ts";

const at = (text: string): number => Date.parse(text);
const labels = (from: string, to: string, width = 800, offset = 0): readonly string[] =>
  ticksOf({ from: at(from), to: at(to) }, width, () => offset).map(({ label }) => label);

test("from seconds to days the marks stand where clocks have them", () => {
  assert.deepEqual(labels("2026-11-21T10:00:01Z", "2026-11-21T10:00:26Z"), [
    "10:00:05",
    "10:00:10",
    "10:00:15",
    "10:00:20",
    "10:00:25",
  ]);
  assert.deepEqual(labels("2026-11-21T10:07:00Z", "2026-11-21T11:40:00Z", 540), [
    "10:15",
    "10:30",
    "10:45",
    "11:00",
    "11:15",
    "11:30",
  ]);
  assert.deepEqual(labels("2026-11-21T15:00:00Z", "2026-11-22T09:00:00Z", 540), [
    "15:00",
    "18:00",
    "21:00",
    "22 Nov",
    "03:00",
    "06:00",
    "09:00",
  ]);
  assert.deepEqual(labels("2026-11-21T12:00:00Z", "2026-11-24T12:00:00Z", 300), [
    "22 Nov",
    "23 Nov",
    "24 Nov",
  ]);
});

test("days begin at the reader's midnight", () => {
  const [tick] = ticksOf(
    { from: at("2026-11-21T20:00:00Z"), to: at("2026-11-22T20:00:00Z") },
    100,
    () => 2 * 3_600_000,
  );
  assert.deepEqual(
    [tick?.label, tick?.at, tick?.day],
    ["22 Nov", at("2026-11-21T22:00:00Z"), true],
  );
});

test("however long it was, labels have room", () => {
  assert.ok(labels("2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z", 400).length <= 6);
});

test("where summer time ends between two days both begin at the reader's midnight", () => {
  const change = at("2026-10-25T01:00:00Z");
  const offset = (time: number): number => (time < change ? 2 : 1) * 3_600_000;
  const ticks = ticksOf(
    { from: at("2026-10-24T20:00:00Z"), to: at("2026-10-26T06:00:00Z") },
    152,
    offset,
  );
  assert.deepEqual(
    ticks.map((tick) => [tick.label, tick.at]),
    [
      ["25 Oct", at("2026-10-24T22:00:00Z")],
      ["26 Oct", at("2026-10-25T23:00:00Z")],
    ],
  );
});
