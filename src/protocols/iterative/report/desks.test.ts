// Why: a brief, a plan or a review that cannot be read is a try that failed, and the next one is told why.
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuse } from "../../../core/refusal.ts";
import { common, jobOf, only, says, silent, types } from "../../../../test/fixtures/iterative-outcomes.ts";
const gap = { severity: "major", problem: "it leaks" };
const review = jobOf({ is: "review", n: 2, round: 1, tree: "g" });

test("a review is given with the moments around it, or the try has failed with its findings", () => {
  const data = only("GiveReview", review, says({ verdict: "REVIEW_FAIL", issues: [{ ...gap, unit: "T1", line: null }] }));
  assert.deepEqual(data, {
    round: 1,
    holder: "codex-0a1b2c",
    verdict: "REVIEW_FAIL",
    issues: [{ ...gap, unit: "T1" }],
    before: { tree: "b", head: "h1" },
    after: { tree: "a", head: "h2" },
  });
  const outside = {
    ...says({ verdict: "REVIEW_PASS", issues: [] }),
    hosted: false,
    tree: { before: null, after: null, changed: [], commits: [] },
  };
  assert.deepEqual(only("GiveReview", review, outside).before, { tree: "g", head: null });
  assert.match(only("FailAttempt", review, says({ verdict: "fine" })).why, /\/verdict must be one of REVIEW_PASS, REVIEW_FAIL/u);
  assert.deepEqual(types(review, says({ verdict: "REVIEW_PASS", issues: [] }, { exit: 1 })), ["FailAttempt"]);
  assert.deepEqual(types(review, says({ verdict: "REVIEW_PASS", issues: [] }), refuse("REVIEW_OUTDATED", "not due")), []);
  assert.deepEqual(types(review, says({ verdict: "REVIEW_PASS", issues: [] }), refuse("AUTHOR_SAME", "it worked on T1")), ["FailAttempt"]);
});

test("interviewer and planner: questions, a brief, a plan; else the try has failed and the next is told why", () => {
  const interview = jobOf({ is: "interview", n: 1 });
  assert.deepEqual(types(interview, says({ questions: [{ text: "Which?", options: ["a", "b"] }] })), ["AskQuestions"]);
  const brief = { outcome: "x", done_when: ["y"], notes: null };
  assert.deepEqual(only("WriteBrief", interview, says({ questions: [], brief })), { outcome: "x", done_when: ["y"] });
  assert.deepEqual(types(interview, says({})), ["FailAttempt"]);
  const plan = jobOf({ is: "plan", n: 4 });
  const units = [{ id: "T1", title: "a", criteria: ["b"], output: null }];
  assert.deepEqual(only("ProposePlan", plan, says({ units, notes: "" })), { units: [{ id: "T1", title: "a", criteria: ["b"] }] });
  const refused = refuse("GRAPH_CYCLIC", "T1 waits for itself", {
    more: [refuse("GRAPH_CYCLIC", "T1 waits for itself"), refuse("CRITERIA_EMPTY", "T2 has none")],
  });
  assert.match(only("FailAttempt", plan, says({ units }), refused).why, /GRAPH_CYCLIC[^]*CRITERIA_EMPTY: T2 has none/u);
  assert.deepEqual(only("FailAttempt", plan, { ...silent, exit: 2 }), {
    job: "planner",
    n: 4,
    why: "it ended with exit 2 and without a report",
  });
  assert.deepEqual(types(plan, { ...common, hosted: false, is: "unstarted", why: "given back" }), []);
});
