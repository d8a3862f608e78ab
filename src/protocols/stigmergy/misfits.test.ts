// Tests of unreadable reports in stigmergy: the author is informed, restarts are limited.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, engine, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import {
  common,
  type Ended,
  only,
  says,
  types,
} from "../../../test/fixtures/stigmergy-outcomes.ts";
import type { Job } from "../../core/job.ts";
import { ask, brief } from "./brief.ts";
import { misfit, report } from "./report.ts";

const told = (run: Desk, job: Job): string =>
  brief(run.state(), job, run.world.facts(ask(run.state(), job), run.now()));
/** Submits an outcome like the runner. */
const end = (run: Desk, job: Job, outcome: Ended): void => {
  for (const { type, data } of report(job, outcome))
    assert.ok(Array.isArray(run.send(type, data, { ...engine, job: job.key })), type);
};
const underReview = (): Desk => {
  const run = openDesk();
  run.execute({}, { autonomy: "autonomous" });
  run.build("1.1");
  run.checks();
  return run;
};
const unread = says({ verdicts: [1, 2].map((n) => ({ n, met: true, why: "saw it" })) });

test("a verdict says how its judge knows: one without it can't be read, whichever way it comes", () => {
  const job = underReview().job("review");
  assert.equal(misfit(job, unread.report)?.pointer, "/verdicts/0/how");
  assert.match(
    only("CountAttempt", job, unread).reason,
    /^its report isn't what its brief asks for: \/verdicts\/0\/how is missing$/u,
  );
});

test("whoever is asked next is told what couldn't be read, and a judge no word of the one before him", () => {
  const run = underReview();
  assert.doesNotMatch(told(run, run.job("review")), /attempt before/u);
  end(run, run.job("review"), unread);
  assert.match(
    told(run, run.job("review")),
    /attempt before this one counts[^]*\/verdicts\/0\/how is missing/u,
  );
  end(run, run.job("review"), { ...says({}), found: "broken", message: "I like it" });
  const text = told(run, run.job("review"));
  assert.match(text, /its report is no JSON/u);
  assert.doesNotMatch(text, /I like it/u);
  run.judge("1.1");
  run.describe("1.2");
  run.begin("1.2");
  end(run, run.job("work"), { ...says({}), found: "several" });
  assert.match(told(run, run.job("work")), /it gave reports that differ/u);
  run.finish("1.2", run.holder("work"));
  assert.equal(run.state().tallies["story:1.2"]?.slip, undefined, "it was heard");
});

test("a responder is told what was wrong with his own report", () => {
  const run = underReview();
  run.judge("1.1", false);
  run.fail("1.1");
  run.ok("TakeIssue", { issue: "ISSUE-001" }, run.holder("issue"));
  end(run, run.job("issue"), says({ solution: 7 }));
  assert.match(told(run, run.job("issue")), /\/solution must be a string, not a number/u);
});

test("reports that nobody can read end in a halt after a few, each try fewer than the one before", () => {
  const run = underReview();
  let starts = 0;
  for (; run.state().halted === null; starts += 1) {
    assert.ok(starts < 20, "it ends");
    const job = run.job(run.keys().some((key) => key.startsWith("issue")) ? "issue" : "review");
    if (!job.key.startsWith("issue")) {
      end(run, job, unread);
      continue;
    }
    run.ok("TakeIssue", { issue: "ISSUE-001" }, run.holder("issue"));
    run.ok(
      "ResolveIssue",
      { issue: "ISSUE-001", solution: "look at the form" },
      run.holder("issue"),
    );
  }
  assert.equal(starts, 7, "three and one, a responder, one and one");
  assert.match(
    run.state().halted?.reason ?? "",
    /no report that can be read, also after an issue about it, last: its report isn't what its brief asks for/u,
  );
  const [retry] = run.job("halt").decision?.options ?? [];
  assert.match(
    retry?.means ?? "",
    /To judge it yourself, first set the option `reviewer` to `person`/u,
  );
  run.ok("Unhalt", { choice: "retry" });
  const after = run.job("review");
  assert.match(told(run, after), /how is missing/u, "whoever comes after the halt is told, too");
  assert.deepEqual(types(after, unread), ["CountAttempt"], "and has all his attempts");
  // An unknown outcome is not an unreadable report.
  assert.deepEqual(
    types(after, { ...common, ...unread, found: "none", report: null, reason: "lost", exit: null }),
    ["CountAttempt"],
  );
});
