// Tests of a criterion's badge: a program's proof never reads like a judgement.
import assert from "node:assert/strict";
import { test } from "node:test";
import { byUnit, exitWords, verdictIn } from "./proof-words.ts";

const proof = (exit: number | null) => ({
  exit,
  tree: null,
  at: "2026-01-08T12:00:00.000Z",
  by: "someone",
  digest: null,
  excerpt: "",
});

test("a verdict is told without its label; what is no verdict stays a claim", () => {
  assert.equal(
    verdictIn("[claim of its verifier] met: called it,\nand read its test"),
    "called it,\nand read its test",
  );
  assert.equal(verdictIn("[claim of sarah, same agent, other session] met"), "");
  assert.equal(verdictIn("[claim of its verifier] not met: no"), undefined);
  assert.equal(verdictIn("[claim of its last pass] done"), undefined);
});

test("units with a failed or stale criterion come first, the others in their order", () => {
  const criteria = [
    { unit: "1", status: "proved" },
    { unit: "2", status: "bare" },
    { unit: "3", status: "failed" },
    { unit: "4", status: "stale" },
  ] as const;
  assert.deepEqual(
    byUnit(criteria).map(([unit]) => unit),
    ["3", "4", "1", "2"],
  );
});

test("an exit of 0 never reads like success beside a failure", () => {
  const words = (status: "failed" | "proved", exit: number | null, check: string | null) =>
    exitWords({ status, check, proof: proof(exit) });
  assert.equal(words("failed", 0, null), ": its program ended (exit 0) and reported a failure");
  assert.equal(words("failed", 0, "npm test"), ", exit 0, but it didn't pass");
  assert.equal(words("failed", 2, null), ", exit 2");
  assert.equal(words("proved", 0, "npm test"), ", exit 0");
  assert.equal(words("failed", null, null), "");
});
