// Tests of line comments: one note, and the commands that accept it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rollbackCommands, followUpLink, isRetry, noteOf, noteCommands } from "./comments.ts";

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
  const command = (type: string, fields: readonly string[], shared = false) => ({
    type,
    label: type,
    means: "",
    verb: null,
    shared,
    fields: { properties: Object.fromEntries(fields.map((name) => [name, {}])) },
  });
  const found = noteCommands(
    [
      command("Retry", ["unit", "n", "by_hand", "reason"]),
      command("ReopenUnit", ["unit", "reason", "dependants"]),
      command("Pause", []),
      command("Said", ["task", "note"], true),
    ],
    "2",
    "mind the rest",
  );
  assert.deepEqual(
    found.map(({ command: { type }, data }) => [type, data]),
    [
      ["Retry", { unit: "2", reason: "mind the rest" }],
      ["ReopenUnit", { unit: "2", reason: "mind the rest" }],
    ],
  );
});

test("rolling back is about a node whose kind the command names", () => {
  const command = {
    type: "RollBack",
    label: "Roll back",
    means: "",
    verb: "rollback",
    shared: false,
    fields: { properties: { checkpoint: {} } },
  };
  assert.deepEqual(
    rollbackCommands([command], "CP-1", "checkpoint").map(({ data }) => data),
    [{ checkpoint: "CP-1" }],
  );
  assert.deepEqual(rollbackCommands([command], "N-1", "node"), []);
  assert.deepEqual(rollbackCommands([{ ...command, verb: null }], "CP-1", "checkpoint"), []);
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

test("with comments another try comes first", () => {
  assert.deepEqual(
    ["Waive", "Retry", "ReopenUnit"].filter((type) => isRetry({ type })),
    ["Retry", "ReopenUnit"],
  );
});
