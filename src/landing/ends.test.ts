// Tests of the ends of attempts that landings, conflicts and mends report.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  base,
  checked,
  commit,
  doer,
  ends,
  id,
  merge,
  proof,
  siteOf,
  take,
} from "../../test/fixtures/landing.ts";
import { nextEnd, ofUnit } from "../core/reports/attempt-end.ts";
import type { WorkCommand } from "./commands.ts";
import type { WorkEvent } from "./events.ts";

const found: WorkEvent = {
  type: "ConflictFound",
  data: { unit: "one", onto: id("a"), files: ["w", "x", "y", "z"] },
};
const conflict: WorkCommand = {
  type: "ReportConflict",
  data: { unit: "one", onto: id("a"), files: ["w"] },
};
const begin: WorkCommand = { type: "BeginMend", data: { unit: "one" } };
const left = (job: string) => ({ unit: "one", doer: { ...doer, job }, work: commit("d") });
const taken = (job: string): WorkEvent => ({ type: "WorkTaken", data: left(job) });

test("a conflict and a red check are told of the unit's work, and of whose it is", () => {
  const why = "with what landed meanwhile, in w, x, y and 1 more";
  assert.deepEqual(ends(found, siteOf([base, take("one", "b"), conflict])), [
    { of: { unit: "one" }, is: "conflict", why },
    { of: { job: "task-1" }, is: "conflict", why },
  ]);
  const red: WorkEvent = {
    type: "LandingTried",
    data: { unit: "one", commit: id("c"), passed: false, said: "tests: exit 1\nlong", green: [] },
  };
  const failing: WorkCommand = {
    type: "TryLanding",
    data: { unit: "one", commit: id("c"), proofs: [proof(1)] },
  };
  assert.deepEqual(
    ends(red, siteOf([...checked, take("one", "b"), merge("one", "a", "c"), failing])),
    [
      { of: "own", is: "failed", why: "tests: exit 1" },
      { of: { unit: "one" }, is: "returned", why: "red on the merged tree: tests: exit 1" },
      { of: { job: "task-1" }, is: "returned", why: "red on the merged tree: tests: exit 1" },
    ],
  );
});

test("what is taken of a job is its own protocol's to judge, and of a mend it is mended", () => {
  assert.deepEqual(ends(taken("task-1"), siteOf([base, take("one", "b")])), []);
  const mended = siteOf([
    base,
    take("one", "b"),
    conflict,
    begin,
    { type: "TakeWork", data: left("mend-one-1.1") },
  ]);
  assert.deepEqual(ends(taken("mend-one-1.1"), mended), [{ of: "own", is: "mended", why: null }]);
});

test("only what was proved or mended lands as such, and what has landed stays so", () => {
  const landed = ofUnit("one", "landed");
  assert.equal(nextEnd("proved", landed, false)?.is, "landed");
  assert.equal(nextEnd("mended", landed, false)?.is, "landed");
  for (const before of ["reported", "returned", "failed", undefined] as const)
    assert.equal(nextEnd(before, landed, false), null);
  assert.equal(nextEnd("landed", ofUnit("one", "returned", "later"), false), null);
});

test("done without a proof stays a report, and the worst of several checks is told", () => {
  assert.equal(nextEnd("reported", ofUnit("one", "done"), false), null);
  assert.equal(nextEnd("reported", ofUnit("one", "done"), true)?.is, "proved");
  const failed = { of: "own", is: "failed", why: "exit 1" } as const;
  assert.deepEqual(nextEnd("passed", failed, false), { is: "failed", why: "exit 1" });
  assert.equal(nextEnd("failed", { ...failed, is: "passed" }, false), null);
});
