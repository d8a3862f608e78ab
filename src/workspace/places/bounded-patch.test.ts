// Tests of a truncated patch: it stays valid, and shows the beginning of later files, too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePatch } from "diff";
import { patchWithin } from "./bounded-patch.ts";

const added = (name: string, count: number, line = "line"): string =>
  [
    `diff --git a/${name} b/${name}`,
    "new file mode 100644",
    "index 0000000..d00491f",
    "--- /dev/null",
    `+++ b/${name}`,
    `@@ -0,0 +1,${count} @@`,
    ...Array.from({ length: count }, (_, at) => `+${line} ${at}`),
    "",
  ].join("\n");
const changed = (name: string): string =>
  [
    `diff --git a/${name} b/${name}`,
    "index d00491f..0cfbf08 100644",
    `--- a/${name}`,
    `+++ b/${name}`,
    "@@ -7,2 +7,3 @@ before",
    " same",
    "-one",
    "+uno",
    "+due",
    "",
  ].join("\n");

const taken = (text: string, bounds: { bytes: number; file: number; read?: number }, piece = 7) => {
  const patch = patchWithin({ read: 1_000_000, ...bounds });
  const bytes = Buffer.from(text);
  let asked = 0;
  for (let at = 0; at < bytes.length; at += piece) {
    asked = at + piece;
    if (!patch.take(bytes.subarray(at, at + piece))) break;
  }
  return { ...patch.part(), asked: Math.min(asked, bytes.length) };
};
const shown = (text: string) =>
  parsePatch(text).map(({ newFileName, hunks }) => [
    newFileName,
    hunks.map(({ oldLines, newLines, lines }) => [oldLines, newLines, lines.length]),
  ]);

test("a patch within the limits stays as it is, in whatever pieces it comes", () => {
  const text = added("ä.txt", 3, "süß") + changed("b.txt") + added("c.txt", 1);
  for (const piece of [1, 2, 7, 64, 10_000]) {
    const { text: kept, cut } = taken(text, { bytes: 10_000, file: 5_000 }, piece);
    assert.equal(kept, text);
    assert.equal(cut, false);
  }
});

test("a large file shows its beginning and hides none of those after it", () => {
  const text =
    added("a.lock", 5_000) +
    changed("b.txt") +
    added("one-line.js", 1, "x".repeat(9_000)) +
    changed("c.txt");
  for (const piece of [1, 13, 999, 100_000]) {
    const { text: kept, cut } = taken(text, { bytes: 10_000, file: 500 }, piece);
    assert.equal(cut, true);
    const [first, ...others] = shown(kept);
    assert.deepEqual(others, [
      ["b/b.txt", [[2, 3, 4]]],
      ["b/c.txt", [[2, 3, 4]]],
    ]);
    assert.match(JSON.stringify(first), /^\["b\/a\.lock",\[\[0,(\d\d),\1\]\]\]$/u);
    assert.ok(Buffer.byteLength(kept) < 2_000);
  }
});

test("the whole ends at its limit, and git is asked for no more", () => {
  const text = Array.from({ length: 100 }, (_, at) => added(`${at}.txt`, 20)).join("");
  const full = taken(text, { bytes: 3_000, file: 1_000 });
  assert.ok(full.cut && Buffer.byteLength(full.text) <= 3_000);
  assert.ok(shown(full.text).length >= 5);
  const skipped = taken(added("a.lock", 5_000) + changed("b.txt"), {
    bytes: 3_000,
    file: 1_000,
    read: 10_000,
  });
  assert.ok(skipped.cut && skipped.asked < 10_100);
  assert.equal(shown(skipped.text).length, 1);
});

test("a hunk that is cut counts the lines that are left of it", () => {
  const text = changed("b.txt");
  const upTo = (line: string) =>
    taken(text, { bytes: 10_000, file: Buffer.byteLength(text.slice(0, text.indexOf(line))) }).text;
  assert.match(upTo("+due"), /^@@ -7,2 \+7,2 @@ before\n same\n-one\n\+uno\n$/mu);
  assert.match(upTo("-one"), /^@@ -7,1 \+7,1 @@ before\n same\n$/mu);
  assert.doesNotMatch(upTo(" same"), /@@/u);
  for (const line of ["+due", "+uno", "-one", " same", "@@"]) parsePatch(upTo(line));
});
