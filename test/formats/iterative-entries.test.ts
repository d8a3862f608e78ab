// Tests of progress.md entries: headings, labels, signals in every way of writing.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  commitIn,
  readEntry,
  saidIn,
  signalIn,
} from "../../src/protocols/iterative/markdown/entry.ts";
import { readProgress } from "../../src/protocols/iterative/markdown/progress.ts";

const heading = "## T1 - Iteration 2 - 2026-01-14T10:40:00Z";

const headings: readonly (readonly [string, readonly (string | number | null)[] | null])[] = [
  [heading, ["T1", "Iteration", 2, "2026-01-14T10:40:00Z"]],
  ["### t1 — iteration 2 – 2026-01-14", ["T1", "Iteration", 2, "2026-01-14"]],
  ["## Review - Iteration 1 - {timestamp}", ["Review", "Iteration", 1, null]],
  ["## T10 - CONFIRMATION #3", ["T10", "Confirmation", 3, null]],
  ["## Fix - Iteration 4", ["Fix", "Iteration", 4, null]],
  ["## T1 - Note", ["T1", "Note", null, null]],
  ["## T1-Iteration 2", null],
  ["## Something", null],
  ["# T1 - Iteration 2", null],
  ["T1 - Iteration 2", null],
];
for (const [line, wanted] of headings)
  test(`the heading ${line}`, () => {
    const entry = readEntry(`${line}\n**Did:** a`);
    assert.deepEqual(
      entry === null ? null : [entry.subject, entry.kind, entry.number, entry.time],
      wanted,
    );
  });

test("what says that there is nothing is nothing, and of two labels the last counts", () => {
  const entry = readEntry(
    `${heading}\n**Did**: a\n**Remaining:** tests\n**remaining:** N/A\n**Blockers:** {issues or "None"}\n**Signal:** None`,
  );
  assert.ok(entry !== null);
  assert.deepEqual(
    [
      saidIn(entry, "Did"),
      saidIn(entry, "Remaining"),
      saidIn(entry, "Blockers"),
      saidIn(entry, "Commit"),
    ],
    ["a", "", "", null],
  );
  assert.equal(signalIn(entry), null);
});

const signals: readonly (readonly [string, string | null])[] = [
  ["**Signal:** T1_DONE", "T1_DONE"],
  ["**Signal:** `T1_DONE`", "T1_DONE"],
  ["**Signal:** `<signal>T1_DONE</signal>`", "T1_DONE"],
  ["**Signal:** <signal>R1_GAPS:2</signal>", "R1_GAPS:2"],
  ["**Signal:** BLOCKED:no key", "BLOCKED:no key"],
  ["**Did:** a\n  **Signal:** T1_DONE", null],
  ["**Did:** a\n```\n**Signal:** T1_DONE\n```", null],
  ["**Did:** a\n- **Signal:** T1_DONE", null],
  ["- **Did:** a\n- **Signal:** T1_DONE", "T1_DONE"],
  ["**Did:** I will not say **Signal:** T1_DONE", null],
];
for (const [text, wanted] of signals)
  test(`the signal in ${JSON.stringify(text)}`, () => {
    const entry = readEntry(`${heading}\n${text}`);
    assert.ok(entry !== null);
    assert.equal(signalIn(entry), wanted);
  });

test("older names of Commit count where they name a hash", () => {
  const of = (text: string): string | null =>
    commitIn(readEntry(`${heading}\n${text}`) ?? { labels: [] });
  assert.equal(of("**Commit/Output:** abc1234 feat"), "abc1234 feat");
  assert.equal(of("**Output:** drafts/outline.md"), null);
  assert.equal(of("**Delta:** x\n**Commit:** None"), "");
});

const one = `${heading}\n**Did:** one\n**Remaining:** None`;
const two = "## T2 - Iteration 1 - 2026-01-14T10:41:00Z\n**Did:** two\n```\nnever closed";
const three = "## T3 - Iteration 1 - 2026-01-14T10:42:00Z\n**Did:** three";
const file = (...entries: readonly string[]): string =>
  `# Progress Log\n\n${entries.join("\n\n")}\n`;
const told = (text: string, known: readonly string[] = []) =>
  readProgress(text, known).entries.map(({ raw, known: is, at }) => [
    raw,
    is,
    readProgress(text).text.startsWith(raw, at),
  ]);

test("a known entry ends where it ended, whatever it leaves open, and new ones are found wherever they stand", () => {
  assert.deepEqual(told(file(one, two, three), [one, two]), [
    [one, true, true],
    [two, true, true],
    [three, false, true],
  ]);
  assert.deepEqual(told(file(three, two, one), [one, two]), [
    [three, false, true],
    [two, true, true],
    [one, true, true],
  ]);
  assert.equal(told(file(one, two, three)).length, 2);
});

test("a known entry that goes on is another one", () => {
  assert.deepEqual(told(file(`${one}\n**Commit:** abc1234`), [one]), [
    [`${one}\n**Commit:** abc1234`, false, true],
  ]);
  assert.deepEqual(told(file(`${one}\n\nand more`), [one]), [[`${one}\n\nand more`, false, true]]);
});

test("a heading inside of an entry is text, unless it is that of one", () => {
  const long = `${one}\n### Details\nmore`;
  assert.deepEqual(told(file(long, three.replace("##", "###"))), [
    [long, false, true],
    [three.replace("##", "###"), false, true],
  ]);
});

test("what stands before the first entry is told", () => {
  assert.equal(
    readProgress(`\u{feff}# Progress Log\r\n\r\nread me\r\n\r\n${one}`).before,
    "read me",
  );
});
