// Tests of messages for newcomers: meaning and next command, missing programs.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { columns } from "../../src/cli/layout.ts";
import { asTyped, at, desk, hostsWithin } from "./desk.ts";

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

test("a run that no agent can drive isn't made, and which programs are missing is said once", async (t) => {
  const lost = { driver: "command", argv: ["/nowhere/agent"] };
  const { cairn, ends } = desk(t, {
    "cairn.config.json": JSON.stringify({ agents: { lost }, roles: { "*": "lost" } }),
  });
  const { exit, err } = await cairn("run ultrawork Goal");
  assert.equal(exit, 1);
  assert.match(
    err,
    /AGENT_MISSING: .*\n {2}no run was made: name agents and roles.*`cairn run --hand`/u,
  );
  assert.equal(err.split("/nowhere/agent").length, 2, err);
  assert.match((await cairn("run")).err, /there are no runs/u);
  await ends(3, "run ultrawork Goal --hand");
  await ends(0, "run --later ultrawork Goal");
});

test("where a run is started is told in one line, however narrow the page is said to be", async (t) => {
  const { cairn } = desk(t);
  const { err } = await cairn("run ultrawork Goal --hand", { env: { COLUMNS: "20" } });
  assert.match(err, /^run \S+ is started in \/\S+$/m);
});

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
    /^goes on, if no runner is at work, by: cairn run [0-9a-z]+$/m,
    "nobody drives it",
  );
});

test("every printed command can be typed as the whole line, and no option's meaning is cut", async (t) => {
  const { cairn } = desk(t, planned);
  await cairn(begin);
  const { out } = await cairn("status", { columns: 60, env: { NO_COLOR: "1" } });
  const typed = out.split("\n").filter((line) => line.startsWith("   cairn "));
  assert.ok(typed.length >= 4, out);
  for (const line of typed) assert.doesNotMatch(line.replace(/ {2}# .*$/, ""), /[()]/);
  assert.doesNotMatch(out.slice(out.indexOf("waits for you")), /…(?!")/);
  assert.match(
    (await cairn("status", { columns: 50, env: { NO_COLOR: "1" } })).out,
    /^ {3}revise {3}Send it back\. The plan goes back to\n {12}the planner with your note\.$/m,
  );
});

test("state and title come first, then what else there is to say, wrapped at words", async (t) => {
  const { cairn } = desk(t);
  await cairn('run --later ultrawork "Make the failing test pass and add a discount" --session s');
  const out = (await cairn("status", { columns: 50, env: { NO_COLOR: "1" } })).out;
  const [title, more, facts] = out.split("\n");
  assert.deepEqual(
    [title, more],
    ["ready    Make the failing test pass and add a", "         discount"],
  );
  assert.match(facts ?? "", /^ {9}ultrawork · planning · /u);
  for (const line of out.split("\n"))
    assert.ok(columns(line) <= 50 || line.includes("cairn "), line);
});

test("a paused run says how it is taken up, once", async (t) => {
  const { cairn } = desk(t);
  await cairn("run --later ultrawork Goal --session s");
  await cairn("stop");
  for (const argv of [["status"], ["run", "--hand"]]) {
    const { out } = await cairn(argv);
    assert.equal(out.split("cairn resume").length, 2, out);
    assert.doesNotMatch(out, /waits for you: nothing/);
  }
});

test("a unit names its agent's job, and jobs that somebody holds are not offered again", async (t) => {
  const { cairn, ends } = desk(t, { "plan.json": JSON.stringify(plan) });
  await cairn(begin);
  await cairn("decide approve-1 approve");
  const offered = await cairn("run --hand");
  assert.match(
    offered.out,
    /task-1-1 .*`cairn job claim \S+ task-1-1`\n.*task-2-1 .*`cairn job claim \S+ task-2-1`\n/,
  );
  for (const unit of ["1", "2"]) await ends(0, asTyped`job claim ${unit} --as ana`);
  const held = await ends(3, "run --hand");
  assert.match(held.out, /resume: cairn run \S+ --hand$/m);
  assert.match(held.out, /task-1-1 worker of 1, ana has it until .*\n.*task-2-1 .*ana has it/);
  assert.doesNotMatch(held.out, /cairn job claim/);
  assert.match(
    (await cairn("job claim 1 --as bo")).err,
    /JOB_HELD: ana holds task-1-1 .*\n.*cairn status --next/,
  );
});

test("the line about a refused edit says where to read on", async (t) => {
  const { cairn, folder } = desk(t);
  assert.match(
    (await cairn("stop")).err,
    /RUN_UNKNOWN: no run is live here\n {2}there are no runs: `cairn run /,
  );
  await cairn("run --later ultrawork Goal --session s");
  const file = join(folder, "sessions/shop/sessions/s/session.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("PLANNING", "COMPLETE"));
  assert.match(
    (await cairn("status")).out,
    /^refused {2}session\.json: SENDER_WRONG, told in refused\.md: /m,
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
  assert.match((await cairn("resume s")).err, /: --reason is missing .*\n {2}--reason TEXT$/m);
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
  writeFileSync(
    join(here.root, "cairn.config.json"),
    JSON.stringify({ agents, roles: { "*": "scripted" }, fence: "off" }),
  );
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

test("an answer after which somebody must go on says so, and one that ends the run doesn't", async (t) => {
  const { cairn } = desk(t, planned);
  await cairn(begin);
  await cairn("stop");
  assert.match(
    (await cairn("resume")).out,
    /run resumed\n {2}go on, if no runner is at work: cairn run \S+\n$/,
  );
  assert.match(
    (await cairn("decide approve-1 approve")).out,
    /plan approved[^]*\n {2}go on, .*cairn run/,
  );
  await cairn("run --later ultrawork Other --plan plan.json --session o");
  assert.doesNotMatch((await cairn("decide o approve-1 cancel")).out, /cairn run/);
});
