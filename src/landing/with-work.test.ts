// Tests of the effect of a run's work on its life state and end.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  base,
  checked,
  id,
  merge,
  proof,
  siteOf,
  stamp,
  take,
} from "../../test/fixtures/landing.ts";
import { shelf } from "../../test/fixtures/shelf.ts";
import type { Command } from "../core/protocol.ts";
import { isRecord } from "../core/json/record.ts";
import { isRefusal } from "../core/refusal.ts";
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

test("where nobody is asked, work that was mended in vain fails the run; taken up again, it is mended some more times", () => {
  const mends = [1, 2, 3].flatMap(() => [
    { type: "BeginMend", data: { unit: "one" } } as const,
    { type: "EndMend", data: { unit: "one", why: "exit 1" } } as const,
  ]);
  const before = withSite({ things: [] }, siteOf([...red, ...mends.slice(0, -1)]));
  const last = mends.at(-1);
  assert.ok(last !== undefined);
  const rules = (life: Life, isAuto: boolean) =>
    withWork({
      ...shelf,
      life: (state) =>
        isRecord(state) && JSON.stringify(state["things"]) === '["again"]' ? "live" : life,
      lands: () => true,
      isAuto: () => isAuto,
      fails: (reason) => [{ type: "RunFailed", data: { reason } }],
    });
  const decided = (life: Life, isAuto: boolean, command: Command, state: unknown) => {
    const events = rules(life, isAuto).decide(state, command, stamp);
    assert.ok(!isRefusal(events));
    return events.map(({ type, data }) => [type, data]);
  };
  assert.deepEqual(decided("live", true, last, before), [
    ["MendEnded", last.data],
    [
      "RunFailed",
      {
        reason:
          "an agent mended its work 3 times in vain: merged onto the run's branch, the work of one fails a check: tests: `make`: exit 1\nit broke",
      },
    ],
  ]);
  assert.deepEqual(decided("live", false, last, before), [["MendEnded", last.data]]);
  const stuck = withSite({ things: [] }, siteOf([...red, ...mends]));
  assert.deepEqual(
    decided("over", true, { type: "Put", data: { thing: "again" } }, stuck).slice(1),
    [["MendsAllowed", { unit: "one" }]],
  );
});
