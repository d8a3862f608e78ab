// A person who claimed a job by name reports it in one sentence, without a token.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { desk } from "./desk.ts";

const plan = {
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [{ criteria: "it is there", command: "test -e 1.txt" }],
    },
  ],
  verify: { success_criteria: [{ criteria: "still there", command: "test -e 1.txt" }] },
};

test("one sentence is the report of work that was claimed by name, and the checks decide as ever", async (t) => {
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  await here.cairn([
    "run",
    "--later",
    "ultrawork",
    "One",
    "--session",
    "s",
    "--plan",
    "plan.json",
    "--auto",
  ]);
  const none = await here.cairn(["job", "report", "--done", "made it", "--as", "ana"]);
  assert.equal(none.exit, 2);
  assert.match(
    none.err,
    /^TOKEN_MISSING: ana has no job of run \S+\n {2}take one first: cairn job claim \S+ JOB/u,
  );
  assert.equal((await here.cairn(["job", "claim", "s", "1", "--as", "ana"])).exit, 0);
  writeFileSync(join(here.root, "1.txt"), "1");
  assert.match(
    (await here.cairn(["job", "report", "--done", "made it", "--as", "ben"])).err,
    /^TOKEN_MISSING: ben has no job/u,
  );
  const told = await here.cairn(["job", "report", "--done", "made it", "--as", "ana"]);
  assert.equal(told.exit, 0, told.err);
  assert.match(told.out, /WorkClaimed.*1 by ana.*: made it/u);
});

test("a node of a template takes one sentence, a plan doesn't", async (t) => {
  const here = desk(t);
  assert.equal(
    (await here.cairn(["template", "compose", "One", "--step", "agent: Write it"])).exit,
    0,
  );
  const started = await here.cairn(["run", "--later", "player", "one"]);
  assert.equal(started.exit, 0, started.err);
  await here.cairn(["job", "claim", "N-001", "--as", "ana"]);
  const told = await here.cairn(["job", "report", "--done", "written", "--as", "ana"]);
  assert.equal(told.exit, 0, told.err);
  assert.match(told.out, /NodeFinished.*N-001, attempt 1, by report/u);
  const asked = desk(t);
  const begun = await asked.cairn([
    "run",
    "--later",
    "iterative",
    "Add a goal",
    "--slug",
    "s",
    "--done-when",
    "it is there",
  ]);
  assert.equal(begun.exit, 0, begun.err);
  await asked.cairn(["job", "claim", "s", "plan", "--as", "ana"]);
  assert.match(
    (await asked.cairn(["job", "report", "--done", "planned", "--as", "ana"])).err,
    /^REPORT_INCOMPLETE: .* it needs units/u,
  );
});
