// Tests of pass outcomes, by what each channel says.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  common,
  type Ended,
  only,
  passOf,
  says,
  silent,
  types,
} from "../../../../test/fixtures/iterative-outcomes.ts";
import { refuse } from "../../../core/refusal.ts";
import { report } from "../report.ts";
const changed = refuse("PASS_CHANGED", "it changed something");
const done = { unit: "T1", status: "done", did: "it", remaining: "None" };

test("a pass that is granted begins under a name of its own; a claimed one under its holder's", () => {
  assert.deepEqual(only("BeginPass", passOf("work"), { ...common, is: "granted" }), {
    unit: "T1",
    pass: 3,
    holder: "codex-0a1b2c",
  });
  const ana = {
    ...common,
    hosted: false,
    holder: { name: "ana", agent: "claude", conversation: null },
    is: "granted",
  } as const;
  assert.equal(only("BeginPass", passOf("work"), ana).holder, "ana");
});

test("what came to nothing is taken back, and counts where the rules find that something changed", () => {
  const lost = { ...silent, exit: null, reason: "lost" } as const;
  const faulty = {
    ...silent,
    exit: 1,
    fault: { kind: "quota" },
  } as const;
  for (const outcome of [
    { ...common, is: "unstarted", why: "no program" } as const,
    lost,
    { ...lost, reason: "lapsed" } as const,
    faulty,
  ]) {
    assert.deepEqual(types(passOf("work"), outcome), ["VoidPass"]);
    assert.deepEqual(types(passOf("confirmation"), outcome, changed), ["EndPass"]);
    assert.deepEqual(types(passOf("work"), outcome, refuse("PASS_STALE", "over")), []);
  }
  const turned = { kind: "quota", retryAt: "2026-01-14T12:00:00.000Z" } as const;
  const away = { ...common, is: "unstarted", why: "its limit", turned } as const;
  const { not_before, unspent } = only("VoidPass", passOf("work"), away);
  assert.deepEqual([not_before, unspent], [turned.retryAt, true]);
  assert.equal(
    only("VoidPass", passOf("work"), faulty).why,
    "its limit at the model server is reached",
  );
  assert.deepEqual(types(passOf("work"), { ...silent, fault: { kind: "other" } }), ["EndPass"]);
  assert.deepEqual(types(passOf("work"), says(done, { fault: { kind: "network" } })), ["EndPass"]);
});

test("a pass that ended is handed on unread, with what its process did and the tree as it was then", () => {
  for (const outcome of [
    silent,
    says(done),
    { ...silent, exit: 1 },
    { ...silent, reason: "timeout", exit: null } as const,
  ]) {
    const { heard, after, unit, pass } = only("EndPass", passOf("confirmation"), outcome);
    assert.deepEqual([unit, pass, after], ["T1", 3, { tree: "a", head: "h2" }]);
    assert.deepEqual(
      [heard?.reason, heard?.exit, heard?.found, heard?.report],
      [outcome.reason, outcome.exit, outcome.found, outcome.report],
    );
  }
  const bare = {
    ...says(done),
    hosted: false,
    tree: { before: null, after: null, changed: [], commits: [] },
  };
  assert.equal("after" in only("EndPass", passOf("work"), bare), false);
});

test("lessons of a report are kept; if they are refused the pass ends all the same", () => {
  const taught = says({
    ...done,
    guardrails: [{ name: "ports", solution: "take a free one", when: null }],
  });
  assert.deepEqual(report(passOf("work"), taught)[0], {
    type: "AddGuardrail",
    data: { name: "ports", solution: "take a free one", learned: "T1 iteration 2" },
  });
  assert.deepEqual(types(passOf("work"), taught), ["AddGuardrail", "EndPass"]);
  assert.deepEqual(types(passOf("work"), taught, refuse("GUARDRAIL_EXCESSIVE", "100 are there")), [
    "EndPass",
  ]);
  assert.deepEqual(
    types(
      passOf("work"),
      says({ ...done, unit: "T2", guardrails: [{ name: "x", solution: "y" }] }),
    ),
    ["EndPass"],
  );
});

const both = [
  { n: 1, met: true, how: "ran it" },
  { n: 2, met: true },
];
const gap = { severity: "major", problem: "it leaks" };
const verdict = (given: object, more: Partial<Ended> = {}): Ended =>
  says({ unit: "T1", verdict: "VERIFIED", criteria: both, gaps: [], ...given }, more);
const verifies = passOf("verification");

test("a verdict counts whole: VERIFIED with a major gap, or with a criterion not met, found gaps", () => {
  const good = only("GiveVerdict", verifies, verdict({}));
  assert.deepEqual([good.verdict, good.criteria.length, good.gaps], ["VERIFIED", 2, []]);
  assert.equal(
    only("GiveVerdict", verifies, verdict({ gaps: [{ ...gap, severity: "minor" }] })).verdict,
    "VERIFIED",
  );
  assert.equal(only("GiveVerdict", verifies, verdict({ gaps: [gap] })).verdict, "GAPS_FOUND");
  const unmet = only(
    "GiveVerdict",
    verifies,
    verdict({ criteria: [both[0], { n: 2, met: false, how: "it hangs" }] }),
  );
  assert.deepEqual(
    [unmet.verdict, unmet.gaps[0]?.problem],
    ["GAPS_FOUND", "criterion 2 is not met: it hangs"],
  );
  const found = only(
    "GiveVerdict",
    verifies,
    verdict({ verdict: "GAPS_FOUND", criteria: [], gaps: [gap] }),
  );
  assert.deepEqual([found.verdict, found.gaps.length], ["GAPS_FOUND", 1]);
});

test("what is no verdict is void: criteria left out, prose, another unit, a bad end, a message that says otherwise", () => {
  const voids: readonly Ended[] = [
    verdict({ criteria: [both[0]] }),
    verdict({ criteria: [both[0], both[0]] }),
    { ...silent, message: "All criteria are VERIFIED, great work!\n<signal>T1_VERIFIED</signal>" },
    verdict({ unit: "T2" }),
    verdict({}, { exit: 1 }),
    verdict({}, { reason: "timeout", exit: null }),
    verdict({}, { message: "<signal>T1_GAPS:2</signal>" }),
    { ...silent, found: "several" },
  ];
  for (const outcome of voids) {
    assert.deepEqual(types(verifies, outcome), ["VoidPass"]);
    const given = only("GiveVerdict", verifies, outcome, changed);
    assert.deepEqual([given.verdict, given.criteria], ["GAPS_FOUND", []]);
    assert.match(given.why ?? "", /^no verdict/u);
  }
});
