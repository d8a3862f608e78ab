// Tests of how attempts and their money are added up by outcome.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt } from "../../../test/fixtures/shown.ts";
import type { AttemptState } from "../../../src/core/attempt-states.ts";
import type { Attempt } from "../attempts.ts";
import { endings, isWasted } from "./endings.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const ms = (second: number): number => Date.parse(at(second));
const attempt = (
  fence: number,
  is: AttemptState | null,
  cost: number | null,
  more: Partial<Attempt> = {},
): Attempt =>
  shownAttempt(fence, {
    from: at(fence),
    to: at(fence + 2),
    versions: [fence, fence],
    ends: is === null ? [] : [{ is, why: null, version: fence }],
    ...(cost === null ? {} : { used: { input: 10, output: 1, cost } }),
    ...more,
  });
const all = [
  attempt(1, "returned", 0.25),
  attempt(2, "landed", 0.5),
  attempt(3, "returned", null),
  attempt(4, null, 0.125, { over: false }),
  attempt(5, null, null, { over: false, role: "tester" }),
];

test("attempts are counted by role and outcome, with time and money; what nobody is at any more is lost", () => {
  assert.deepEqual(endings(all, new Set([5]), ms(10)), [
    { role: "worker", state: "returned", attempts: 2, ms: 4_000, cost: 0.25 },
    { role: "tester", state: "running", attempts: 1, ms: 5_000, cost: 0 },
    { role: "worker", state: "landed", attempts: 1, ms: 2_000, cost: 0.5 },
    { role: "worker", state: "lost", attempts: 1, ms: 6_000, cost: 0.125 },
  ]);
});

test("money is lost where work was sent back, failed, or nobody knows; not where a person stopped it", () => {
  const lost = (is: AttemptState): boolean => isWasted(attempt(1, is, 1), "over");
  assert.deepEqual(
    (["returned", "failed", "late", "silent", "conflict", "lost"] as const).filter(lost).length,
    6,
  );
  assert.deepEqual(
    (["landed", "proved", "reported", "stopped", "void", "judged"] as const).filter(lost),
    [],
  );
});
