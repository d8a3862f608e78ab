// Test of unreadable reports: refused while the author can still correct them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { passOf } from "../../../test/fixtures/iterative-outcomes.ts";
import { misfit } from "./report.ts";
const done = { unit: "T1", status: "done", did: "it", remaining: "None" };

const both = [
  { n: 1, met: true, how: "ran it" },
  { n: 2, met: true },
];

test("a report that can't be read is told while its author can still mend it", () => {
  assert.equal(misfit(passOf("work"), done), null);
  assert.equal(misfit(passOf("work"), { ...done, unit: "T2" })?.code, "REPORT_MISFIT");
  assert.match(
    misfit(passOf("work"), { ...done, status: "finished" })?.text ?? "",
    /\/status must be one of done, continue, blocked/u,
  );
  assert.equal(
    misfit(passOf("verification"), { unit: "T1", verdict: "VERIFIED", criteria: both, gaps: [] }),
    null,
  );
  assert.equal(misfit(passOf("verification"), done)?.code, "REPORT_MISFIT");
});
