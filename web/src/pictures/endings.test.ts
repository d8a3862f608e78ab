// Why: how attempts ended is only worth telling if each is counted once, at its own last event.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endings, pagesFor } from "./endings.ts";
import { shownAttempt } from "../../../test/fixtures/shown.ts";
import type { Attempt } from "../attempts.ts";

const attempt = (fence: number, last: number, more: Partial<Attempt> = {}): Attempt =>
  shownAttempt(fence, { versions: [last, last], ...more });

test("attempts are counted by role and last event, those under way apart, those unknown not at all", () => {
  const all = [
    attempt(1, 2),
    attempt(2, 4),
    attempt(3, 6),
    attempt(4, 7, { over: false }),
    attempt(5, 8, { role: "tester" }),
    attempt(6, 99),
  ];
  const lines = [2, 4, 6, 7, 8].map((version) => ({ version, type: version === 6 ? "PassLost" : "PassEnded" }));
  assert.deepEqual(endings(all, lines), [
    { role: "worker", how: "PassEnded", attempts: 2 },
    { role: "tester", how: "PassEnded", attempts: 1 },
    { role: "worker", how: "not over", attempts: 1 },
    { role: "worker", how: "PassLost", attempts: 1 },
  ]);
});

test("of a long ledger the newest pages are read, and what is left is counted", () => {
  assert.deepEqual(pagesFor([attempt(1, 1_000), attempt(2, 1_001), attempt(3, 5, { over: false })]), { pages: [1, 0], left: 0 });
  const long = Array.from({ length: 8 }, (_, page) => attempt(page, page * 1_000 + 1));
  assert.deepEqual(pagesFor(long), { pages: [7, 6, 5, 4, 3], left: 3 });
});
