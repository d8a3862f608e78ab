// Tests of verdicts.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  engine,
  openStory,
  type Settings,
  type Story,
  unitOf,
} from "../../../../test/fixtures/iterative-story.ts";

const verifying = (
  edit: Readonly<Record<string, string>> = { "src/t1.ts": "one" },
  settings: Settings = {},
): Story => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9, criteria: ["one", "two"] }), unitOf("T2")], settings);
  run.pass("T1", { says: "done", edit });
  run.agree("T1");
  run.begin("T1");
  return run;
};
const given = (run: Story, more: object): readonly string[] => {
  const data = {
    unit: "T1",
    pass: 3,
    verdict: "VERIFIED" as const,
    criteria: [
      { n: 1, met: true },
      { n: 2, met: true },
    ],
    gaps: [],
  };
  return run.ok("GiveVerdict", { ...data, ...more, after: run.world.moment() }, engine);
};
const minor = { severity: "minor", problem: "a typo" } as const;

test("verified, or only minor gaps: done, and those are kept", () => {
  const run = verifying();
  assert.deepEqual(given(run, {}), ["VerdictGiven", "UnitSettled"]);
  const kept = verifying();
  assert.deepEqual(given(kept, { verdict: "GAPS_FOUND", gaps: [minor] }), [
    "VerdictGiven",
    "UnitSettled",
  ]);
  assert.deepEqual(
    [kept.unit("T1").minorGaps.length, kept.unit("T1").gaps, kept.last("VerdictGiven").why],
    [1, [], "minor gaps only"],
  );
});

test("a criterion judged not met is a gap, whatever the verdict and the gaps say", () => {
  for (const verdict of ["VERIFIED", "GAPS_FOUND"] as const) {
    const run = verifying();
    given(run, {
      verdict,
      gaps: [minor],
      criteria: [
        { n: 1, met: true },
        { n: 2, met: false, how: "500" },
      ],
    });
    assert.equal(run.unit("T1").stage, "work");
    assert.ok(run.unit("T1").gaps.some(({ problem }) => problem === "criterion 2 is not met: 500"));
  }
});

test("gaps that nobody names are one: that there was no verdict", () => {
  const run = verifying();
  given(run, {
    verdict: "GAPS_FOUND",
    criteria: [],
    why: "no verdict on T1: it ended without a report",
  });
  assert.deepEqual(
    run.unit("T1").gaps.map(({ problem }) => problem),
    ["no verdict on T1: it ended without a report"],
  );
});

test("after gaps all three are wanted anew", () => {
  const run = verifying();
  given(run, { verdict: "GAPS_FOUND", gaps: [{ severity: "critical", problem: "it leaks" }] });
  assert.deepEqual(run.unit("T1").proofs, { gate: null, consensus: null, verdict: null });
  run.begin("T1");
  assert.equal(run.unit("T1").pass?.kind, "fix");
  run.end("T1", { says: "done", edit: { "src/t1.ts": "two" } });
  run.gate("T1");
  run.begin("T1");
  assert.equal(run.unit("T1").pass?.kind, "confirmation");
});

test("a verifier that changed something is void: that is lost with its checkout, and with it what it judged", () => {
  const run = verifying();
  run.world.edit({ "src/t1.ts": "tidied" });
  assert.equal(
    run.no("VoidPass", { unit: "T1", pass: 3, why: "no report" }, engine),
    "PASS_CHANGED",
  );
  assert.deepEqual(given(run, { verdict: "GAPS_FOUND", criteria: [], why: "no verdict" }), [
    "PassVoided",
  ]);
  assert.deepEqual([run.unit("T1").stage, run.unit("T1").gaps], ["verify", []]);
});

test("verifiers that keep changing the work end at a person", () => {
  const run = verifying();
  for (let n = 1; n <= 3; n += 1) {
    if (n > 1) run.begin("T1");
    run.verdict("T1", "VERIFIED", [], { "src/t1.ts": `tidied ${n}` });
  }
  assert.deepEqual(
    [run.unit("T1").stuck?.kind, run.unit("T1").stuck?.reason],
    ["unrunnable", "agent could not be run 3 times: its verifier changed src/t1.ts"],
  );
});
