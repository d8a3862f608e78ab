// Fuzzed logs of iterative's passes: entries lie one behind the other, and are found again.
import assert from "node:assert/strict";
import fc from "fast-check";
import { readEntry } from "../../../src/protocols/iterative/markdown/entry.ts";
import { readProgress } from "../../../src/protocols/iterative/markdown/progress.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";

const progress = [
  "## T1 - Iteration 1 - 2026-01-14T10:40:00Z\n**Did:** a\n**Remaining:** b\n**Signal:** T1_DONE\n**Commit:** abc1234",
];
const lines = [
  ...progress.flatMap((entry) => entry.split("\n")),
  "```",
  "   ~~~",
  "\u{feff}# x",
  "### T1 - Note",
  "\t- Criteria:",
  "**:** **",
  "## ",
  "\r",
];

/** Lines taken out, put in and changed places. */
const spliced = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(1_000), fc.nat(2), fc.option(fc.constantFrom(...lines))), {
      minLength: 1,
      maxLength: 4,
    })
    .map((steps) => {
      const all = text.split("\n");
      for (const [at, gone, put] of steps)
        all.splice(at % (all.length + 1), gone, ...(put === null ? [] : [put]));
      return all.join("\n");
    });

/** Entries lie one behind the other, and each reads by itself as it did in the file. */
const entries = (text: string): void => {
  const read = readProgress(text);
  let end = 0;
  for (const { raw, at, entry } of read.entries) {
    assert.ok(at >= end && read.text.startsWith(raw, at));
    assert.deepEqual(readEntry(raw), entry);
    end = at + raw.length;
  }
  const known = read.entries.map(({ raw }) => raw);
  assert.deepEqual(
    readProgress(text, known).entries.map(({ raw, known: is }) => [raw, is]),
    known.map((raw) => [raw, true]),
    "what is known is found again",
  );
};

export const iterativeReaders: readonly Reader[] = [
  reader(
    "a log of passes",
    20,
    spliced(`# Progress Log\n\n${[...progress, ...progress].join("\n\n")}\n`),
    entries,
  ),
];
