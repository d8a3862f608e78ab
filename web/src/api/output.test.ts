// Why: an agent that talks for hours must not fill the page's memory, nor may what it said last be lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { heardOn, silence } from "./output.ts";

const more = (text: string) => ({ text, next: text.length, over: false, kept: false });

test("what comes is put behind what was heard", () => {
  const heard = heardOn(heardOn(silence, more("one\n")), { ...more("two\n"), over: true });
  assert.deepEqual(heard, { text: "one\ntwo\n", next: 4, over: true, kept: false, cut: 0 });
});

test("beyond the bound the beginning goes, at a line's end, and how much is told", () => {
  const heard = heardOn(silence, more("first\nsecond\nthird\n"), 12);
  assert.equal(heard.text, "third\n");
  assert.equal(heard.cut, "first\nsecond\n".length);
  assert.equal(heardOn(heard, more("x".repeat(30)), 12).text, "x".repeat(12));
  assert.equal(heardOn(heard, more("x".repeat(30)), 12).cut, 13 + 24);
});
