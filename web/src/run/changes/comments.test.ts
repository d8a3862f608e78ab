// Tests of line comments: one note, and the commands that accept it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { followUpLink, noteOf, unitCommands } from "./comments.ts";

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

test("it is taken by commands about a unit that take words, and by none that agents say", () => {
  const command = (type: string, about: { unit?: string; note?: string }, shared = false) => ({
    type,
    label: type,
    means: "",
    verb: null,
    shared,
    fields: {},
    about,
  });
  const found = unitCommands(
    [
      command("Retry", { unit: "unit", note: "reason" }),
      command("RollBack", { unit: "checkpoint", note: "reason" }),
      command("SetLimit", { unit: "unit" }),
      command("Said", { unit: "task", note: "note" }, true),
    ],
    "2",
    "mind the rest",
  );
  assert.deepEqual(
    found.map(({ command: { type }, data }) => [type, data]),
    [
      ["Retry", { unit: "2", reason: "mind the rest" }],
      ["RollBack", { checkpoint: "2", reason: "mind the rest" }],
    ],
  );
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
