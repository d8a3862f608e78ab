// Test of keyboard shortcuts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyTable } from "./keys.ts";

test("no key does two things", () => {
  const all = keyTable.map(({ key }) => key);
  assert.deepEqual(all, [...new Set(all)]);
});
