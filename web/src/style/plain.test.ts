// Tests of terminal output as plain text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, plain } from "./plain.ts";

test("colours, titles and moves are taken out, words and line ends stay", () => {
  assert.equal(
    plain("\u001B[1;32m✔\u001B[0m done\u001B]0;title\u0007\r\nnext\tone\u0000"),
    "✔ done\nnext\tone",
  );
  assert.equal(plain("10 %\r50 %\r100 %\nready"), "100 %\nready");
});

test("the end begins with a whole line, and says how many stand before", () => {
  const text = "first\nsecond\nthird\nfourth";
  assert.deepEqual(endOf(text, 100), { text, left: 0 });
  assert.deepEqual(endOf(text, 14), { text: "third\nfourth", left: 2 });
  assert.deepEqual(endOf("x".repeat(50), 10), { text: "x".repeat(10), left: 0 });
});
