// Tests of what `cairn evidence` says of claims, and of how much is met.
import assert from "node:assert/strict";
import { test } from "node:test";
import { claimLines, summary } from "./evidence.ts";

test("the words of a claim are shown, wrapped to the terminal, with who said them", () => {
  const words = "I ran all tests and they pass: 1 of 1, and hello.txt holds the word hi as asked";
  const claim = `[judged by verify-0a59ff] met\n[claim by task-788a44] ${words}`;
  const lines = claimLines(claim, { width: 80, colour: false }, false);
  assert.equal(lines[0], "      judged by verify-0a59ff: met");
  const rest = lines.slice(1).map((line) => line.trim());
  assert.equal(rest.join(" "), `claimed by task-788a44, proves nothing: ${words}`);
  for (const line of lines) assert.ok(line.length <= 80, line);
});

test("of a long claim its beginning is shown, and all of it where its unit is named", () => {
  const claim = `[claim by task-788a44] ${"word ".repeat(200)}`;
  const short = claimLines(claim, { width: 80, colour: false }, false);
  assert.equal(short.length, 5);
  assert.match(short[4] ?? "", /^ {6}\u2026 \d+ lines more: name the unit to see all$/u);
  assert.equal(
    claimLines(claim, { width: 80, colour: false }, true).join(" ").split("word").length - 1,
    200,
  );
});

test("what was judged is not called proved: of the run as the run says it, of a unit counted alike", () => {
  const proof = { tree: null, head: null, at: "", by: "w", digest: null, excerpt: "" };
  const criterion = {
    unit: "1",
    number: 1,
    text: "a",
    status: "proved",
    check: null,
    chosenBy: null,
    before: null,
    claim: null,
    waived: null,
    counts: true,
    fresh: null,
    redacted: 0,
  } as const;
  const judged = { ...criterion, proof: { ...proof, exit: null } };
  const checked = { ...criterion, proof: { ...proof, exit: 0 } };
  assert.equal(summary([judged], { have: 0, of: 1, met: "1 met: 1 judged" }), "1 met: 1 judged");
  assert.equal(summary([judged, checked], null), "2 met: 1 by a check, 1 judged");
  assert.equal(summary([checked], null), "1 of 1 criterion proved");
});

test("a claim without a word says so without a colon", () => {
  assert.deepEqual(claimLines("[claim by worker] ", { width: 80, colour: false }, false), [
    "      claimed by worker, proves nothing",
  ]);
});
