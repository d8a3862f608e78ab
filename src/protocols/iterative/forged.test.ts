// Tests of forged events.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openStory, unitOf } from "../../../test/fixtures/iterative-story.ts";
import { brokenOf } from "../../kit/telling.ts";
import { allEvents } from "./events.ts";

const broken = brokenOf(allEvents);

test("a verdict without judgements, beside a grave gap or by a person, and a review by an author are forged", () => {
  const run = openStory();
  run.plan([unitOf("T1")], {});
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  run.agree("T1");
  run.begin("T1", "eve");
  const before = run.state();
  run.verdict("T1", "VERIFIED");
  const event =
    run.log.findLast(({ type }) => type === "VerdictGiven") ?? assert.fail("no verdict");
  assert.ok(event.type === "VerdictGiven");
  assert.equal(broken(before, event), null);
  const gap = { severity: "major", type: "x", file: null, line: null, problem: "wrong" } as const;
  assert.match(
    broken(before, { ...event, data: { ...event.data, criteria: [] } }) ?? "",
    /without judging every criterion/u,
  );
  assert.match(
    broken(before, { ...event, data: { ...event.data, gaps: [gap] } }) ?? "",
    /gap that isn't minor/u,
  );
  assert.match(
    broken(before, {
      ...event,
      by: { kind: "agent", name: "eve", agent: null, conversation: null },
    }) ?? "",
    /agent makes none/u,
  );
  run.gate(null);
  const whole = run.state();
  run.review("REVIEW_PASS");
  const review = run.log.findLast(({ type }) => type === "ReviewGiven") ?? assert.fail("no review");
  assert.ok(review.type === "ReviewGiven");
  assert.equal(broken(whole, review), null);
  const author = whole.units[0]?.authors[0] ?? assert.fail("no author");
  assert.match(
    broken(whole, { ...review, data: { ...review.data, holder: author } }) ?? "",
    /worked on it/u,
  );
  assert.match(
    broken(whole, { ...review, data: { ...review.data, issues: [{ ...gap, unit: null }] } }) ?? "",
    /isn't minor/u,
  );
});

test("a gate that an agent or a person recorded is forged", () => {
  const run = openStory();
  run.plan([unitOf("T1")], {});
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  const before = run.state();
  run.gate("T1");
  const event = run.log.findLast(({ type }) => type === "GateRun") ?? assert.fail("no gate");
  assert.equal(broken(before, event), null);
  for (const kind of ["agent", "person"] as const)
    assert.match(
      broken(before, { ...event, by: { kind, name: "eve" } }) ?? "",
      new RegExp(`${kind} makes none`, "u"),
    );
});
