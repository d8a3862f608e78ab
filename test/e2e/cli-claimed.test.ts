// Tests of claimed jobs: no complaint about unassigned roles, one report a token, and one sentence from whoever claimed by name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../src/open.ts";
import { at, desk, type Desk } from "./desk.ts";

const task = (id: string): unknown => ({
  id,
  subject: id,
  success_criteria: [{ criteria: "it is there", command: `test -e ${id}.txt` }],
});
const plan = {
  tasks: [task("1"), task("2")],
  verify: { success_criteria: [{ criteria: "still there", command: "test -e 1.txt" }] },
};

const report = { status: "done", summary: "done", evidence: [] };
const systemAt = async ({ root, folder }: Desk) =>
  open({
    cwd: root,
    env: { HOME: folder, CAIRN_ULTRAWORK_HOME: `${folder}/sessions`, PATH: process.env["PATH"] },
    kin: () => [],
  });

test("a report that comes while the same token's first one is taken is a stale token's", async (t) => {
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  const started = await here.cairn("run --later ultrawork Two --plan plan.json --json");
  const run = String(at(started.json(), "run"));
  await here.cairn(["decide", run, "approve-1", "approve"]);
  for (const [job, then] of [
    ["1", "the place is empty"],
    ["2", "the place goes"],
  ] as const) {
    const token = String(
      at((await here.cairn(["job", "claim", run, job, "--json"])).json(), "token"),
    );
    const [first, second] = [await systemAt(here), await systemAt(here)];
    const places = await second.workspace.places();
    const take: typeof places.take = async (...args) => {
      assert.ok("events" in (await first.report(run, token, report)));
      if (then === "the place goes") throw new Error("ENOENT: no such file or directory");
      return places.take(...args);
    };
    Reflect.set(second.workspace, "places", async () => ({ ...places, take }));
    const late = await second.report(run, token, report);
    assert.equal("code" in late ? late.code : late, "TOKEN_STALE", then);
    await Promise.all([first.close(), second.close()]);
  }
});

const one = {
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
  const here = desk(t, { "plan.json": JSON.stringify(one) });
  await here.cairn("run --later ultrawork One --session s --plan plan.json --auto");
  const none = await here.ends(2, 'job report --done "made it" --as ana');
  assert.match(
    none.err,
    /^TOKEN_MISSING: ana has no job of run \S+\n {2}take one first: cairn job claim \S+ JOB/u,
  );
  await here.ends(0, "job claim s 1 --as ana");
  writeFileSync(join(here.root, "1.txt"), "1");
  assert.match(
    (await here.cairn('job report --done "made it" --as ben')).err,
    /^TOKEN_MISSING: ben has no job/u,
  );
  const told = await here.ends(0, 'job report --done "made it" --as ana');
  assert.match(told.out, /^work claimed {2}1 by ana: made it$/mu);
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
    /^REPORT_MISFIT: criterion 1 has no check.*\n {2}.*: `cairn (job report --data) '(.*)'`$/mu.exec(
      bare.err,
    );
  assert.ok(typed !== null, bare.err);
  assert.equal((await go("log", "--json")).out, before);
  const data = (typed[2] ?? "").replace("npm test", "test -e 1.txt");
  const told = await go(...(typed[1] ?? "").split(" "), data);
  assert.equal(told.exit, 0, told.err);
  assert.match((await go("run", "--hand")).out, / done +1 +1\/1 /u);
});
