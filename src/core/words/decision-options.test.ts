// Tests of how options of a decision are written out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { offered, optionLines, optionText } from "./decision-options.ts";

test("an offered answer is its own label; a long one stands in full beside a shortened label", () => {
  assert.deepEqual(offered(0, "SQLite"), { id: "1", label: "SQLite", means: "" });
  const long = `Keep all of it${" and more".repeat(10)}`;
  const { id, label, means } = offered(1, long);
  assert.deepEqual([id, means], ["2", long]);
  assert.match(label, /^Keep all of it.*…$/u);
  assert.equal(optionText({ label, means }), long);
});

test("an option in a brief: what to type, its label, what follows, and which is the usual one", () => {
  const options = [
    {
      id: "approve",
      label: "Approve the plan",
      means: "Work begins.",
      note: "may",
      recommended: true,
    },
    { id: "1", label: "SQLite", means: "", note: "none" },
  ] as const;
  assert.equal(
    optionLines(options),
    "- `approve` (a note may be given): Approve the plan (recommended). Work begins.\n- `1`: SQLite",
  );
});
