// Tests of unfit stigmergy reviewers: a person is asked where the whole roster is unfit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { given, hand, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";

test("a story that somebody built as sarah waits for a person's word: no reviewer of the roster is fit", () => {
  let run = openDesk();
  for (const name of ["Sаrah", "ＰＯ ", "po"]) {
    run = openDesk();
    run.execute();
    run.describe("1.1");
    run.ok("StartStory", { story: "1.1", entry: given(name, "begun by its reviewer") }, hand);
    run.finish("1.1", run.holder("work-1.1"));
    run.checks();
    assert.deepEqual(
      run.keys().map((key) => key.replace(/-[^-]+$/u, "")),
      ["accept-1.1-1"],
    );
  }
  run.ok("SubmitReview", { story: "1.1", pass: true });
  assert.equal(run.story("1.1").settledBy, "person");
});
