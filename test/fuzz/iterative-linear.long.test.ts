// Tests of linear time in iterative's readers on very large files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../../src/protocols/iterative/check/check.ts";
import { notesOf } from "../../src/protocols/iterative/decider/pass-end.ts";
import { readEntry } from "../../src/protocols/iterative/markdown/entry.ts";
import { readProgress } from "../../src/protocols/iterative/markdown/progress.ts";
import { taken } from "../fixtures/taken.ts";

const n = 300_000;
const rows = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join("\n");
const hostile: Readonly<Record<string, string>> = {
  blanks: `## T1${" ".repeat(n)}x`,
  "blanks in a label": `**Did:**${" ".repeat(n)}x`,
  "blanks in a title": `# a${" ".repeat(n)}b`,
  "blanks in a bullet": `## Tasks\n- [ ] **T1**: <!-- DONE${" ".repeat(n)}x`,
  "blank lines": `${"\n".repeat(n)}x`,
  "line ends": "\r\n".repeat(n / 2),
  dashes: `## Dependencies\n${"-".repeat(n)}`,
  arrows: `## Dependencies\n${"T1 → ".repeat(n / 5)}T2`,
  equals: `## Dependencies\n${"=".repeat(n)}`,
  brackets: "(".repeat(n),
  comments: `- [ ] **T1**: ${"<!-- DONE ".repeat(n / 10)}`,
  backticks: "`".repeat(n),
  "backticks behind a signal": `## T1 - Iteration 1\n**Signal:** x${"`".repeat(n)}y`,
  stars: "*".repeat(n),
  digits: `## T1 - Iteration ${"1".repeat(n)}x`,
  hashes: `# a${" #".repeat(n / 2)}x`,
  fences: "```\n".repeat(n / 4),
  headings: rows(n / 40, (index) => `## T1 - Iteration ${index} - 2026-01-14`),
  labels: `## T1 - Iteration 1\n${rows(n / 12, (index) => `**L${index}:** x`)}`,
  bullets: `## Done When\n${"- a\n".repeat(n / 4)}`,
  units: `## Tasks\n${rows(n / 40, (index) => `- [ ] **T${index}**: t\n  - Criteria: c`)}`,
  "fields of a unit": `## Tasks\n- [ ] **T1**: t\n${"  - Owner: a\n".repeat(n / 13)}`,
  "criteria of a unit": `## Tasks\n- [ ] **T1**: t\n  - Criteria:\n${"    - a\n".repeat(n / 8)}`,
  sections: rows(n / 20, (index) => `## Section ${index}\nx`),
};
const names = [
  "brief.md",
  "tasks.md",
  "plan.md",
  "context.md",
  "progress.md",
  "guardrails.md",
] as const;
/** What makes a text one of ours, whatever follows. */
const heads: Readonly<Record<(typeof names)[number], string>> = {
  "brief.md": "# x\n\n## Outcome Needed\no\n\n## Done When\n- d\n\n",
  "tasks.md": "# x - Tasks\n\n",
  "plan.md": "# x - Phases\n\n",
  "context.md": "# x Context\n\n**Goal:** g\n\n**Approach:** a\n\n",
  "progress.md": "# Progress Log\n\n",
  "guardrails.md": "# Guardrails\n\n",
};

/** Far above what any of them takes, far below the square. */
const limit = 10_000;
const quick = (name: string, act: () => void): void => {
  const took = taken(act);
  assert.ok(took < limit, `${name} took ${Math.round(took)} ms`);
};

for (const [name, text] of Object.entries(hostile))
  test(`much of ${name}`, () => {
    for (const file of names) {
      // Short enough to be read at all.
      const whole = `${heads[file]}${text}`.slice(0, 1024 * 1024);
      quick(file, () => assert.ok(check({ [`x/${file}`]: whole }) !== null));
    }
    quick("an entry", () => void readEntry(text));
  });

test("known entries are found in a long file without looking at it for each", () => {
  const entries = Array.from(
    { length: 10_000 },
    (_, index) => `## T1 - Iteration ${index} - now\n**Did:** ${"x ".repeat(40)}`,
  );
  quick("the entries", () => {
    const { entries: found } = readProgress(`# Progress Log\n\n${entries.join("\n\n")}\n`, entries);
    assert.ok(found.length === entries.length && found.every(({ known }) => known));
  });
});

test("entries of one pass are held against each other without comparing each with all", () => {
  const entries = Array.from(
    { length: 60_000 },
    (_, index) => `## T1 - Iteration ${index} - now\n**Did:** x${index}\n`,
  );
  quick("the entries", () =>
    assert.equal(
      notesOf("T1", [...entries, `${entries[7] ?? ""}and more\n`]).length,
      entries.length,
    ),
  );
});
