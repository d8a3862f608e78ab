// Property tests of plans: whatever they hold, what the rules let through can be worked on.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { engine, planning } from "../../../../test/fixtures/iterative-rules.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { firstBrief } from "../brief/work.ts";
import { evolve } from "../evolve.ts";
import { briefLimit } from "../limits.ts";
import { ringIn } from "./plan-graph.ts";
import { leadsOut } from "./plan-paths.ts";
import { approvePlan, proposePlan } from "../commands/plan.ts";

const id = fc.oneof(
  fc.constantFrom("T1", "T2", "T3", "T4", "T0", "R1", ""),
  fc.string({ maxLength: 6 }),
);
const path = fc.oneof(
  fc.constantFrom(
    "src/a.ts",
    "src/**",
    "./b",
    "../c",
    ".git/config",
    "",
    "{a,..}/b",
    ".claude/iterative/x/state.json",
    "multiple",
  ),
  fc.string({ maxLength: 12 }),
);
const text = fc.oneof(
  fc.constantFrom("works", "", "  ", "3 tests pass", "__proto__", "y".repeat(1_900)),
  fc.string({ maxLength: 30 }),
);
const unit = fc.record(
  {
    id,
    title: text,
    criteria: fc.array(text, { maxLength: 3 }),
    files: fc.array(path, { maxLength: 3 }),
    output: path,
    depends: fc.array(id, { maxLength: 3 }),
    model: fc.constantFrom("haiku", "opus", "tiny"),
    max: fc.oneof(fc.integer({ min: -1, max: 102 }), fc.constant(5)),
  },
  { requiredKeys: ["title", "criteria"] },
);
const plain = fc.record({
  id: fc.constantFrom("T1", "T2", "T3", "T4", "T5"),
  title: fc.constant("a title"),
  criteria: fc.constant(["3 tests pass"]),
  files: fc.array(fc.constantFrom("src/a.ts", "src/**", "./b"), { maxLength: 2 }),
  depends: fc.uniqueArray(fc.constantFrom("T1", "T2", "T3", "T4", "T5"), { maxLength: 2 }),
});
const stamp = { at: "2026-01-14T11:00:00.000Z", by: { kind: "person", name: "ana" } } as const;

const proposes = (
  units: readonly object[],
  given: Parameters<typeof proposePlan.decide>[1],
): boolean => {
  const state = planning().state();
  const events = proposePlan.decide(state, given, stamp);
  if (isRefusal(events)) {
    assert.ok(
      (events.more ?? [events]).every(
        ({ code, text: said }) => /^[A-Z_]+$/u.test(code) && said !== "",
      ),
    );
    return false;
  }
  const fold = (before: typeof state, happened: typeof events) =>
    happened.reduce(
      (now, event) => evolve(now, { ...event, version: 0, at: stamp.at, by: engine, cause: "" }),
      before,
    );
  const proposed = fold(state, events);
  const approved = approvePlan.decide(proposed, {}, stamp);
  assert.ok(!isRefusal(approved));
  const after = fold(proposed, approved);
  const ids = after.units.map((one) => one.id);
  assert.equal(ids.length, units.length);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(ringIn(after.units), null);
  for (const one of after.units) {
    assert.ok(one.depends.every((other) => ids.includes(other)));
    assert.ok(one.criteria.length > 0 && one.criteria.every((line) => line.trim() !== ""));
    assert.ok(one.files.every((file) => leadsOut(after, file) === null));
    assert.ok(one.max >= 1 && one.max <= 100);
    assert.ok(firstBrief(after, one).length <= briefLimit);
  }
  return true;
};

test("whatever a plan holds, it is answered, and what stands can be worked on", () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 4 }), (units) => void proposes(units, { units })),
    { numRuns: 400, seed: 7 },
  );
});

test("plans that are nearly right are let through often enough to be told from wrong ones", () => {
  let stood = 0;
  const plans = fc.uniqueArray(plain, { minLength: 1, maxLength: 5, selector: (one) => one.id });
  fc.assert(
    fc.property(plans, (units) => {
      if (proposes(units, { units })) stood += 1;
    }),
    { numRuns: 400, seed: 7 },
  );
  assert.ok(stood > 40 && stood < 400, `${stood} of 400 stood`);
});
