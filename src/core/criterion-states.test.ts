// Tests of a criterion's words: a program's proof never reads like a judgement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { criterionLook, isJudged, proofKind } from "./criterion-states.ts";

const proof = (exit: number | null) => ({ exit, by: "someone" });

test("what a verifier judged met is called so, and proof is what a program showed", () => {
  const [judged, shown] = [
    { status: "proved", proof: proof(null) } as const,
    { status: "proved", proof: proof(0) } as const,
  ];
  assert.deepEqual([isJudged(judged), isJudged(shown)], [true, false]);
  assert.deepEqual(
    [criterionLook(judged).word, criterionLook(shown).word],
    ["judged met", "proved"],
  );
  assert.deepEqual([proofKind(judged), proofKind(shown)], ["judged", "proof"]);
});

test("a check that passed is told to have passed, and other output is only recorded", () => {
  assert.equal(criterionLook({ status: "captured", proof: proof(0) }).word, "check passed");
  const beside = { status: "captured", counts: false, proof: proof(0) } as const;
  assert.equal(criterionLook(beside).sign, "✔", "nothing judges a check beside the criteria");
  assert.equal(criterionLook({ status: "captured", proof: proof(1) }).word, "output recorded");
});
