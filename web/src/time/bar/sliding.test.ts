// Tests of a slide's pace: few reads, and always the last one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { everyMs, createSlide } from "./sliding.ts";

const world = () => {
  const gone: number[] = [];
  const due: (() => void)[] = [];
  const state = { busy: false };
  const slide = createSlide({
    go: (version) => void gone.push(version),
    busy: () => state.busy,
    later: (act, ms) => {
      assert.equal(ms, everyMs);
      due.push(act);
    },
  });
  return { gone, state, slide, tick: () => due.splice(0).forEach((act) => act()) };
};

test("the first move counts at once, those after it together, the last one always", () => {
  const { gone, slide, tick } = world();
  for (const version of [9, 8, 7, 6]) slide.to(version);
  assert.deepEqual(gone, [9]);
  tick();
  assert.deepEqual(gone, [9, 6]);
  tick();
  slide.to(5);
  assert.deepEqual(gone, [9, 6, 5]);
});

test("while a place is being read no other one is asked for", () => {
  const { gone, slide, state, tick } = world();
  slide.to(9);
  state.busy = true;
  slide.to(8);
  tick();
  tick();
  assert.deepEqual(gone, [9]);
  state.busy = false;
  tick();
  assert.deepEqual(gone, [9, 8]);
});
