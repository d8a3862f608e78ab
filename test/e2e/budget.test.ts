// A run with a budget of one job stops and asks after one job; a budget that can't be read is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, twoTasks } from "./budget-shop.ts";
import { at, hostsWithin } from "./desk.ts";
import { auto, configure } from "./places-shop.ts";

hostsWithin();

test("a run with a budget of one job stops and asks after one job; raised it goes on, and stop ends it", async (t) => {
  const here = twoTasks(t);
  const first = await here.ends(3, [...auto, "--budget", "1jobs"]);
  assert.match(
    first.out,
    /waits for you {2}budget-1\n {3}The run's budget is used up: 1 of 1 job\. Nothing new starts\./u,
  );
  assert.match(first.out, / waits +100 % of the budget: 1 of 1 job, nothing new starts/u);
  assert.equal((await eventsOf(here, "JobCounted")).length, 1);
  assert.match((await here.cairn("status s")).out, / · budget 1 of 1 job · /u);
  const raised = await here.cairn("decide s budget-1 raise");
  assert.match(raised.out, /budget raised {2}the budget is now 2 jobs/u);
  await here.ends(3, "run s");
  const no = await here.cairn("decide s budget-2 raise --budget 2jobs");
  assert.deepEqual([no.exit, /BUDGET_SPENT.*2 of 2 jobs/u.test(no.err)], [2, true], no.err);
  await here.ends(0, "decide s budget-2 stop --note enough");
  const over = await here.ends(4, "run s");
  assert.match(over.out, /cancelled/u);
  const verified = await here.cairn("verify s --json");
  assert.deepEqual([verified.exit, at(verified.json(), "ok")], [0, true], verified.out);
});

test("what can't be read is refused, and nothing is made", async (t) => {
  const here = twoTasks(t);
  for (const [budget, why] of [
    ["lots", /lots is no amount/u],
    ["0jobs", /0jobs is nothing/u],
    ["1.5jobs", /1\.5jobs is no whole number of jobs/u],
    ["1h 60min", /60min is the second limit of its kind/u],
  ] as const) {
    const no = await here.ends(2, [...auto, "--budget", budget]);
    assert.match(no.err, /BUDGET_INVALID/u);
    assert.match(no.err, why);
  }
  assert.match((await here.cairn("status")).out, /no run/iu);
  configure(here, { budget: { day: 5, week: "1h" }, prices: { big: { in: 1 } } });
  const wrong = await here.ends(1, "setup agents");
  for (const pointer of ["/budget/day", "/budget/week", "/prices/big"])
    assert.ok(wrong.err.includes(pointer), wrong.err);
});
