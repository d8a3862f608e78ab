// Tests of keyboard shortcuts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyTable, pressed } from "./keys.ts";

test("each entry does what it says by its own keys", () => {
  for (const { action, keys, native } of keyTable.filter((entry) => entry.native !== true)) {
    let pending: readonly string[] = [];
    let done: string | null = null;
    for (const key of keys) ({ action: done, pending } = pressed(pending, key));
    assert.deepEqual([done, pending, native], [action, [], undefined]);
  }
});

test("no two entries mean the same keys, and none begins as another ends", () => {
  const all = keyTable.map(({ keys }) => keys.join(" "));
  assert.equal(new Set(all).size, all.length);
  for (const one of all)
    assert.deepEqual(
      all.filter((other) => other.startsWith(`${one} `)),
      [],
    );
});

test("after a first key that leads nowhere, the second counts by itself", () => {
  assert.deepEqual(pressed([], "g"), { action: null, pending: ["g"] });
  assert.deepEqual(pressed(["g"], "j"), { action: "down", pending: [] });
  assert.deepEqual(pressed(["g"], "g"), { action: null, pending: ["g"] });
  assert.deepEqual(pressed([], "x"), { action: null, pending: [] });
});
