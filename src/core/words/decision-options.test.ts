// Tests of how options of a decision are written out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { offered, optionText } from "./decision-options.ts";

test("an offered answer is its own label; a long one stands in full beside a shortened label", () => {
  assert.deepEqual(offered(0, "SQLite"), { id: "1", label: "SQLite", means: "" });
  const long = `Keep all of it${" and more".repeat(10)}`;
  const { id, label, means } = offered(1, long);
  assert.deepEqual([id, means], ["2", long]);
  assert.match(label, /^Keep all of it.*…$/u);
  assert.equal(optionText({ label, means }), long);
});

test("an option tells its label, what follows, and which is the usual one", () =>
  assert.equal(
    optionText({ label: "Approve the plan", means: "Work begins.", recommended: true }),
    "Approve the plan (recommended). Work begins.",
  ));
