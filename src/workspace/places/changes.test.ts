// Tests of a part of a patch: whole files, the smallest first, in git's order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { partOf } from "./changes.ts";

const file = (name: string, lines: number): string =>
  `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,${lines} @@\n${"+süß diff --git \n".repeat(lines)}`;

test("what doesn't fit is left out as whole files, the largest ones", () => {
  const [large, small, last] = [file("a.lock", 500), file("b.txt", 1), file("c.txt", 2)];
  const patch = Buffer.from(large + small + last);
  assert.deepEqual(partOf(patch, patch.length), { text: large + small + last, cut: false });
  assert.deepEqual(partOf(patch, 1_000), { text: small + last, cut: true });
  assert.deepEqual(partOf(patch.subarray(0, -9), 1_000, false), { text: small, cut: true });
  assert.deepEqual(partOf(Buffer.alloc(0), 10), { text: "", cut: false });
});
