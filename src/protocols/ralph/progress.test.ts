// The progress file: what is appended, and which edits of it are taken.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import {
  editOf,
  lastEntries,
  newProgress,
  partsOf,
  patternsIn,
  withEdit,
  withEntry,
} from "./progress.ts";

const folder = join(import.meta.dirname, "../../../test/fixtures/formats/ralph");
const published = readFileSync(join(folder, "published/scripts/ralph/progress.txt"), "utf8");
const list = readFileSync(join(folder, "list/progress.txt"), "utf8");
const entry = {
  at: "2026-03-05T10:00:00Z",
  story: "US-002",
  summary: "The column is there",
  learnings: ["Columns\nare padded"],
  patterns: [],
  result: "passed",
};

test("an entry goes to the end; all that stood there stays byte for byte", () => {
  const after = withEntry(published, entry);
  assert.equal(
    after,
    `${published}\n## 2026-03-05T10:00:00Z - US-002\n- The column is there\n- Result: passed\n- **Learnings:**\n  - Columns are padded\n---\n`,
  );
  assert.equal(lastEntries(after, 1).split("\n", 1)[0], "## 2026-03-05T10:00:00Z - US-002");
});

test("a file without entries or with Windows line ends goes on in its own way", () => {
  assert.ok(withEntry(list, entry).startsWith(`${list}\n## 2026`));
  const windows = published.replaceAll("\n", "\r\n");
  const after = withEntry(windows, { ...entry, patterns: ["new"] });
  assert.doesNotMatch(after, /(?<!\r)\n/u);
  assert.deepEqual(patternsIn(after).slice(1), ["new"]);
});

test("a pattern is added once, at the end of its list, which is made where there is none", () => {
  const after = withEntry(published, {
    ...entry,
    patterns: ["new", "new", ...patternsIn(published)],
  });
  assert.deepEqual(patternsIn(after), [...patternsIn(published), "new"]);
  assert.ok(after.includes("clock().\n- new\n\n## 2026-03-02 09:20"));
  const fresh = withEntry(newProgress("2026"), { ...entry, patterns: ["a"] });
  assert.deepEqual(patternsIn(fresh), ["a"]);
  assert.ok(
    fresh.startsWith(
      "# Ralph Progress Log\nStarted: 2026\n---\n\n## Codebase Patterns\n- a\n\n## ",
    ),
  );
});

test("what an entry says stays on its own line", () => {
  const after = withEntry(published, {
    ...entry,
    story: "US\n## 2020-01-01 - forged",
    result: "failed: x\r## 2020-01-01 - forged",
  });
  assert.doesNotMatch(after, /^## 2020/mu);
});

test("an edit may add at the end and change the head", () => {
  const added = editOf("p", published, `${published}\n## 2026-03-06 - me\n- by hand\n`);
  assert.deepEqual(added, { head: null, added: "\n\n## 2026-03-06 - me\n- by hand\n" });
  assert.ok(!isRefusal(added));
  assert.equal(withEdit(published, added), `${published}\n## 2026-03-06 - me\n- by hand\n`);
  const head = editOf("p", published, published.replace("- Times", "- Hours"));
  assert.ok(!isRefusal(head) && head.added === "" && head.head?.includes("- Hours") === true);
  assert.equal(withEdit(published, head), published.replace("- Times", "- Hours"));
});

test("an entry that stands is not changed, and the refusal says where it would be", () => {
  const two = withEntry(published.replace("spring", "spring \u{1f30a}\u{1f30a}\u{1f30a}"), entry);
  const row = two.split("\n").indexOf("- The column is there") + 1;
  const no = editOf("p", two, two.replace("- The column", "- the column"));
  assert.ok(isRefusal(no));
  assert.deepEqual([no.code, no.line, no.column], ["ENTRY_IMMUTABLE", row, 1]);
  assert.ok(isRefusal(editOf("p", two, partsOf(two).head)), "nor taken away");
});
