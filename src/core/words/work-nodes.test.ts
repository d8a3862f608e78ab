// Tests of whether a run has begun.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasBegun } from "./work-nodes.ts";

test("a run has begun once something of it runs, ended, was returned, or is in doubt", () => {
  assert.ok(
    !hasBegun([
      { status: "open" },
      { status: "ready", state: "ready" },
      { status: "waiting", returned: 0 },
    ]),
  );
  for (const status of ["running", "done", "failed"] as const)
    assert.ok(hasBegun([{ status: "open" }, { status }]), status);
  assert.ok(
    hasBegun([{ status: "ready", returned: 1 }]) && hasBegun([{ status: "ready", state: "doubt" }]),
  );
});
