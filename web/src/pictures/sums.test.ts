// Tests of sums over attempts: running until now, finished until their end, and as of a past time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt } from "../../../test/fixtures/shown.ts";
import type { Attempt } from "../attempts.ts";
import { sumsOf, type RunSummary } from "./over-runs.ts";
import { percent, rework, roleOf, shares, tries, untimed } from "./sums.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const ms = (second: number): number => Date.parse(at(second));
const attempt = (subject: string, from: number, to: number, more: Partial<Attempt> = {}): Attempt =>
  shownAttempt(from, {
    subject,
    from: at(from),
    to: at(to),
    versions: [from, to],
    by: "worker/one",
    ...more,
  });
const all = [
  attempt("a", 1, 5),
  attempt("b", 2, 4),
  attempt("a", 6, 8),
  attempt("a", 9, 10, { over: false }),
  attempt("a", 3, 9, { role: "verifier" }),
  attempt("a", 8, 11, { role: "gate", kind: "check" }),
];

test("time by role: what is under way counts until now, the longest comes first", () => {
  assert.deepEqual(shares(all, ms(20), roleOf), [
    { name: "worker", ms: 19_000, attempts: 4 },
    { name: "verifier", ms: 6_000, attempts: 1 },
    { name: "gate", ms: 3_000, attempts: 1 },
  ]);
  assert.equal(roleOf(attempt("a", 1, 2, { role: null })), "agent");
});

test("done again is what one role did about one unit after its first attempt, by agents alone", () => {
  const found = tries(all, ms(20));
  assert.deepEqual(
    found.map(({ unit, role, attempts, beyond, beyondMs }) => [
      unit,
      role,
      attempts,
      beyond,
      beyondMs,
    ]),
    [
      ["a", "worker", 3, 2, 13_000],
      ["a", "verifier", 1, 0, 0],
      ["b", "worker", 1, 0, 0],
    ],
  );
  assert.deepEqual(rework(found), { attempts: 5, beyond: 2, ms: 25_000, beyondMs: 13_000 });
});

test("over runs, each protocol is summed by itself, and runs whose attempts aren't read are counted apart", () => {
  const line = (run: string, protocol: string, more: Partial<RunSummary> = {}): RunSummary => ({
    run,
    protocol,
    life: "live",
    good: null,
    evidence: { have: 1, of: 2 },
    at: at(10),
    ...more,
  });
  const lines = [
    line("r1", "player"),
    line("r2", "iterative", { life: "over", good: true }),
    line("r3", "iterative", { life: "archived", good: false }),
    line("r4", "iterative"),
  ];
  const open = attempt("a", 4, 5, { over: false });
  const sums = sumsOf(
    lines,
    new Map([
      ["r2", [attempt("a", 1, 3), open]],
      ["r4", [open]],
    ]),
    ms(30),
  );
  assert.deepEqual(
    sums.map(({ protocol, runs, good, bad, read, evidence, ms: took, attempts, again }) => [
      protocol,
      runs,
      good,
      bad,
      read,
      evidence,
      took,
      attempts,
      again.beyond,
    ]),
    [
      // A finished run counts until its end at 10 s, a running one until now.
      ["iterative", 3, 1, 1, 2, { have: 3, of: 6 }, 2_000 + 6_000 + 26_000, 3, 1],
      ["player", 1, 0, 0, 0, { have: 1, of: 2 }, 0, 0, 0],
    ],
  );
});

test("a part of nothing is nothing", () => {
  assert.deepEqual([percent(1, 3), percent(0, 0)], ["33\u00a0%", "0\u00a0%"]);
});

test("what was told at one moment alone is counted as not known", () => {
  assert.equal(
    untimed([attempt("a", 1, 1), attempt("a", 1, 2), attempt("a", 3, 3, { over: false })]),
    1,
  );
});
