// Tests of suggestions for mistyped names: the intended one or none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../../core/words/near.ts";
import { suggestion } from "./nearest.ts";

const verbs = ["start", "status", "run", "send", "show", "cancel", "archive", "unarchive"];

test("a slip of the finger finds its verb", () => {
  assert.equal(nearest("stauts", verbs), "status");
  assert.equal(nearest("Cancle", verbs), "cancel");
  assert.equal(nearest("unarchiv", verbs), "unarchive");
  assert.equal(nearest("shw", verbs), "show");
});

test("a flag that is spelt as it sounds finds the one that begins alike", () => {
  const flags = ["--light", "--ledger", "--label", "--session", "--serve"];
  assert.equal(nearest("--lite", flags), "--light");
  assert.equal(nearest("--lit", flags), "--light");
  assert.equal(nearest("--sekret", flags), null, "two begin so");
  assert.equal(nearest("--literally", flags), null);
});

test("dashes, folders and single letters are no likeness", () => {
  assert.equal(nearest("--foo", ["--root", "--ledger"]), null);
  assert.equal(nearest("--rot", ["--root", "--ledger"]), "--root");
  assert.equal(nearest("ultrawork/Nope", ["ultrawork/Adopt", "ultrawork/Start"]), null);
  assert.equal(
    nearest("ultrawork/Strat", ["ultrawork/Adopt", "ultrawork/Start"]),
    "ultrawork/Start",
  );
  assert.equal(nearest("3", ["1", "2", "answer"]), null);
});

test("what resembles nothing is answered with the choices", () => {
  assert.equal(nearest("frobnicate", verbs), null);
  assert.match(suggestion("frobnicate", verbs), /^one of: start, status/);
  assert.equal(nearest("", verbs), null);
  assert.equal(nearest("x".repeat(100_000), verbs), null);
});
