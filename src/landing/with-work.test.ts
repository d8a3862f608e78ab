// Tests of the effect of a run's work on its life state and end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { base, checked, id, merge, proof, siteOf, take } from "../../test/fixtures/landing.ts";
import { shelf } from "../../test/fixtures/shelf.ts";
import type { Life } from "../core/row.ts";
import { withSite } from "./site.ts";
import { withWork } from "./with-work.ts";

const red = [
  ...checked,
  take("one", "b"),
  merge("one", "a", "c"),
  { type: "TryLanding", data: { unit: "one", commit: id("c"), proofs: [proof(1)] } },
] as const;
const ended = { good: false, summary: "cancelled", output: null, artifacts: [] };
const rulesAt = (life: Life) =>
  withWork({ ...shelf, lands: () => true, life: () => life, ended: () => ended });

test("a run that was given up is over, whatever red work waits, and stays so in the archive", () => {
  const state = withSite({ things: [] }, siteOf(red));
  for (const life of ["over", "archived"] as const) {
    const rules = rulesAt(life);
    assert.equal(rules.life(state), life);
    assert.deepEqual(rules.ended(state), ended, life);
  }
});

test("work that lands without more ado keeps it from being over until it has landed", () => {
  const state = withSite({ things: [] }, siteOf([base, take("one", "b")]));
  assert.equal(rulesAt("over").life(state), "live");
  assert.equal(rulesAt("over").ended(state), null);
});
