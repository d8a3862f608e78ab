// PRD files and loop files that anybody wrote: reading and splicing them never throws, and points into them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { readLoop } from "../../../src/protocols/ralph/loop.ts";
import { prdIn, readPrd, withPassed } from "../../../src/protocols/ralph/prd.ts";
import { editOf, withEntry } from "../../../src/protocols/ralph/progress.ts";
import { mutated, mutatedLines, raw } from "../mutated.ts";
import { type Reader, reader } from "../reader.ts";

const folder = join(import.meta.dirname, "../../fixtures/formats/ralph");
const text = (path: string): string => readFileSync(join(folder, path), "utf8");
const prds = [
  "published/scripts/ralph/prd.json",
  "list/plans/prd.json",
  "status/.agents/tasks/prd.json",
  "loose/.ralph/prd.json",
  "doubtful/prd.json",
].map(text);

const inside = (
  given: string,
  findings: readonly { readonly line: number; readonly message: string }[],
): void => {
  const rows = given.split(/\r\n|\n|\r/u).length;
  for (const { line, message } of findings)
    assert.ok(line >= 1 && line <= rows && message !== "", message);
};

/** A splice is read back as what it says, and undone by its opposite. */
const prd = (given: string): void => {
  const { prd: read, findings } = readPrd("prd.json", given);
  inside(given, findings);
  if (read === null || findings.some(({ severity }) => severity === "error")) return;
  for (const { id, passed } of read.stories) {
    const after = withPassed(given, id, !passed);
    const others = (one: string) =>
      prdIn(one).stories.map((story) => (story.id === id ? { ...story, passed } : story));
    assert.equal(prdIn(after).stories.find((one) => one.id === id)?.passed, !passed);
    assert.deepEqual(others(after), others(given));
  }
};

const loop = (given: string): void => inside(given, readLoop("loop.md", given).findings);

const progress = (given: string): void => {
  const entry = {
    at: "2026-01-14",
    story: "A",
    summary: "s",
    learnings: [],
    patterns: ["p"],
    result: "r",
  };
  const after = withEntry(given, entry);
  assert.deepEqual(editOf("p", after, after), { head: null, added: "" });
};

export const ralphReaders: readonly Reader[] = [
  reader("PRDs of ralph", 30, fc.oneof(mutated(prds), raw), prd),
  reader(
    "loop files of ralph",
    20,
    fc.oneof(mutatedLines([text("loop/.claude/ralph-loop.local.md")]), raw),
    loop,
  ),
  reader(
    "progress files of ralph",
    20,
    fc.oneof(mutatedLines([text("published/scripts/ralph/progress.txt")]), raw),
    progress,
  ),
];
