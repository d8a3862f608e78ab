// Tests of numbered lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf, shorten, splitLines } from "./lines.ts";

test("the end of the last line is no line", () => {
  assert.deepEqual(splitLines("a\nb\n"), ["a", "b"]);
  assert.deepEqual(splitLines("a\n\n"), ["a", ""]);
  assert.deepEqual(splitLines("a"), ["a"]);
  assert.deepEqual(splitLines(""), []);
});

test("lines keep their numbers through all blocks, and what is left is counted", () => {
  const text = Array.from({ length: 1_001 }, (_, index) => `line ${index + 1}`).join("\n");
  const { blocks, left } = blocksOf(text, 1_000);
  assert.equal(left, 1);
  assert.ok(blocks.length > 1);
  assert.deepEqual(
    blocks.flat().map(({ number, text: line }) => `${number} ${line}`),
    Array.from({ length: 1_000 }, (_, index) => `${index + 1} line ${index + 1}`),
  );
});

test("a line without an end is cut, and says by how much", () => {
  const { text, cut } = shorten("x".repeat(1_000_000));
  assert.equal(text.length + cut, 1_000_000);
  assert.ok(text.length < 10_000);
});
