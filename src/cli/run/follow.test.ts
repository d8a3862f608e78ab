// Tests of the lines of a driven run: which jobs are told, and in which words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { progressLine } from "./follow.ts";

const line = (key: string, note: string): string | null =>
  progressLine(
    { is: "job", key, what: "started", note },
    0,
    { width: 80, colour: false },
    () => "",
    false,
  );

test("checks before any work are told when they begin; others by what they prove", () => {
  assert.match(
    line("base-ff709f", "check") ?? "",
    / {2}begins {3}base-ff709f: checks before any work$/u,
  );
  assert.match(line("task-1-1", "agent demo") ?? "", / {2}begins {3}task-1-1: agent demo$/u);
  assert.equal(line("check-1-1", "check"), null);
});
