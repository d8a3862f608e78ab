// Tests of the unfinished-work phrases: hits with their sentence, and innocent text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findPhrases } from "./phrases.ts";

const phrases = (text: string): readonly string[] => findPhrases(text).map(({ phrase }) => phrase);

test("each phrase is found with its sentence, whatever its case or line breaks", () => {
  const sentence = "This Should work for now!";
  assert.deepEqual(findPhrases("All done. This Should\n work for now! Bye."), [
    { phrase: "should work", sentence },
    { phrase: "for now", sentence },
  ]);
  assert.deepEqual(findPhrases("done:\n- a placeholder\n- b"), [
    { phrase: "placeholder", sentence: "- a placeholder" },
  ]);
  assert.deepEqual(findPhrases("All done. This Should  work. Bye."), [
    { phrase: "should work", sentence: "This Should work." },
  ]);
  assert.deepEqual(phrases("It is a basic version, a placeholder; you can extend it."), [
    "basic version",
    "you can extend",
    "placeholder",
  ]);
  assert.deepEqual(phrases("TODO: errors. FIXME later."), ["TODO", "FIXME"]);
});

const innocent = [
  "the todo app is done",
  "changed src/todo.ts and TODO.md",
  "removed `// TODO` from the file",
  "```\nTODO: not implemented\n```",
  'the message says "not implemented"',
  "the page shows “for now”",
  "> it should work",
  "the placeholders are gone",
  "it shouldn't work-around this",
  "a to-do list, fixme not",
  "",
];
for (const text of innocent)
  test(`no flag: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(findPhrases(text), []);
  });
