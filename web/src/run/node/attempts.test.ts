// Why: who looks at a moment of the past must not be told of attempts that came later, nor of ends that weren't there yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt } from "../../../../test/fixtures/shown.ts";
import type { Attempt } from "../../attempts.ts";
import { attemptsAt, tryOf } from "./attempts.ts";

const at = (second: number): string => `2026-01-08T12:00:${String(second).padStart(2, "0")}.000Z`;
const attempt = (fence: number, role: string, first: number, last: number): Attempt =>
  shownAttempt(fence, {
    role,
    by: "codex",
    from: at(first),
    to: at(last),
    versions: [first, last],
  });
const all = [
  attempt(1, "worker", 2, 4),
  { ...attempt(2, "worker", 3, 5), subject: "2" },
  attempt(3, "worker", 6, 9),
  attempt(4, "checker", 10, 11),
];

test("attempts at a node, the newest first", () => {
  assert.deepEqual(
    attemptsAt(all, "1", null).map(({ fence }) => fence),
    [4, 3, 1],
  );
  assert.deepEqual(
    attemptsAt(all, "1", null).map((one) => tryOf(attemptsAt(all, "1", null), one)),
    [1, 2, 1],
  );
});
