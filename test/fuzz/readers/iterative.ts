// Fuzzed readers of iterative's documents: never throw, always point into the text.
import assert from "node:assert/strict";
import fc from "fast-check";
import { check } from "../../../src/protocols/iterative/check/check.ts";
import { write } from "../../../src/protocols/iterative/files.ts";
import { readEntry } from "../../../src/protocols/iterative/markdown/entry.ts";
import { readProgress } from "../../../src/protocols/iterative/markdown/progress.ts";
import { adoptedState, foundUnit } from "../../fixtures/iterative-state.ts";
import { mutated } from "../mutated.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";

type Files = Readonly<Record<string, string>>;

const progress = [
  "## T1 - Iteration 1 - 2026-01-14T10:40:00Z\n**Did:** a\n**Remaining:** b\n**Signal:** T1_DONE\n**Commit:** abc1234",
];
const written = (mode: "development" | "knowledge", letter: string): Files => {
  const ids = [1, 2, 3].map((number) => `${letter}${number}`);
  const units = ids.map((id, index) =>
    foundUnit(id, {
      depends: ids.slice(0, index),
      criteria: ["a", "b"],
      output: `outputs/${id}.md`,
      used: index,
    }),
  );
  return {
    ...write(
      adoptedState({
        mode,
        domain: mode === "knowledge" ? "research" : "bug",
        units,
        brief: {
          title: "t",
          domain: "bug",
          outcome: "o",
          done_when: ["d"],
          constraints: [],
          notes: "n\nm",
        },
        context: {
          goal: "g",
          approach: "a",
          key_files: [{ path: "a.ts", text: "b" }],
          patterns: ["p"],
          signals: {},
          whole: null,
        },
        guardrails: [
          { name: "Locks", when: "w", problem: "p", solution: "s", learned: "T1 iteration 1" },
        ],
      }),
      [],
    ),
    "progress.md": `# Progress Log\n\n${progress.join("\n\n")}\n`,
  };
};
const folders: readonly Files[] = [written("development", "T"), written("knowledge", "R")];
const lines = [
  ...new Set(folders.flatMap((files) => Object.values(files).flatMap((text) => text.split("\n")))),
  "```",
  "   ~~~",
  "\u{feff}# x",
  "### T1 - Note",
  "\t- Criteria:",
  "T1 ──▶ T2, T3",
  "└──► T9",
  "- [X] **T1**: a <!-- DONE: 3 iterations -->",
  "**:** **",
  "  - Max iterations: many",
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

const folder: fc.Arbitrary<Files> = fc.nat(folders.length - 1).chain((which) => {
  const files = folders[which] ?? {};
  const one = fc.constantFrom(...Object.keys(files)).chain((path) => {
    const text = files[path] ?? "";
    const changed = path.endsWith(".json") ? mutated([text], 3) : spliced(text);
    return changed.map((made) => [path, made] as const);
  });
  return fc
    .array(one, { minLength: 1, maxLength: 3 })
    .map((changes) => ({ ...files, ...Object.fromEntries(changes) }));
});

const judge = (files: Files): void => {
  for (const { path, line, column, code, message } of check(files) ?? []) {
    const rows = files[path]?.split(/\r\n|\n|\r/u) ?? [];
    assert.ok(
      line >= 1 && line <= Math.max(1, rows.length),
      `${code} names line ${line} of ${rows.length} in ${path}`,
    );
    assert.ok(
      column >= 1 && column <= (rows[line - 1]?.length ?? 0) + 2,
      `${code} names column ${column} in ${path}`,
    );
    assert.ok(message !== "" && /^[A-Z]+(?:_[A-Z]+)*$/u.test(code));
  }
};

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
  reader("folders of iterative, to be judged", 20, folder, judge),
  reader(
    "a log of passes",
    20,
    spliced(`# Progress Log\n\n${[...progress, ...progress].join("\n\n")}\n`),
    entries,
  ),
];
