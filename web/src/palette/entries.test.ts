// Tests of the search by a few letters.
import assert from "node:assert/strict";
import { test } from "node:test";
import { line } from "../../../test/fixtures/run-line.ts";
import { viewNode } from "../../../test/fixtures/shown.ts";
import { entriesFor, matchingEntries } from "./entries.ts";

const asked = {
  run: "a1",
  key: "approve-1",
  question: "Is the plan good?\nLook at it.",
  since: "2026-01-01T00:00:00.000Z",
};
const node = { ...viewNode("2", { label: "Take it off" }), state: "open" } as const;
const all = entriesFor(
  [
    line("a1", { title: "Add vouchers", decisions: [asked] }),
    line("b2", { title: "Vote", decisions: [asked] }),
  ],
  {
    run: "a1",
    nodes: [node],
    tabs: [{ id: "proof", label: "Proof" }],
  },
);
const found = (words: string) =>
  matchingEntries(all, words).map(({ kind, name }) => `${kind} ${name}`);

test("questions come first, then what is open, then all runs", () => {
  assert.deepEqual(found(""), [
    "question Is the plan good?",
    "page Proof",
    "task 2 Take it off",
    "run Add vouchers",
    "run Vote",
    "page Runs",
    "page New run",
    "page Watch",
  ]);
});

test("all words must be there, and what begins with the first one stands first", () => {
  assert.deepEqual(found("vo"), ["run Vote", "question Is the plan good?", "run Add vouchers"]);
  assert.deepEqual(found("task off"), ["task 2 Take it off"]);
  assert.deepEqual(found("nothing like it"), []);
  assert.equal(all.find(({ kind }) => kind === "task")?.href, "/run/a1?node=2");
});
