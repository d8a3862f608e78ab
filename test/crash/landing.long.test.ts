// A runner that is killed at every git call of a run in turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dieAtGit } from "./landing-deaths.ts";

test("runs in places whose runners die at one git call after the other end like those that never did", () => {
  const ways = [
    [1, 1],
    [1, 2],
    [2, 2],
    [3, 3],
    [4, 1],
    [7, 1],
  ] as const;
  const died = ways.reduce((sum, [first, step]) => sum + dieAtGit(first, step).died, 0);
  assert.ok(died > 50, `only ${died} died`);
});
