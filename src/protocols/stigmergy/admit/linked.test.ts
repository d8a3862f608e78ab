// Test of an issue that becomes a link: its words stay beside the history entry.
import assert from "node:assert/strict";
import { test } from "node:test";
import { editsOf, entry } from "../../../../test/fixtures/stigmergy-edits.ts";
import { openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";

test("the words of an issue that becomes a link are kept beside the entry that came with it", () => {
  const run = openDesk();
  run.execute();
  run.describe("1.1");
  run.fail("1.1");
  run.fail("1.1");
  assert.equal(run.issue("ISSUE-001").status, "OPEN");
  const edits = editsOf(run);
  const put = edits.change((file) => {
    file.issue_log.push({
      issue_id: "ISSUE-070",
      timestamp: "",
      status: "OPEN",
      summary: "Story 1.1: the pump leaks",
      history_ref: [],
    });
    file.history.push(entry("james", "looked at story 1.1"));
  });
  assert.deepEqual([put.events, put.codes], ["ActionRecorded IssueLinked", ""]);
  const summaries = edits.file().history.map((one: { summary: string }) => one.summary);
  assert.deepEqual(summaries.slice(-2), [
    "looked at story 1.1",
    "ISSUE-001: Story 1.1: the pump leaks",
  ]);
});
