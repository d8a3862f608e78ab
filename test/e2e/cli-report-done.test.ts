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
  assert.match(told.out, /^work claimed {2}1 by ana: made it$/mu);
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
  assert.match(told.out, /^node finished {2}N-001, attempt 1, by report/mu);
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

test("what a person claimed is kept and given back without a token, and never by another name", async (t) => {
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  const go = (...argv: readonly string[]) => here.cairn([...argv, "--as", "ana"]);
  await go("run", "--later", "ultrawork", "One", "--session", "s", "--plan", "plan.json", "--auto");
  await go("job", "claim", "s", "1");
  assert.match((await go("job", "renew")).out, /^task-1-1 is yours until /u);
  const ben = await here.cairn(["job", "release", "--as", "ben"]);
  assert.match(ben.err, /^TOKEN_MISSING: ben has no job/u);
  const given = await go("job", "release", "--reason", "no time");
  assert.match(given.out, /^unit returned {2}1: no time$/mu, given.err);
  assert.match((await go("job", "release")).err, /^TOKEN_MISSING: ana has no job/u);
});

test("a light run takes no report that names no check, and spends nothing on it", async (t) => {
  const here = desk(t);
  const go = (...argv: readonly string[]) => here.cairn([...argv, "--as", "ana"]);
  await go("run", "Write one", "--light", "--hand");
  await go("job", "claim", "1", "--here");
  writeFileSync(join(here.root, "1.txt"), "1");
  const before = (await go("log", "--json")).out;
  const bare = await go("job", "report", "--done", "made it");
  assert.equal(bare.exit, 2, bare.out);
  const typed =
    /^REPORT_MISFIT: criterion 1 has no check.*\n {2}.*: cairn (job report --data) '(.*)'$/mu.exec(
      bare.err,
    );
  assert.ok(typed !== null, bare.err);
  assert.equal((await go("log", "--json")).out, before);
  const data = (typed[2] ?? "").replace("npm test", "test -e 1.txt");
  const told = await go(...(typed[1] ?? "").split(" "), data);
  assert.equal(told.exit, 0, told.err);
  assert.match((await go("run", "--hand")).out, / done +1 +1\/1 /u);
});
