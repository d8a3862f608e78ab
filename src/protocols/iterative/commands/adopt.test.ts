// Tests of adopting a folder: nothing of it is proof, and all that is at odds is on record.
import assert from "node:assert/strict";
import { test } from "node:test";
import { foundRun, openRules, person } from "../../../../test/fixtures/iterative-rules.ts";

const found = {
  ...foundRun,
  phase: "execute",
  brief: {
    title: "Auth",
    domain: "feature",
    outcome: "people log in",
    done_when: ["tests pass"],
    constraints: [],
    notes: "",
  },
  brief_at: "2026-01-01T00:00:00.000Z",
  plan: { state: "approved", notes: "", at: null },
  units: [
    {
      id: "T1",
      title: "A",
      criteria: ["x"],
      files: ["a"],
      output: null,
      depends: [],
      model: "sonnet",
      max: 5,
      stage: "settled",
      stuck: null,
      used: 3,
      confirmations: 1,
      gates: 0,
      verifications: 0,
      seq: 4,
      remaining: null,
      last_did: "all",
      commits: ["abc1234"],
      basis: "adopted",
      accepted: null,
      completed_at: "2026-01-02T00:00:00.000Z",
    },
    {
      id: "T2",
      title: "B",
      criteria: ["x"],
      files: ["b"],
      output: null,
      depends: ["T1"],
      model: "sonnet",
      max: 5,
      stage: "stuck",
      stuck: { kind: "blocked", reason: "no key", back: "work" },
      used: 1,
      confirmations: 0,
      gates: 0,
      verifications: 0,
      seq: 1,
      remaining: "the rest",
      last_did: null,
      commits: [],
      basis: null,
      accepted: null,
      completed_at: null,
    },
  ],
  current: { unit: "T1", iteration: 3 },
  commits: [{ hash: "abc1234", subject: "feat: a" }],
  created: "2026-01-01T00:00:00.000Z",
  updated: "2026-01-03T00:00:00.000Z",
};
const adopt = (more: object = {}) => {
  const rules = openRules();
  const data = {
    found: { ...found, ...more },
    corrections: ["T2: read as blocked"],
    quarantined: [{ path: "tasks.md", why: "a second T1" }],
  };
  rules.send("Adopt", { ...data, digests: {}, run: "r2", contents: { T1: "c1" } }, person);
  return rules;
};

test("a found folder becomes a run as it was found, each discrepancy on record, its times as found until something happens", () => {
  const rules = adopt();
  assert.deepEqual(
    rules.log.map(({ type }) => type),
    ["RunAdopted", "DiscrepancyLogged", "DiscrepancyLogged"],
  );
  const { updatedAt, createdAt, discrepancies, adopted, current, domain } = rules.state();
  assert.deepEqual([createdAt, updatedAt, discrepancies], [found.created, found.updated, 2]);
  assert.deepEqual([adopted, current, domain], [["T2: read as blocked"], found.current, "feature"]);
  assert.deepEqual(
    [rules.unit("T1").basis, rules.unit("T1").content, rules.unit("T1").stage],
    ["adopted", "c1", "settled"],
  );
  assert.deepEqual(
    [rules.unit("T2").variant, rules.unit("T2").stuck?.n, rules.unit("T2").remaining],
    ["later", 1, "the rest"],
  );
  rules.send("AddNote", { text: "hello" });
  assert.notEqual(rules.state().updatedAt, found.updated);
});

test("what was found in the archive has ended, and is to look at only", () => {
  const rules = adopt({ archived: ".claude/iterative/archive/user-auth", phase: "complete" });
  assert.deepEqual(
    [rules.state().ended?.how, rules.state().archive],
    ["delivered", ".claude/iterative/archive/user-auth"],
  );
  assert.equal(rules.refused("AddNote", { text: "x" }).code, "RUN_ARCHIVED");
});

test("a plan that was found proposed waits for approval", () => {
  const rules = adopt({ phase: "plan", plan: { state: "proposed", notes: "n", at: null } });
  assert.deepEqual([rules.state().units.length, rules.state().plan.proposal?.units.length], [0, 2]);
  rules.send("ApprovePlan", {});
  assert.equal(rules.state().units.length, 2);
});
