// Tests of terminal layout: wide letters, accents, colours, cuts, tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alternatives, columns, ends, fit, table, wrap } from "./layout.ts";

test("wide letters, accents and colours are counted as they are shown", () => {
  assert.equal(columns("abc"), 3);
  assert.equal(columns("日本"), 4);
  assert.equal(columns("e\u0301"), 1);
  assert.equal(columns("✔ é – … ‖"), 9);
  assert.equal(columns("a\u00ad\u200b"), 1);
  assert.equal(columns("\u001b[31mab\u001b[39m"), 2);
});

test("what is cut says so and fits", () => {
  assert.equal(fit("abcdef", 6), "abcdef");
  assert.equal(fit("abcdef", 4), "abc…");
  assert.ok(columns(fit("日本語日本語", 5)) <= 5);
  assert.equal(fit("abc", 0), "");
});

test("a table fits its page, and is not cut where there is none", () => {
  const rows = [
    [
      "1",
      "a very long subject of a task that nobody would ever read to its end anyway",
      "3/3",
      "waits for another very long explanation",
    ],
    ["fix-1-1", "short", "–", ""],
  ];
  for (const width of [40, 60, 80, 200])
    for (const line of table(rows, { width, colour: false }).split("\n"))
      assert.ok(columns(line) <= width, `${width}: ${line}`);
  assert.match(
    table(rows, { width: Number.POSITIVE_INFINITY, colour: false }),
    /its end anyway .*very long explanation$/m,
  );
});

test("words wrap behind their indent, and one that is too long stays whole", () => {
  assert.equal(wrap("aa bb cc", 5, 2), "aa bb\n  cc");
  assert.equal(wrap("aaaaaaaaaa b", 4), "aaaaaaaaaa\nb");
});

test("alternatives stand on one line where they fit, else one a line", () => {
  const ways = ["resume: cairn run x", "look: cairn status x"];
  const at = (width: number) => alternatives(ways, { width, colour: false });
  assert.deepEqual(at(80), ["  resume: cairn run x      look: cairn status x"]);
  assert.deepEqual(at(40), ["  resume: cairn run x", "  look: cairn status x"]);
});

test("a long text keeps its ends, and one line is never left out for another", () => {
  const between = (left: number): string => `${left} more`;
  assert.equal(ends("a\nb\nc\nd\ne", 2, 1, between), "a\nb\n2 more\ne");
  assert.equal(ends("a\nb\nc\nd", 2, 1, between), "a\nb\nc\nd");
  assert.equal(ends("a\nb\nc", 1, 0, between), "a\n2 more");
});
