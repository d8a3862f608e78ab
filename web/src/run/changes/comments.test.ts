// Tests of line comments: one note, and the commands that accept it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { followUpLink, noteOf } from "./comments.ts";

test("what is said of lines is one note, a line each, with the code that it is about", () => {
  const remark = {
    path: "src/cart.js",
    line: 12,
    code: "  return 0;",
    text: "and where it is empty?",
  };
  assert.equal(
    noteOf([remark, { ...remark, line: null, text: " keep it " }, { ...remark, text: " " }]),
    "src/cart.js:12 `return 0;`: and where it is empty?\nsrc/cart.js `return 0;`: keep it",
  );
  assert.equal(noteOf([]), "");
});

test("a run that takes remarks up follows the run that they are about", () => {
  const search = new URLSearchParams(
    followUpLink({ run: "r1", title: "" }, [
      { path: "a.txt", line: 2, code: "x", text: "why?" },
    ]).split("?")[1],
  );
  assert.deepEqual(
    [...search],
    [
      ["follows", "r1"],
      ["goal", "Heed these comments on the work of “r1”:\na.txt:2 `x`: why?"],
    ],
  );
});
