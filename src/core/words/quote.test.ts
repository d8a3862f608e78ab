// Tests of shortened lines: cut between words, with a mark, and never longer than before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstLine, oneLine, shortened } from "./quote.ts";

test("a text is cut between words; a word that is longer than people's is cut within", () => {
  assert.equal(shortened("no key is set", 13), "no key is set");
  assert.equal(shortened("no key is set here", 15), "no key is set…");
  assert.equal(shortened("no key is set", 6), "no key…");
  assert.equal(shortened("x".repeat(60), 50), `${"x".repeat(50)}…`);
  assert.equal(shortened(`a ${"x".repeat(60)}`, 50), `a ${"x".repeat(48)}…`);
  assert.equal(oneLine("exit 1\nError: no key", 11), "exit 1…");
  assert.equal(firstLine("its last words: boom\nmore", 12), "its last…");
});
