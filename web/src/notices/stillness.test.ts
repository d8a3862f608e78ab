// Tests of idle detection: reported once, again after a change, and not for sleep or missed time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createStillness, quietMinutes } from "./stillness.ts";

const watched = () => {
  const stillness = createStillness();
  let now = 0;
  const looks = (
    times: number,
    atWork: readonly string[] = ["r1"],
    ms = 30_000,
  ): readonly string[] =>
    Array.from({ length: times }, () => stillness.look(atWork, (now += ms))).flat();
  return { stillness, looks };
};
const whole = quietMinutes * 2;

test("a run that is still for long is told once, and again after it moved", () => {
  const { stillness, looks } = watched();
  assert.deepEqual(looks(whole), []);
  assert.deepEqual(looks(1), ["r1"]);
  assert.deepEqual(looks(whole * 2), []);
  stillness.moved(["r1"]);
  assert.deepEqual(looks(whole), []);
  assert.deepEqual(looks(1), ["r1"]);
});

test("a move of another run changes nothing, one of nobody knows which all", () => {
  const { stillness, looks } = watched();
  looks(whole);
  stillness.moved(["r2"]);
  assert.deepEqual(looks(1), ["r1"]);
  looks(whole, ["r1", "r2"]);
  stillness.moved(null);
  assert.deepEqual(looks(whole, ["r1", "r2"]), []);
  assert.deepEqual(looks(1, ["r1", "r2"]), ["r1", "r2"]);
});

test("time asleep is no stillness, and a run that isn't at work has none", () => {
  const { looks } = watched();
  looks(2);
  assert.deepEqual(looks(1, ["r1"], 8 * 3_600_000), []);
  looks(1, []);
  assert.deepEqual(looks(whole), []);
});
