// Tests of where a run's time and money went, and of each attempt's place in that time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt } from "../../../../test/fixtures/shown.ts";
import type { Attempt } from "../../attempts.ts";
import { stretchesIn, workWords } from "./work-words.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const ms = (second: number): number => Date.parse(at(second));
const attempt = (subject: string, from: number, to: number, more: Partial<Attempt> = {}): Attempt =>
  shownAttempt(from, { subject, from: at(from), to: at(to), versions: [from, to], ...more });
const used = (cost: number | null) => ({ used: { input: 1_000, output: 500, cost } });
const ended = (is: "returned" | "stopped") => ({ ends: [{ is, why: null, version: 1 }] });

test("what is under way counts until now; what one role did again about one unit is repeated, by agents alone", () => {
  const all = [
    attempt("a", 1, 5),
    attempt("b", 2, 4),
    attempt("a", 6, 8),
    attempt("a", 9, 10, { over: false }),
    attempt("a", 3, 9, { role: "verifier" }),
    attempt("a", 8, 11, { role: "gate", kind: "check" }),
    attempt("a", 12, 13, { role: "gate", kind: "check" }),
  ];
  assert.deepEqual(workWords(all, null, ms(20)), [
    "5 attempts by agents, 2 of them repeated (13 s).",
    "29 s of work: worker 19 s, verifier 6.0 s, gate 4.0 s.",
  ]);
  assert.deepEqual(workWords([attempt("a", 1, 1)], null, ms(20)), [
    "1 attempt by agents, none of them repeated.",
  ]);
});

test("money is lost where work was sent back, failed, or nobody knows; not where a person stopped it", () => {
  const all = [
    attempt("a", 1, 2, { ...used(1), ...ended("returned") }),
    attempt("b", 2, 3, { ...used(0.5), ...ended("stopped") }),
    attempt("c", 3, 4, { ...used(0.25), over: false }),
  ];
  assert.equal(
    workWords(all, new Set(), ms(20)).at(-1),
    "$1.75, $1.25 of it on work that was returned or failed.",
  );
  assert.equal(
    workWords([attempt("a", 1, 2, used(null))], null, ms(20)).at(-1),
    "2k tokens; no agent program reported a price.",
  );
});

test("an attempt lies where it lay between the first beginning and the last end, and is never too thin to be seen", () => {
  const [first, next, short] = [attempt("a", 0, 50), attempt("a", 50, 100), attempt("b", 100, 100)];
  const stretchOf = stretchesIn([first, next, short], ms(200));
  assert.deepEqual([first, next].map(stretchOf), [
    { left: 0, width: 50 },
    { left: 50, width: 50 },
  ]);
  const { left, width } = stretchOf(short);
  assert.ok(width > 0 && left + width === 100);
});
