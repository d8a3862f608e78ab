// Tests of the command line, verb by verb, on a real ledger and folder.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
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
      blocked_by: ["1"],
      success_criteria: ["two is bare"],
    },
  ],
  verify: { success_criteria: [{ criteria: "both are there", command: "test -e two.txt" }] },
};

test("start makes the run and its files and starts nothing; --dry-run makes neither", async (t) => {
  const { cairn, ends, folder } = desk(t);
  const dry = await ends(0, 'run --later ultrawork "Build it" --dry-run');
  assert.match(dry.out, /would be started/);
  assert.deepEqual(at((await cairn("status --json")).json(), "runs"), []);
  assert.ok(!existsSync(join(folder, "sessions")));
  const started = await ends(
    0,
    'run --later ultrawork "Build it" --max-workers 2 --session s1 --json',
  );
  const made = started.json();
  assert.deepEqual(Object.keys(Object(made)), ["run", "protocol", "version", "folder", "files"]);
  assert.equal(at(made, "folder"), join(folder, "sessions/shop/sessions/s1"));
  const session: unknown = JSON.parse(
    readFileSync(join(String(at(made, "folder")), "session.json"), "utf8"),
  );
  assert.equal(at(session, "goal"), "Build it");
  const state = (await cairn("status --state s1 options --json")).json();
  assert.deepEqual([at(state, "max_workers"), at(state, "mode")], [2, "interactive"]);
});

test("a plan is given, refused whole or proposed, approved by decision, and worked by hand to a proof", async (t) => {
  const { cairn, ends } = desk(t, {
    "plan.json": JSON.stringify(plan),
    "ring.json": JSON.stringify({ tasks: [{ ...plan.tasks[0], blocked_by: ["1"] }] }),
  });
  const ring = await ends(2, "run --later ultrawork Both --plan ring.json");
  assert.match(ring.err, /GRAPH_CYCLIC/);
  assert.deepEqual(at((await cairn("status --json")).json(), "runs"), []);

  await ends(0, "run --later ultrawork Both --plan plan.json --session both");
  const status = (await cairn("status --json")).json();
  assert.equal(at(status, "decisions", 0, "key"), "approve-1");
  for (const key of ["run", "protocol", "status", "phase", "jobs", "decisions", "evidence"])
    assert.ok(Object.hasOwn(Object(status), key), key);
  const text = await cairn("status", { columns: 80 });
  assert.match(text.out, /waits for you {2}approve-1/);
  for (const line of text.out.split("\n")) assert.ok(line.length <= 100, line);

  const looked = await ends(0, "decide approve-1 --json");
  assert.match(String(at(looked.json(), "brief")), /test -e one\.txt/);
  assert.match(
    (await cairn("decide approve-1 aprove")).err,
    /OPTION_UNKNOWN: .*\n.*did you mean `approve`/,
  );
  assert.match((await cairn("decide approve-1 revise")).err, /REASON_MISSING/);
  assert.match((await cairn("decide nothing approve")).err, /JOB_UNKNOWN: /);
  const decided = await ends(0, "decide both approve-1 approve --as ana --json");
  assert.equal(at(decided.json(), "events", 0, "type"), "PlanApproved");
  assert.match((await cairn("decide approve-1 approve")).err, /JOB_UNKNOWN|QUESTION_STALE/);

  const next = at((await cairn("status --next --json")).json(), "jobs");
  assert.ok(Array.isArray(next));
  assert.equal(
    at(
      next.find((job) => at(job, "key") === "task-1-1"),
      "ready",
    ),
    true,
  );
  const claimed = await ends(0, "job claim 1 --as bo --json");
  const token = String(at(claimed.json(), "token"));
  assert.match(String(at(claimed.json(), "brief")), /^ULTRAWORK_SESSION: /m);
  assert.match((await cairn("job claim 1 --as eve")).err, /JOB_HELD/);
  assert.match((await cairn("job renew --token 1.forged")).err, /TOKEN_STALE/);
  assert.match((await cairn("job renew")).err, /TOKEN_MISSING/);
  await ends(0, "job renew --json", { env: { CAIRN_TOKEN: token } });

  writeFileSync(join(String(at(claimed.json(), "place")), "one.txt"), "1");
  const report = { status: "done", summary: "One is there.", evidence: [] };
  assert.match((await cairn(asTyped`job report --token ${token} --data {`)).err, /DATA_UNPARSABLE/);
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ ...report, job: "judge-verify-1" }, /REPORT_FOREIGN/],
    [{ status: "finished" }, /REPORT_MISFIT.*\/summary is missing/],
    [
      JSON.parse(`{"status":"done","summary":"deep","more":${"[".repeat(150)}${"]".repeat(150)}}`),
      /REPORT_MISFIT.*100 levels/,
    ],
  ];
  for (const [data, code] of wrong) {
    const refused = await cairn(
      asTyped`job report --token ${token} --data ${JSON.stringify(data)}`,
    );
    assert.match(refused.err, code);
    assert.equal(refused.exit, 2, "it costs nothing: another one may be handed in");
  }
  const reported = await ends(0, asTyped`job report --token ${token} --data - --json`, {
    stdin: JSON.stringify(report),
  });
  const events: unknown = at(reported.json(), "events");
  assert.ok(Array.isArray(events));
  assert.deepEqual(
    events.map((event) => at(event, "type")),
    ["WorkClaimed"],
  );
  assert.match(
    (await cairn(["job", "report", "--token", token, "--data", JSON.stringify(report)])).err,
    /TOKEN_STALE/,
  );
  const proofs = (await cairn("evidence 1 --json")).json();
  assert.equal(at(proofs, "criteria", 0, "status"), "unproved");
});

test("of several live runs the one that is named lacks a job, and isn't taken for one", async (t) => {
  const { cairn, ends } = desk(t);
  for (const session of ["s1", "s2"])
    await ends(0, `run --later ultrawork "Long work" --session ${session}`);
  assert.equal(
    (await cairn("job claim s1")).err,
    "USAGE: JOB is missing\n  cairn job claim s1 JOB\n",
  );
});

test("a run lives, pauses, ends and goes to the archive and back; cancelling asks first", async (t) => {
  const { cairn, ends, folder } = desk(t);
  await cairn('run --later ultrawork "Long work" --session s');
  assert.match(
    (await cairn("drop s --yes")).err,
    /^RUN_LIVE: .*\n {2}end it first: `cairn stop --cancel/u,
  );
  await ends(0, "stop --as somebody-of-a-long-name");
  assert.match((await cairn("status")).out, /paused/);
  const logged = (await cairn("log")).out.trimEnd().split("\n");
  for (const line of logged) assert.match(line, /^#\d {5}\S{8} {2}.{16} {2}[A-Z][a-z]/u);
  await ends(0, "resume");
  const unasked = await ends(2, "stop --cancel");
  assert.match(unasked.err, /CONFIRMATION_MISSING/);
  assert.match((await cairn("stop --cancel", { answers: ["n"] })).err, /nothing was changed/);
  assert.match((await cairn("archive")).err, /RUN_LIVE/);
  await ends(0, "stop --cancel --reason enough", { answers: ["y"] });
  assert.match((await cairn("stop s")).err, /RUN_OVER/);
  await ends(0, "archive s");
  assert.ok(existsSync(join(folder, "sessions/shop/archive/s/session.json")));
  assert.match((await cairn("drop s --yes")).err, /^PLACE_NONE: no job of the run has begun/u);
  assert.match(
    (await cairn("resume s --reason x")).err,
    /^RUN_ARCHIVED: .*\n {2}cairn archive --back/u,
  );
  await ends(0, "archive --back s");
  assert.ok(existsSync(join(folder, "sessions/shop/sessions/s/session.json")));
  assert.match((await cairn("drop s --yes")).err, /^PLACE_NONE: /u);
  assert.match(
    (await cairn("resume s")).err,
    /^RUN_OVER: the run is over: say why it is taken up again\n {2}cairn resume \w+ --reason WHY\n$/u,
  );
  const again = await cairn('resume s --note "go on after all" --json');
  assert.equal(at(again.json(), "events", 0, "type"), "RunReopened");
});

test("the log streams JSON lines, resumes after a version, and the past can be looked at", async (t) => {
  const { cairn } = desk(t);
  await cairn('run --later ultrawork "First goal" --session s');
  await cairn('send SetGoal --goal "Second goal"');
  const lines = (await cairn("log --json")).out.trimEnd().split("\n");
  const rows = lines.map((line): unknown => JSON.parse(line));
  assert.deepEqual(
    rows.map((row) => at(row, "type")),
    ["RunStarted", "GoalSet"],
  );
  assert.deepEqual(Object.keys(Object(rows[0])), [
    "seq",
    "run",
    "version",
    "type",
    "data",
    "at",
    "by",
    "cause",
    "hash",
  ]);
  assert.equal((await cairn("log s --after 1 --json")).out.trimEnd().split("\n").length, 1);
  assert.equal((await cairn("status --state goal --at 1 --json")).json(), "First goal");
  assert.equal((await cairn("status --state goal --json")).json(), "Second goal");
  const file = await cairn("status --state s --file session.json --at 1");
  assert.equal(at(JSON.parse(file.out), "goal"), "First goal");
  assert.match(
    (await cairn("status --state --file sesion.json")).err,
    /FILE_UNKNOWN: .*\n.*session\.json/,
  );
  assert.match((await cairn("status --state --at 99")).err, /VERSION_UNKNOWN/);
  assert.match((await cairn("status --state --at yesterday")).err, /USAGE: --at yesterday/);
  const verified = await cairn("verify --json");
  assert.deepEqual(verified.json(), { ok: true, events: 2, findings: [] });
});

test("files that can't be written are said, and what was asked for is done all the same", async (t) => {
  const { cairn, ends, folder } = desk(t);
  const started = await cairn('run --later ultrawork "Build it" --session s1 --json');
  const session = String(at(started.json(), "folder"));
  rmSync(session, { recursive: true });
  writeFileSync(session, "in the way");
  const paused = await ends(1, "stop");
  assert.match(paused.out, /run paused/);
  assert.match(paused.err, /PROJECTION_BEHIND: .*all is recorded/);
  rmSync(session);
  await ends(0, "status");
  assert.ok(existsSync(join(session, "session.json")), folder);
});

test("a forged file is refused by the next verb, kept aside, put back, and told once: by that verb, and afterwards by status alone", async (t) => {
  const { cairn, folder, root } = desk(t);
  await cairn("run --later ultrawork Goal --session s");
  const file = join(folder, "sessions/shop/sessions/s/session.json");
  const before = readFileSync(file, "utf8");
  writeFileSync(file, before.replace("PLANNING", "COMPLETE").replace("Goal", "Forged"));
  const log = await cairn("log --json");
  assert.match(log.out, /"type":"EditRefused"/);
  assert.equal(at(JSON.parse(readFileSync(file, "utf8")), "goal"), "Goal");
  assert.match((await cairn("status")).out, /^refused {2}.*session\.json/m);
  assert.match(log.err, /^refused {2}session\.json: edit put back, SENDER_WRONG/m);
  assert.equal((await cairn("status --next")).err, "");
  const kept = readdirSync(join(root, ".git/cairn/refused"), {
    recursive: true,
    encoding: "utf8",
  }).find((path) => path.endsWith("session.json"));
  assert.ok(kept !== undefined);
  assert.match(readFileSync(join(root, ".git/cairn/refused", kept), "utf8"), /Forged/);
  writeFileSync(file, before.replace("Goal", "Better goal"));
  assert.equal((await cairn("status --next")).err, "");
  assert.equal(at(JSON.parse(readFileSync(file, "utf8")), "goal"), "Better goal");
});

const criteriaOf = (subject: string) => [
  { criteria: `${subject} is there`, command: "test -e plan.json" },
];
const many = {
  tasks: "0123456789abcdefghijklmnopqrstuvwxyz"
    .split("")
    .map((id) => ({ id, subject: `Task ${id}`, success_criteria: criteriaOf(id) })),
  verify: { success_criteria: criteriaOf("all") },
};

test("one short word is the unit of the only live run; before a unit, or longer, it names the run", async (t) => {
  const here = desk(t, { "plan.json": JSON.stringify(many) });
  const started = await here.ends(
    0,
    "run --later ultrawork Goal --session shop-1 --plan plan.json --auto --json",
  );
  const run = String(at(started.json(), "run"));
  const short = run.slice(0, 1);
  const unit = async (...words: readonly string[]): Promise<string> =>
    (await here.cairn(["evidence", ...words])).out;
  const own = await unit("shop-1", short);
  assert.match(own, new RegExp(`^${short}\\n`, "u"));
  assert.match(own, /0 of 1 criterion proved/u);
  assert.equal(await unit(short), own);
  assert.equal(await unit(short, short), own);
  assert.equal(await unit(run.slice(0, 4)), await unit("shop-1"));
});
