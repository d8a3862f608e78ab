// Tests of the run whose budget pays for a job, and of the day that it counts for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { evolve } from "../../budget/events.ts";
import { budgetOf, withSpent } from "../../budget/spent.ts";
import { dayOf, payerOf } from "./budget.ts";
import { emptyFold, type Folded } from "../fold.ts";
import { toy } from "../../../test/runner/toy.ts";

const budget = evolve(null, {
  type: "BudgetSet",
  data: { limits: { jobs: 1 } },
  version: 1,
  at: "2026-11-22T10:00:00.000Z",
  by: { kind: "person", name: "ana" },
  cause: "c",
});
/** By run id: its origin, and whether it has a budget. */
const foldsOf = (
  runs: Readonly<Record<string, readonly [origin: string | null, limited: boolean]>>,
) => ({
  newest: (run: string): Promise<Folded | null> => {
    const found = runs[run];
    if (found === undefined) return Promise.resolve(null);
    return Promise.resolve({
      ...emptyFold(toy, ".", found[0]),
      state: found[1] ? withSpent({}, budget) : {},
    });
  },
});

test("the topmost run with a budget pays for the jobs of all that it started", async () => {
  const runs = {
    top: [null, false],
    mid: ["top/N-001/1", true],
    low: ["mid/N-002/1", true],
  } as const;
  assert.equal((await payerOf(foldsOf(runs), "low"))?.run, "mid");
  assert.equal((await payerOf(foldsOf({ ...runs, top: [null, true] }), "low"))?.run, "top");
  assert.equal(
    await payerOf(foldsOf({ alone: [null, false], child: ["gone/N/1", false] }), "child"),
    null,
  );
  assert.equal(budgetOf((await foldsOf(runs).newest("mid"))?.state)?.limits.jobs, 1);
});

test("a day is that of this machine's calendar, from its first instant on", () => {
  const noon = new Date(2026, 10, 22, 12);
  assert.deepEqual(dayOf(noon.toISOString()), {
    day: "2026-11-22",
    since: new Date(2026, 10, 22).toISOString(),
  });
  assert.equal(dayOf(new Date(2026, 0, 1, 0, 0, 0).toISOString()).day, "2026-01-01");
});
