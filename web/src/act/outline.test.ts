// Tests of how task lists are distinguished from other quoted text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outlineOf } from "./outline.ts";

test("tasks have their lines, points and output below them", () => {
  const text =
    "1  Read codes\n   after no other\n   - codes are read\n     check: npm test\n       | exit 1\n\nT2  Take it off";
  assert.deepEqual(outlineOf(text), [
    {
      id: "1",
      title: "Read codes",
      lines: [
        { is: "word", level: 1, text: "after no other" },
        { is: "point", level: 1, text: "codes are read" },
        { is: "word", level: 2, text: "check: npm test" },
        { is: "output", level: 2, text: "exit 1" },
      ],
    },
    { id: "T2", title: "Take it off", lines: [] },
  ]);
});

test("what has any line beside them is shown as it stands", () => {
  assert.equal(outlineOf("Done as asked."), null);
  assert.equal(outlineOf("1  Read codes\nand more"), null);
  assert.equal(outlineOf("   deep\n1  Read codes"), null);
  assert.equal(outlineOf(""), null);
});
