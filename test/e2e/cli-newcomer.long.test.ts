// Tests of messages for newcomers: meaning and next command, missing programs.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

const plan = {
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [{ criteria: "it is there", command: "test -e one.txt" }],
    },
    {
      id: "2",
      subject: "Two",
      success_criteria: [{ criteria: "two is there", command: "test -e two.txt" }],
    },
  ],
  verify: { success_criteria: [{ criteria: "both are there", command: "test -e two.txt" }] },
};
const planned = { "plan.json": JSON.stringify(plan) };
const begin = ["run", "--later", "ultrawork", "Both", "--plan", "plan.json", "--session", "s"];

test("decide shows all that waits where nothing is named, and names decisions where one is wrong", async (t) => {
  const { cairn, ends } = desk(t, planned);
  await cairn(begin);
  for (const argv of [["decide"], ["decide", "s"]]) {
    const shown = await cairn(argv);
    assert.match(shown.out, /waits for you {2}approve-1/, shown.err);
    assert.equal(at((await cairn([...argv, "--json"])).json(), "decisions", 0, "key"), "approve-1");
  }
  assert.match(
    (await cairn("decide approve-9")).err,
    /no decision "approve-9" waits now\n {2}name one: cairn decide \w+ approve-1$/m,
  );
  await ends(0, "decide approve-1 approve");
  const gone = await cairn("decide approve-1 approve");
  assert.match(gone.err, /no decision "approve-1" waits now\n {2}nothing waits for you/);
  assert.doesNotMatch(gone.err, /task-1-1/);
  assert.match((await cairn("decide task-1-1")).err, /task-1-1 is no decision/);
  assert.match((await cairn("decide")).out, /waits for you: nothing/);
  assert.match(
    (await cairn("status")).out,
    /^no(?: runner is at work\. Resume|t started\. Start): cairn run [0-9a-z]+$/m,
    "nobody drives it",
  );
});

test("a field that is missing is asked for by its flag, in words of people", async (t) => {
  const { cairn } = desk(t);
  assert.match(
    (await cairn("run --later ultrawork")).err,
    /^FIELD_INVALID: --goal is missing .*\n {2}--goal TEXT$/m,
  );
  assert.match(
    (await cairn("run ultrawork --auto")).err,
    /: --goal is missing .*\n {2}--goal TEXT$/m,
  );
  await cairn("run --later ultrawork Goal --session s");
  await cairn("stop --cancel --yes");
  assert.match(
    (await cairn("resume s")).err,
    /^RUN_OVER: .*say why.*\n {2}cairn resume \w+ --reason WHY$/m,
  );
  const wrong = await cairn("send s Reopen --data '{\"reason\":7}'");
  assert.match(wrong.err, /: --reason must be a string, not a number/);
  for (const { err } of [wrong, await cairn("resume s --json")])
    assert.doesNotMatch(err, /undefined|Invalid input/);
  const taken = await cairn("run --later ultrawork Other --session s");
  assert.equal(taken.err.split("session.json").length, 2, taken.err);
  assert.doesNotMatch(taken.err, /adopt/);
});

test("evidence says how much of what is proved stands on the tree as it is, and how much of an output is left out", async (t) => {
  const loud =
    'process.stdout.write(Array.from({ length: 20 }, (_, n) => `line ${n}`).join("\\n")); process.exit(1)';
  // What no commit has: a check that goes by it may tell otherwise another time.
  const there = mkdtempSync(join(tmpdir(), "cairn-there-"));
  t.after(() => rmSync(there, { recursive: true, force: true }));
  const one = { id: "1", subject: "One" };
  const tasks = [
    {
      ...one,
      success_criteria: [
        { criteria: "it is there", command: "node there.js" },
        { criteria: "loud", command: "node loud.js" },
      ],
    },
  ];
  const script = {
    jobs: [
      {
        role: "worker",
        steps: [
          { write: { path: "one.txt", text: "1" } },
          { report: { status: "done", summary: "x", evidence: [] } },
        ],
      },
    ],
  };
  const here = desk(t, {
    "plan.json": JSON.stringify({
      tasks,
      verify: { success_criteria: [{ criteria: "all", command: "test -e plan.json" }] },
    }),
    "loud.js": loud,
    "there.js": `process.exit(require("node:fs").existsSync(${JSON.stringify(there)}) ? 0 : 1)`,
    "script.json": JSON.stringify(script),
  });
  const agents = { scripted: { driver: "scripted", argv: [join(here.root, "script.json")] } };
  configured(here, { agents, roles: { "*": "scripted" }, fence: "off" });
  await here.ends(4, "run ultrawork x --plan plan.json --auto --max-attempts 1 --session s");
  const all = await here.cairn("evidence s");
  assert.match(
    all.out,
    /run by engine, exit 1.*\n +\| … 14 lines before: name the unit to see all\n +\| line 14\n/,
  );
  assert.match((await here.cairn("evidence s 1")).out, /\| line 0\n[^]*\| line 19\n/);
  rmSync(there, { recursive: true });
  const again = await here.ends(5, "evidence s 1 --recheck");
  assert.match(again.out, /now: does not pass \(exit 1\), unlike what is recorded\n/);
  assert.match(
    again.out,
    /1 of 2 criteria proved, 1 of them on a tree that has changed since, 1 now unlike what is recorded$/m,
  );
});
