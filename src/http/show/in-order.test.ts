// Tests of increasing times, whatever the clocks said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder } from "./in-order.ts";

test("times in order stay as they are", () => assert.deepEqual([...inOrder([1, 5, 9])], [1, 5, 9]));

test("events of one millisecond follow each other within it", () => {
  assert.deepEqual([...inOrder([1, 1, 2, 2, 2, 2, 9])], [1, 1.5, 2, 2.25, 2.5, 2.75, 9]);
  const many = inOrder(Array.from({ length: 100_000 }, () => 1_767_900_000_000));
  assert.ok((many.at(-1) ?? 0) <= 1_767_900_000_001);
});

test("a clock that was ahead or behind moves its own events alone", () => {
  const day = 86_400_000;
  assert.deepEqual([...inOrder([10, 20, 30 + day, 40, 50])].map(Math.floor), [10, 20, 20, 40, 50]);
  assert.deepEqual([...inOrder([day + 10, day + 20, 0, day + 30])].map(Math.floor), [
    day + 10,
    day + 20,
    day + 20,
    day + 30,
  ]);
  assert.deepEqual(
    [...inOrder([day * 9, 10, 20, 30])].map(Math.floor),
    [10, 10, 20, 30],
    "the first one, too",
  );
});

test("machines whose clocks differ by minutes, in turn", () => {
  const stamps = Array.from(
    { length: 1_000 },
    (_, index) => index * 1_000 + (index % 2 === 0 ? 0 : 300_000),
  );
  const times = inOrder(stamps);
  for (const [index, time] of times.entries())
    assert.ok(index === 0 || time > (times[index - 1] ?? 0), String(index));
});

test("what can't be read has the time of the event before it", () => {
  assert.deepEqual([...inOrder([Number.NaN, 5, Number.NaN, 7])].map(Math.floor), [5, 5, 5, 7]);
  assert.deepEqual([...inOrder([Number.NaN])], [0]);
  assert.deepEqual([...inOrder([])], []);
});
