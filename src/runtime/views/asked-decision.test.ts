// Tests of the documents shown with a decision.
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentText } from "./asked-decision.ts";

test("a credential at the end of what is shown of a long document is told nowhere, not by half either", () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const { text, cut } = documentText(`${"x".repeat(128 * 1024 - 12)}\n${token}\n`);
  assert.ok(cut);
  assert.doesNotMatch(text, /ghp_/u);
  assert.deepEqual(documentText("short"), { text: "short", cut: false });
});
