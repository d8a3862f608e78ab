// Tests of what `cairn evidence` says of claims.
import assert from "node:assert/strict";
import { test } from "node:test";
import { claimLines } from "./evidence.ts";

test("the words of a claim are shown, wrapped to the terminal, with who said them", () => {
  const words = "I ran all tests and they pass: 1 of 1, and hello.txt holds the word hi as asked";
  const claim = `[judged by verify-0a59ff] met\n[claim by task-788a44] ${words}`;
  const lines = claimLines(claim, 80, false);
  assert.equal(lines[0], "      judged by verify-0a59ff: met");
  const rest = lines.slice(1).map((line) => line.trim());
  assert.equal(rest.join(" "), `claimed by task-788a44, proves nothing: ${words}`);
  for (const line of lines) assert.ok(line.length <= 80, line);
});

test("of a long claim its beginning is shown, and all of it where its unit is named", () => {
  const claim = `[claim by task-788a44] ${"word ".repeat(200)}`;
  const short = claimLines(claim, 80, false);
  assert.equal(short.length, 5);
  assert.match(short[4] ?? "", /^ {6}\u2026 \d+ lines more: name the unit to see all$/u);
  assert.equal(claimLines(claim, 80, true).join(" ").split("word").length - 1, 200);
});
