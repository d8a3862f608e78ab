// Tests of `status` for runs with claimed jobs: no complaint about unassigned roles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, desk } from "./desk.ts";

const task = (id: string): unknown => ({
  id,
  subject: id,
  success_criteria: [{ criteria: "it is there", command: `test -e ${id}.txt` }],
});
const plan = {
  tasks: [task("1"), task("2")],
  verify: { success_criteria: [{ criteria: "still there", command: "test -e 1.txt" }] },
};

test("once a role's job was claimed, nobody is told that nobody has the role", async (t) => {
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  await here.cairn(["start", "ultrawork", "Two", "--session", "s", "--plan", "plan.json"]);
  await here.cairn(["decide", "s", "approve-1", "approve"]);
  const before = await here.cairn(["status", "s"]);
  assert.match(before.out, /^missing +No agent is set up\. `cairn init` asks which one\.$/m);
  const claimed = await here.cairn(["claim", "s", "1", "--json"]);
  const token = String(at(claimed.json(), "token"));
  const report = { status: "done", summary: "done", evidence: [] };
  const reported = await here.cairn([
    "report",
    "s",
    "--token",
    token,
    "--data",
    JSON.stringify(report),
  ]);
  assert.equal(reported.exit, 0, reported.err);
  const status = await here.cairn(["status", "s"]);
  assert.match((await here.cairn(["next", "s"])).out, /task-2-1/);
  assert.doesNotMatch(status.out, /nobody/);
});
