// A story of ralph: what is said, what is recorded, and the bytes that its two files come to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openDesk } from "../fixtures/ralph-desk.ts";

const folder = join(import.meta.dirname, "../fixtures/formats/ralph/windows/tasks");
const prd = readFileSync(join(folder, "prd.json"), "utf8");
const log = "# Log\r\n";

test("a pass that is returned and one that is met: one word of the PRD, two entries of the log", () => {
  const run = openDesk();
  run.adopt(prd, {}, { progress: log });
  run.begin();
  run.finish("tried it", { learnings: ["feet are short"] });
  run.check(1);
  run.begin();
  run.finish("did it", { patterns: ["metres inside"] });
  run.check(0);
  run.judged();
  assert.equal(run.prd(), prd.replace('"passes": false', '"passes": true'));
  assert.equal(
    run.progress(),
    [
      "# Log",
      "",
      "## Codebase Patterns",
      "- metres inside",
      "",
      "## 2026-01-14T10:00:05Z - US-001",
      "- tried it",
      "- Result: checks red: npm test: exit 1",
      "- **Learnings:**",
      "  - feet are short",
      "---",
      "",
      "## 2026-01-14T10:00:11Z - US-001",
      "- did it",
      "- Result: passed (1 check green on t1, 2 of 2 criteria met)",
      "---",
      "",
    ].join("\r\n"),
  );
});
