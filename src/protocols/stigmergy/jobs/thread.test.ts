// Tests of stigmergy's sessions: every job begins a fresh one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";

const agents = (run: Desk): readonly string[] =>
  run
    .due()
    .filter(({ kind }) => kind === "agent")
    .map(({ role, thread }) => `${role} ${thread ?? "afresh"}`);

test("every role begins each of its jobs afresh: who builds again after a failure, who reviews, who settles an issue", () => {
  const planned = openDesk();
  planned.start();
  assert.deepEqual(agents(planned), ["mary afresh"]);
  const run = openDesk();
  run.execute();
  run.describe("1.1");
  assert.ok(agents(run).includes("james afresh"), String(agents(run)));
  run.fail("1.1");
  assert.ok(agents(run).includes("james afresh"), String(agents(run)));
  run.fail("1.1");
  assert.deepEqual(agents(run), ["dexter afresh"]);
  const judged = openDesk();
  judged.execute();
  judged.build("1.1");
  judged.checks();
  assert.ok(agents(judged).includes("sarah afresh"), String(agents(judged)));
});
