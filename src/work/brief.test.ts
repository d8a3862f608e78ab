// Tests of what a judge is told: the newest claim alone, and what a check on an empty tree makes doubtful.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noFacts } from "../../test/fixtures/engine.ts";
import { openDesk, prdOf, row, worker } from "../../test/fixtures/ralph-desk.ts";
import { by } from "../../test/fixtures/stage.ts";
import { begin, did, planOf, taskOf } from "../../test/fixtures/ultrawork.ts";
import { ralph } from "../protocols/ralph/index.ts";

test("of each criterion and of the unit the newest claim is told", async () => {
  const run = await begin(planOf(taskOf("1")));
  run.begin("task-1-1");
  const claim = (text: string, more: object = {}) =>
    run.ok("ClaimEvidence", { unit: "1", type: "manual", text, ...more }, by("task-1-1"));
  for (const text of ["early", "late"]) {
    claim(`${text} of all`);
    claim(`${text} of one`, { criterion: 1 });
  }
  run.agent("task-1-1", did());
  run.checks();
  const told = run.brief("judge-verify-1");
  assert.deepEqual(
    ["early of all", "late of all", "early of one", "late of one"].map((one) => told.includes(one)),
    [false, true, false, true],
  );
});

test("a check that passes on an empty tree is doubtful to the judge of a unit, and no other is", () => {
  const doubts = [0, -1].map((exit) => {
    const run = openDesk();
    run.adopt(prdOf(row("A")));
    run.begin(worker);
    run.finish();
    run.check(exit);
    const job = run.jobs().find(({ key }) => key === run.key("judge")) ?? assert.fail();
    return /"?doubt"?: "?it passes on an empty tree/u.test(ralph.brief(run.state(), job, noFacts));
  });
  assert.deepEqual(doubts, [false, true]);
});

test("a worker is told what its check printed, and nothing where it printed nothing", async () => {
  for (const [text, told] of [
    ["3 failing", "(check-1): exit 1\n3 failing"],
    ["", "(check-1): exit 1"],
  ] as const) {
    const run = await begin(planOf(taskOf("1")));
    run.agent("task-1-1", did());
    run.checks({ exit: 1, text });
    const [, rest = ""] = run.brief("task-1-2").split('criterion 1 "1 holds" ');
    assert.match(run.brief("task-1-2"), /What its checks showed:[^]*check-1/u);
    assert.ok(rest.startsWith(told) && !rest.startsWith(`${told}\n3`), rest.slice(0, 80));
  }
});
