// Keys that a shell would read are made plain, each other than any else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionJob } from "./decision.ts";
import { typable } from "./typable.ts";

test("a key that no shell reads stays; any other one is made plain, and two of them stay two", () => {
  for (const key of ["approve-1", "gate-story-1.1-2", "drift-docs/prd.md-0a1b2c3d"])
    assert.equal(typable(key), key);
  const odd = [
    "drift-docs/a b.md-1",
    "drift-docs/a (b).md-1",
    "drift-docs/a'b.md-1",
    "plan#1",
    "say*",
    "a$(b)",
    'a"b',
    "größe",
  ];
  const made = odd.map(typable);
  for (const key of made) assert.match(key, /^[\w./-]+$/u);
  assert.equal(new Set(made).size, odd.length);
  assert.equal(decisionJob("drift-a b-1", null, "a b", "Is it?", []).key, typable("drift-a b-1"));
});
