// Table of what the failure of a job costs: a try of its unit or none, by how it ended and who held it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { by, engine, type Free, hand } from "../../test/fixtures/stage.ts";
import { begin, planOf, type Run, taskOf } from "../../test/fixtures/ultrawork.ts";
import type { Sender } from "../core/protocol.ts";

const eve = { name: "eve", agent: null, conversation: null };
const held = async (leased: boolean): Promise<Run> => {
  const run = await begin(planOf(taskOf("1")));
  if (leased) run.begin("task-1-1");
  else run.ok("BeginJob", { job: "task-1-1", holder: eve, hosted: false, leased }, hand);
  return run;
};
const overloaded = { trouble: "overload" };
/** How · of a leased job · who says so · more · whether it costs a try */
type Row = readonly [kind: string, leased: boolean, from: Sender, more: object, spent: boolean];
const rows: readonly Row[] = [
  ["failed", true, by("task-1-1"), {}, true],
  ["failed", false, hand, {}, true],
  ["lapsed", true, engine, {}, true],
  ["lapsed", false, engine, {}, false],
  ["released", true, by("task-1-1"), {}, false],
  ["crashed", true, engine, {}, true],
  ["crashed", true, engine, overloaded, false],
  ["crashed", true, engine, { forgotten: true }, false],
  // An agent that says so of itself is not believed.
  ["failed", true, by("task-1-1"), overloaded, true],
  ["failed", true, by("task-1-1"), { forgotten: true }, true],
];
test("what the failure of a job costs", async () => {
  for (const [kind, leased, from, more, spent] of rows) {
    const run = await held(leased);
    run.ok("ReportFailure", { job: "task-1-1", kind, reason: "", ...more }, from);
    const { data }: Free = run.log().at(-1);
    const row = `${kind} ${leased} ${from.kind} ${JSON.stringify(more)}`;
    assert.deepEqual([data.spent, data.reason], [spent, kind], row);
  }
});
