// Tests of the final gate and the review.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  engine,
  green,
  openStory,
  red,
  type Settings,
  type Story,
  unitOf,
} from "../../../../test/fixtures/iterative-story.ts";
import { jobs } from "../jobs.ts";

const whole = (settings: Settings = {}): Story => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 20 }), unitOf("T2")], settings);
  run.settle("T1");
  run.settle("T2");
  return run;
};
const leak = { severity: "critical", problem: "it leaks", unit: "T1" } as const;

test("a reviewer worked on no unit, and reviews what is due", () => {
  const run = whole();
  const moment = run.world.moment();
  const data = {
    round: 1,
    holder: "eve",
    verdict: "REVIEW_PASS",
    issues: [],
    before: moment,
    after: moment,
  } as const;
  assert.equal(run.no("GiveReview", { ...data, issues: [] }, engine), "REVIEW_OUTDATED");
  run.gate(null);
  assert.equal(run.no("GiveReview", { ...data, issues: [], round: 2 }, engine), "REVIEW_OUTDATED");
  assert.equal(
    run.no("GiveReview", { ...data, issues: [], holder: run.unit("T1").authors[0] ?? "" }, engine),
    "AUTHOR_SAME",
  );
});

test("an issue goes to its unit, one without becomes a unit; both are worked on in execute, and all is judged anew", () => {
  const run = whole();
  run.gate(null);
  assert.deepEqual(
    run.review("REVIEW_FAIL", [leak, { severity: "major", problem: "no docs", file: "README.md" }]),
    ["ReviewGiven", "IssuesRaised", "UnitReopened", "UnitAdded", "PhaseEntered"],
  );
  assert.equal(run.state().phase, "execute");
  assert.deepEqual([run.unit("T1").stage, run.unit("T1").gaps[0]?.problem], ["work", "it leaks"]);
  const added = run.unit("T3");
  assert.deepEqual(
    [added.title, added.criteria, added.max, added.files],
    ["Fix: no docs", ["the problem is gone: no docs"], 3, ["README.md"]],
  );
  assert.deepEqual([run.state().final.gate, run.state().final.review], [null, null]);
  run.begin("T1");
  assert.equal(run.unit("T1").pass?.kind, "fix");
  run.end("T1", { message: "<signal>FIXED</signal>", edit: { "src/t1.ts": "mended" } });
  run.agree("T1");
  run.verify("T1");
  assert.deepEqual(run.unit("T1").gaps, []);
});

test("a person who is asked after a single round lets the issues go to their units", () => {
  const run = whole({ caps: { reviews: 1 } });
  run.gate(null);
  run.review("REVIEW_FAIL", [leak]);
  assert.equal(run.state().final.waits, true);
  assert.deepEqual(run.ok("AnswerReview", { option: "again" }), [
    "ReviewAnswered",
    "IssuesRaised",
    "UnitReopened",
    "PhaseEntered",
  ]);
  assert.deepEqual([run.state().final.waits, run.unit("T1").stage], [false, "work"]);
});

test("a review that was asked for and is voided before it came is asked for under another number", () => {
  const run = whole();
  const keys = (): readonly string[] =>
    jobs(run.state()).flatMap(({ key, role }) => (role === "reviewer" ? [key] : []));
  run.gate(null);
  const [first = ""] = keys();
  run.ok("ReopenUnit", { unit: "T1", reason: "not yet", dependants: false });
  run.settle("T1");
  run.gate(null);
  assert.match(first, /^reviewer#\d+$/u);
  assert.equal(keys().length, 1);
  assert.notEqual(keys()[0], first);
});

test("PASS with a major issue is none; minor ones alone stop nothing", () => {
  const failed = whole();
  failed.gate(null);
  assert.ok(failed.review("REVIEW_PASS", [leak]).includes("IssuesRaised"));
  const passed = whole();
  passed.gate(null);
  passed.review("REVIEW_PASS", [{ severity: "minor", problem: "a typo" }]);
  assert.equal(passed.state().phase, "deliver");
});

test("a red final gate raises one issue a red check", () => {
  const run = whole();
  assert.deepEqual(run.gate(null, [red, { ...red, name: "lint" }, { ...green, name: "build" }]), [
    "GateRun",
    "IssuesRaised",
    "UnitAdded",
    "UnitAdded",
    "PhaseEntered",
  ]);
  assert.equal(run.unit("T3").title, "Fix: tests is red: exit 1");
});

test("a reviewer that changed something, or judged another tree, has judged nothing", () => {
  const run = whole();
  run.gate(null);
  assert.deepEqual(run.review("REVIEW_PASS", [], { "src/t1.ts": "tidied" }), [
    "ReviewGiven",
    "ReviewVoided",
    "AttemptFailed",
  ]);
  assert.deepEqual([run.state().phase, run.state().final.gate], ["verify", null]);
  run.gate(null);
  run.world.edit({ "src/t1.ts": "by hand" });
  assert.deepEqual(run.review("REVIEW_PASS"), ["ReviewGiven", "ReviewVoided", "AttemptFailed"]);
  assert.equal(run.state().reviewer.attempts, 2);
});

test("the third round waits for a person: again raises the issues with new rounds, accept delivers as a bypass", () => {
  const rounds = (): Story => {
    const run = whole();
    for (let n = 1; n <= 3; n += 1) {
      run.gate(null);
      run.review("REVIEW_FAIL", [leak]);
      if (n < 3) {
        run.pass("T1", { says: "done", edit: { "src/t1.ts": `round ${n}` } });
        run.agree("T1");
        run.verify("T1");
      }
    }
    return run;
  };
  const run = rounds();
  assert.deepEqual(
    [run.state().final.waits, run.state().final.asked, run.unit("T1").stage],
    [true, 1, "settled"],
  );
  assert.equal(run.no("AnswerReview", { asked: 7, option: "again" }), "QUESTION_STALE");
  assert.deepEqual(run.ok("AnswerReview", { asked: 1, option: "again" }), [
    "ReviewAnswered",
    "IssuesRaised",
    "UnitReopened",
    "PhaseEntered",
  ]);
  assert.equal(run.state().reviewer.rounds, 1);
  const other = rounds();
  assert.equal(other.no("AnswerReview", { option: "accept" }), "REASON_MISSING");
  assert.deepEqual(other.ok("AnswerReview", { option: "accept", reason: "good enough" }), [
    "ReviewAnswered",
    "PhaseEntered",
  ]);
  assert.deepEqual(
    [other.state().phase, other.state().delivery, other.state().bypasses.length],
    ["deliver", null, 1],
  );
  assert.equal(other.no("AnswerReview", { option: "again" }), "PHASE_WRONG");
  other.ok("ReopenUnit", { unit: "T1", reason: "after all", dependants: false });
  assert.deepEqual([other.state().final.accepted, other.state().bypasses.length], [null, 1]);
});

test("a review that names no issue came to nothing; three such ask a person", () => {
  const run = whole();
  for (let n = 1; n <= 3; n += 1) {
    run.gate(null);
    run.review("REVIEW_FAIL");
  }
  assert.equal(run.no("AnswerReview", { option: "again" }), "OPTION_UNFIT");
  run.gate(null);
  assert.deepEqual(
    jobs(run.state()).map(({ key }) => key),
    ["review-1"],
  );
  run.ok("AnswerReview", { asked: 1, option: "again" });
  run.review("REVIEW_PASS");
  assert.equal(run.state().phase, "deliver");
});
