// Tests of task lists in ultrawork's briefs: criteria without a check, before and after proof.
import assert from "node:assert/strict";
import { test } from "node:test";
import { executing, fold, task as drafted } from "../../../../test/fixtures/ultrawork.ts";
import type { Proof } from "../task.ts";
import { plannedTask, provedTask } from "./listed.ts";

const proof: Proof = {
  type: "manual",
  command: "",
  passed: true,
  captured: false,
  judged: false,
  stale: false,
  disturbed: false,
  unstarted: 0,
  exit: null,
  why: null,
  tree: null,
  head: null,
  at: { attempt: 1 },
  by: "verifier",
  name: "vera",
  time: "2026-01-08T12:00:00.000Z",
  digest: null,
  excerpt: "",
};

test("a criterion without a check waits for one in a plan; afterwards it tells what showed it, or that nothing did", () => {
  const task = fold(...executing([drafted("1", [["it is there", null]])])).tasks["1"];
  assert.ok(task !== undefined);
  const [criterion] = task.criteria;
  assert.ok(criterion !== undefined);
  const shown = (given: Proof | null): string =>
    provedTask({
      ...task,
      lastFailure: null,
      criteria: [{ ...criterion, claim: null, check: null, proof: given }],
    }).split("\n")[2] ?? "";
  assert.match(
    plannedTask({ ...task, criteria: [{ ...criterion, check: null }] }),
    /no check yet: its worker names one$/u,
  );
  assert.equal(shown(null).trim(), "no check was named: no proof");
  assert.equal(shown(proof).trim(), "no check was named, shown by vera: passed");
  assert.equal(
    shown({ ...proof, command: "test -e a" }).trim(),
    "no check was named, shown by test -e a: passed",
  );
});
