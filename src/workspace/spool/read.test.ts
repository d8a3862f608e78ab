// Tests of spool exits: those of a host are accepted, foreign ones are not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSpoolExit } from "./read.ts";

const proof = {
  argv: ["ls"],
  cwd: ".",
  exit: 0,
  why: null,
  ms: 1,
  digest: "d",
  bytes: 1,
  text: "x",
  tree: "t",
  head: null,
};
const exit = {
  exit: 0,
  reason: "exit",
  unstarted: null,
  ms: 1,
  bytes: 1,
  proofs: [proof],
  at: "2026-01-08T12:00:00.000Z",
};

test("an exit as a host writes it is one", () => {
  assert.ok(isSpoolExit(exit));
  assert.ok(isSpoolExit({ ...exit, exit: null, proofs: null }));
  assert.ok(isSpoolExit({ ...exit, fault: { kind: "overload" } }));
});

const spoiled: Readonly<Record<string, unknown>> = {
  "a proof that is none": { ...exit, proofs: [null] },
  "a proof without its fields": { ...exit, proofs: [{}] },
  "a proof whose exit is a text": { ...exit, proofs: [{ ...proof, exit: "0" }] },
  "a reason of its own": { ...exit, reason: "good" },
  "a trouble that there isn't": { ...exit, fault: { kind: "toString" } },
  "a list": [exit],
};
for (const [name, value] of Object.entries(spoiled))
  test(`${name} is no exit`, () => assert.equal(isSpoolExit(value), false));
