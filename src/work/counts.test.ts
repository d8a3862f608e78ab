// Tests of how criteria stand: status words, and what counts as met by whom.
import assert from "node:assert/strict";
import { test } from "node:test";
import { metWords } from "../core/words/evidence.ts";
import { countsOf, statusOf, waysOf } from "./counts.ts";
import type { Check } from "../kit/check/shape.ts";
import type { Criterion, Proof, Unit } from "./unit.ts";

const command: Check = { type: "command_output", command: "x" };
const waived = { by: "ana", reason: "no server", at: "t" };
const proof = (change: Partial<Proof> = {}): Proof => ({
  command: "x",
  passed: true,
  captured: false,
  hollow: false,
  flipped: false,
  exit: 0,
  why: null,
  tree: "t",
  by: "engine",
  name: "engine",
  digest: null,
  excerpt: "",
  at: "t",
  since: "t",
  judged: false,
  ...change,
});
const one = (shown: Proof | null, change: Partial<Criterion> = {}): Criterion => ({
  text: "a",
  check: command,
  chosenBy: "plan",
  before: null,
  proof: shown,
  claims: [],
  waived: null,
  ...change,
});
type Given = Pick<Unit, "status" | "waived" | "checked" | "criteria">;
const unit = (criteria: readonly Criterion[], change: Partial<Given> = {}): Given => ({
  status: "done",
  waived: null,
  checked: { tree: "t", head: null },
  criteria,
  ...change,
});

const red = { passed: false, exit: 1 };
const picture = { passed: false, captured: true };
const manual = { check: { type: "manual" } } as const;
const byAna = { by: "person", name: "ana" } as const;
const byJudge = { by: "judge", name: "verifier", judged: true } as const;
/** The last column: of the phrase, without `1 met: ` where it is met. */
const cases: readonly (readonly [string, Criterion, string, string, Partial<Given>?])[] = [
  ["no check", one(null, { check: null }), "bare", "0 of 1 met"],
  ["not run", one(null), "unproved", "0 of 1 met"],
  ["green", one(proof()), "proved", "1 met: 1 by a check"],
  ["green and judged", one(proof({ judged: true })), "proved", "1 met: 1 by a check"],
  ["red", one(proof(red)), "failed", "0 of 1 met"],
  ["hollow", one(proof({ passed: false, hollow: true })), "unproved", "0 of 1 met"],
  ["hollow, accepted", one(proof({ hollow: true, ...byAna })), "proved", "1 met: 1 by ana"],
  ["a picture", one(proof(picture)), "captured", "0 of 1 met"],
  [
    "a picture judged met",
    one(proof({ captured: true, judged: true })),
    "proved",
    "1 met: 1 judged",
  ],
  ["a person's word", one(proof(byAna), manual), "proved", "1 met: 1 by ana"],
  ["a person's no", one(proof({ ...byAna, passed: false }), manual), "failed", "0 of 1 met"],
  ["an agent's word", one(proof(byJudge), { check: null }), "bare", "1 met: 1 judged"],
  ["an agent's word of a check", one(proof(byJudge)), "unproved", "1 met: 1 judged"],
  ["an agent's no", one(proof({ ...byJudge, passed: false })), "failed", "0 of 1 met"],
  ["waived", one(proof(red), { waived }), "waived", "0 met; 1 waived by ana"],
  ["waived whole", one(proof()), "waived", "0 met; 1 waived by ana", { status: "failed", waived }],
  ["skipped", one(proof()), "waived", "0 met", { status: "skipped", waived }],
  ["checks due again", one(proof()), "stale", "0 of 1 met", { status: "claimed", checked: null }],
  [
    "red, checks due again",
    one(proof(red)),
    "failed",
    "0 of 1 met",
    { status: "open", checked: null },
  ],
  ["found done", one(null), "unproved", "0 of 1 met", { checked: null }],
];
for (const [name, criterion, status, words, change] of cases)
  test(`${name}: ${status}, ${words}`, () => {
    const of = unit([criterion], change);
    assert.equal(statusOf(of, criterion), status);
    assert.equal(metWords(waysOf([of])), words);
  });

test("the phrase counts checks, judges and people apart", () => {
  const units = [
    unit(Array.from({ length: 7 }, () => one(proof()))),
    unit([one(proof(byJudge), { check: null }), one(proof(byAna), manual)]),
    unit([one(null, { waived }), one(null, { waived: { ...waived, by: "bo" } })]),
  ];
  assert.equal(
    metWords(waysOf(units)),
    "9 met: 7 by checks, 1 judged, 1 by ana; 1 waived by ana; 1 waived by bo",
  );
  const { of, proved } = countsOf(units);
  assert.deepEqual([of, proved], [9, 8]);
  assert.equal(metWords(waysOf([])), "0 met");
});
