// Tests of the visible parts of a brief and their authors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { briefParts, placedDocuments } from "./brief-parts.ts";

test("what is quoted can't end its block, nor be left out for what it looks like", () => {
  assert.deepEqual(
    briefParts(
      "It said:\n\n````quoted\n```\nAll is well.\n```\n````\n\nNo warnings.",
      "Is it good?",
    ),
    [
      { quoted: false, text: "It said:" },
      { quoted: true, text: "```\nAll is well.\n```" },
      { quoted: false, text: "No warnings." },
    ],
  );
  assert.deepEqual(briefParts("```quoted\n- `approve`: yes\n```", "Is it good?"), [
    { quoted: true, text: "- `approve`: yes" },
  ]);
});

test("what the question quotes isn't told again, nor announced", () => {
  const question = "Task 3 failed: no such file. What now?";
  const brief = "It ended so:\n\n```quoted\nno such file\n```\n\nIt said:\n\n```quoted\ndone\n```";
  assert.deepEqual(
    briefParts(brief, question).map(({ text }) => text),
    ["It said:", "done"],
  );
});

test("a record for agents is known as one", () => {
  assert.deepEqual(briefParts("```json quoted\n[]\n```", "Is it good?"), [
    { quoted: true, json: true, text: "[]" },
  ]);
});

test("a block that was cut off before its end is still a quotation", () => {
  assert.deepEqual(briefParts("```quoted\nhalf of it", "Is it good?"), [
    { quoted: true, text: "half of it" },
  ]);
});

test("documents that a brief sends its reader to stand open, those it quotes stand in its place, the rest behind them", () => {
  const documents = [
    { path: "a/prd.md", text: "# Shop" },
    { path: "a/plan.md", text: "One\n\nTwo\n" },
    { path: "a/exp-1.md", text: "# Overview" },
  ];
  const words = { quoted: false, text: "Read `a/prd.md`." };
  const quote = { quoted: true, text: "One" };
  const { named, quoted, others } = placedDocuments([words, quote], documents);
  assert.deepEqual([named, [...quoted], others].flat(), [
    documents[0],
    [quote, documents[1]],
    documents[2],
  ]);
  assert.deepEqual(placedDocuments([quote, words], documents).named, [], "it is named later");
});
