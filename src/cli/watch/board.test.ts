// Tests of what waits for a person on the board of `cairn watch`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { job, picture } from "../../../test/fixtures/picture.ts";
import type { Picture } from "../text/picture.ts";
import { waitsIn } from "./board.ts";

test("a run without a runner says what to type, also while agents that outlived it are at work", () => {
  const told = (more: Partial<Picture>): readonly string[] =>
    waitsIn(picture({ jobs: [job("task-1-1")], ...more }), false).map(
      ({ word, text }) => `${word}: ${text}`,
    );
  assert.deepEqual(told({ state: "no runner" }), ["no runner: cairn run r"]);
  assert.deepEqual(told({ state: "not started", jobs: [] }), ["not started: cairn run r"]);
  assert.deepEqual(told({ driven: true }), [], "its agent is shown");
  assert.deepEqual(told({ driven: true, jobs: [] }), ["goes on: its work is looked at, and lands"]);
});
