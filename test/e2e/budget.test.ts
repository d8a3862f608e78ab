// A run with a budget of one job stops and asks after one job; a budget that can't be read is refused.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { at, type Desk, hostsWithin } from "./desk.ts";
import { auto, configure, criterion, report, shop, type Steps } from "./places-shop.ts";

hostsWithin();

const work = (id: string): Steps => [{ write: { path: `${id}.txt`, text: "done\n" } }, report(id)];
const twoTasks = (t: TestContext): Desk =>
  shop(t, { "1": work("1"), "2": work("2") }, [
    criterion("1", "test -e 1.txt"),
    { ...criterion("2", "test -e 2.txt"), blocked_by: ["1"] },
  ]);

test("a run with a budget of one job stops and asks after one job; raised it goes on, and stop ends it", async (t) => {
  const here = twoTasks(t);
  const first = await here.ends(3, [...auto, "--budget", "1jobs"]);
  assert.match(
    first.out,
    /waits for you {2}budget-1\n {3}The run's budget is used up: 1 of 1 job\. Nothing new starts\./u,
  );
  assert.match(first.out, / waits +100 % of the budget: 1 of 1 job, nothing new starts/u);
  assert.equal((await here.cairn("log s --json")).out.match(/"JobCounted"/gu)?.length, 1);
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

test("a limit of the project's day holds for all its runs, until a person raises it", async (t) => {
  const here = twoTasks(t);
  configure(here, { budget: { day: "1jobs" } });
  const first = await here.ends(3, auto);
  assert.match(
    first.out,
    /The project's budget for \d{4}-\d\d-\d\d is used up, by all its runs: 1 of 1 job\./u,
  );
  const other = await here.ends(3, [...auto.slice(0, -1), "other"]);
  assert.match(other.out, /This run used 0 jobs/u);
  await here.ends(0, "decide other budget-1 raise --budget 9jobs");
  await here.ends(0, "run other");
});
