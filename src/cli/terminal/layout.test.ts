// Tests of terminal layout: wide letters, accents, colours, cuts, tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { alternatives, beside, columns, ends, fit, list, wrap } from "./layout.ts";

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

test("rows fit their page: the last column wraps, goes below what leaves it no room, or is cut", () => {
  const about = "a very long subject of a task that nobody would ever read to its end";
  const rows = [
    ["1", "3/3", about],
    [["good", "fix-1-1"], "–", ""],
    ["a-name-that-is-wider-than-a-column-may-be", "–", "short"],
  ] as const;
  for (const width of [24, 60, 80, 200])
    for (const cut of [true, false])
      for (const line of list(rows.slice(0, 2), { width, colour: false }, { cut }))
        assert.ok(columns(line) <= width, `${width}: ${line}`);
  const at = (width: number) => list(rows, { width, colour: false }, { indent: 1 });
  assert.deepEqual(at(200).slice(1), [
    ` fix-1-1                       –`,
    " a-name-that-is-wider-than-a-column-may-be  –",
    `${" ".repeat(36)}short`,
  ]);
  assert.match(at(Number.POSITIVE_INFINITY)[0] ?? "", /read to its end$/u);
});

test("a text stands beside its label, in one column, and no command in it is parted", () => {
  const page = { width: 20, colour: false };
  assert.deepEqual(beside("note", "one two three\ntype `cairn run a b`", page, 6), [
    "note  one two three",
    "      type",
    "      `cairn run a b`",
  ]);
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
