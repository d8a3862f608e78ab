// A run with a budget of one job stops and asks after one job; a budget that can't be read is refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, twoTasks } from "./budget-shop.ts";
import { at } from "./desk.ts";
import { auto, configure, envOf } from "./places-shop.ts";

test("a run with a budget of one job stops and asks after one job; raised it goes on, and stop ends it", async (t) => {
  const here = twoTasks(t);
  const first = await here.cairn([...auto, "--budget", "1jobs"], envOf(here));
  assert.equal(first.exit, 3, first.err);
  assert.match(
    first.out,
    /waits for you {2}budget-1\n {3}The run's budget is used up: 1 of 1 job\. Nothing new starts\./u,
  );
  assert.match(first.out, / waits +100 % of the budget: 1 of 1 job, nothing new starts/u);
  assert.equal((await eventsOf(here, "JobCounted")).length, 1);
  assert.match((await here.cairn(["status", "s"], envOf(here))).out, / · budget 1 of 1 job · /u);
  const raised = await here.cairn(["decide", "s", "budget-1", "raise"], envOf(here));
  assert.match(raised.out, /budget raised {2}the budget is now 2 jobs/u);
  const next = await here.cairn(["run", "s"], envOf(here));
  assert.equal(next.exit, 3, next.out + next.err);
  const no = await here.cairn(
    ["decide", "s", "budget-2", "raise", "--budget", "2jobs"],
    envOf(here),
  );
  assert.deepEqual([no.exit, /BUDGET_SPENT.*2 of 2 jobs/u.test(no.err)], [2, true], no.err);
  assert.equal(
    (await here.cairn(["decide", "s", "budget-2", "stop", "--note", "enough"], envOf(here))).exit,
    0,
  );
  const over = await here.cairn(["run", "s"], envOf(here));
  assert.equal(over.exit, 4, over.out + over.err);
  assert.match(over.out, /cancelled/u);
  const verified = await here.cairn(["verify", "s", "--json"], envOf(here));
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
    const no = await here.cairn([...auto, "--budget", budget], envOf(here));
    assert.equal(no.exit, 2, no.err);
    assert.match(no.err, /BUDGET_INVALID/u);
    assert.match(no.err, why);
  }
  assert.match((await here.cairn(["status"], envOf(here))).out, /no run/iu);
  configure(here, { budget: { day: 5, week: "1h" }, prices: { big: { in: 1 } } });
  const wrong = await here.cairn(["setup", "agents"], envOf(here));
  assert.equal(wrong.exit, 1, wrong.out);
  for (const pointer of ["/budget/day", "/budget/week", "/prices/big"])
    assert.ok(wrong.err.includes(pointer), wrong.err);
});
