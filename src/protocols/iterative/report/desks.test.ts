// Tests of reports by interviewer, planner and reviewer: an unreadable one is a failed try with findings.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  common,
  jobOf,
  only,
  says,
  silent,
  types,
} from "../../../../test/fixtures/iterative-outcomes.ts";
import { refuse } from "../../../core/refusal.ts";
import { misfit } from "../report.ts";
const gap = { severity: "major", problem: "it leaks" };
const review = jobOf({ is: "review", n: 2, round: 1, tree: "g" });

test("a review is given with the moments around it, or the try has failed with its findings", () => {
  const data = only(
    "GiveReview",
    review,
    says({ verdict: "REVIEW_FAIL", issues: [{ ...gap, unit: "T1", line: null }] }),
  );
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
  assert.match(
    only("FailAttempt", review, says({ verdict: "fine" })).why,
    /\/verdict must be one of REVIEW_PASS, REVIEW_FAIL/u,
  );
  assert.deepEqual(types(review, says({ verdict: "REVIEW_PASS", issues: [] }, { exit: 1 })), [
    "FailAttempt",
  ]);
  assert.deepEqual(
    types(
      review,
      says({ verdict: "REVIEW_PASS", issues: [] }),
      refuse("REVIEW_OUTDATED", "not due"),
    ),
    [],
  );
  assert.deepEqual(
    types(
      review,
      says({ verdict: "REVIEW_PASS", issues: [] }),
      refuse("AUTHOR_SAME", "it worked on T1"),
    ),
    ["FailAttempt"],
  );
});

test("interviewer and planner: questions, a brief, a plan; else the try has failed and the next is told why", () => {
  const interview = jobOf({ is: "interview", n: 1 });
  assert.deepEqual(
    types(interview, says({ questions: [{ text: "Which?", options: ["a", "b"] }] })),
    ["AskQuestions"],
  );
  const brief = { outcome: "x", done_when: ["y"], notes: null };
  assert.deepEqual(only("WriteBrief", interview, says({ questions: [], brief })), {
    outcome: "x",
    done_when: ["y"],
  });
  assert.deepEqual(types(interview, says({})), ["FailAttempt"]);
  const plan = jobOf({ is: "plan", n: 4 });
  const units = [{ id: "T1", title: "a", criteria: ["b"], output: null }];
  assert.deepEqual(only("ProposePlan", plan, says({ units, notes: "" })), {
    units: [{ id: "T1", title: "a", criteria: ["b"] }],
  });
  const refused = refuse("GRAPH_CYCLIC", "T1 waits for itself", {
    more: [refuse("GRAPH_CYCLIC", "T1 waits for itself"), refuse("CRITERIA_EMPTY", "T2 has none")],
  });
  assert.match(
    only("FailAttempt", plan, says({ units }), refused).why,
    /GRAPH_CYCLIC[^]*CRITERIA_EMPTY: T2 has none/u,
  );
  assert.deepEqual(only("FailAttempt", plan, { ...silent, exit: 2 }), {
    job: "planner",
    n: 4,
    why: "it ended with exit 2 and without a report",
  });
  const died = {
    ...silent,
    exit: 2,
    errors: "Traceback:\nNameError: name 'plan2' is not defined\n",
  };
  assert.match(
    only("FailAttempt", plan, died).why,
    /without a report; its last words: NameError: name 'plan2' is not defined$/u,
  );
  assert.deepEqual(
    types(plan, { ...common, hosted: false, is: "unstarted", why: "given back" }),
    [],
  );
});

test("what a person interrupted is no try of interviewer, planner or reviewer; a host that is gone is one", () => {
  for (const job of [jobOf({ is: "interview", n: 1 }), jobOf({ is: "plan", n: 1 }), review]) {
    assert.deepEqual(
      types(job, { ...common, is: "unstarted", why: "interrupted by a person" }),
      [],
    );
    assert.deepEqual(types(job, { ...silent, exit: null, reason: "lost" }), ["FailAttempt"]);
  }
});

test("other names for the same are taken, keys that nobody knows void nothing, and a failed try tells of them", () => {
  const plan = jobOf({ is: "plan", n: 4 });
  const unit = {
    id: "T2",
    title: "a",
    acceptance_criteria: ["b"],
    depends_on: ["T1"],
    max_iterations: 7,
    why: "because",
  };
  assert.deepEqual(only("ProposePlan", plan, says({ tasks: [unit], confidence: 0.9 })), {
    units: [{ id: "T2", title: "a", criteria: ["b"], depends: ["T1"], max: 7 }],
  });
  assert.deepEqual(
    only("ProposePlan", plan, says({ units: [{ ...unit, max: 3 }] })).units[0]?.max,
    3,
  );
  const bad = says({ units: [{ ...unit, title: 1, estimate: "2 h" }] });
  assert.match(
    only("FailAttempt", plan, bad).why,
    /\/units\/0\/title must be a string, not a number\n.*nobody read: \/units\/0\/why, \/units\/0\/estimate/u,
  );
  const cyclic = only(
    "FailAttempt",
    plan,
    says({ units: [unit] }),
    refuse("GRAPH_CYCLIC", "T1 waits for itself"),
  );
  assert.match(cyclic.why, /GRAPH_CYCLIC[^]*nobody read: \/units\/0\/why/u);
  const issue = { ...gap, column: 3 };
  assert.deepEqual(
    only("GiveReview", review, says({ verdict: "REVIEW_FAIL", issues: [issue] })).issues,
    [gap],
  );
  assert.equal(misfit(plan, { units: [unit] }), null);
});
