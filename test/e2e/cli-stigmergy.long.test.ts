// Tests of stigmergy by the command line: from a brief to the last story, with real processes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isRecord } from "../../src/core/record.ts";
import { at, type Desk, desk, hostsWithin } from "./desk.ts";
import { branchOf, git, landed } from "./places-shop.ts";

hostsWithin();

/** Plays every role by its brief's first words. Beside the repository it keeps what it was told. `steps.json`: what james does, try by try. */
const agent = `
const fs = require("node:fs");
const path = require("node:path");
const brief = fs.readFileSync(0, "utf8");
const job = process.env.CAIRN_JOB;
const beside = process.argv[2];
fs.writeFileSync(beside + "/log/" + job.replace(/\\W/g, "-"), brief);
const steps = JSON.parse(fs.readFileSync(beside + "/steps.json", "utf8"));
const put = (file, text) => { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, text); };
const say = (report) => console.log("Here it is.\\n\\n\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`");
const role = /You are (\\w+)\\./.exec(brief)[1];
const story = /story ([\\d.]+),/.exec(brief)?.[1];
const own = steps[job];
if (own) { for (const [file, text] of Object.entries(own.files ?? {})) put(file, text); say(own.report); process.exit(own.exit ?? 0); }
const done = (more = {}) => say({ outcome: "done", summary: role + " did " + job, ...more });
if (role === "mary") { put("docs/brief.md", "# Brief\\n\\nSell plants.\\n"); done(); }
else if (role === "john") { put("docs/prd.md", steps.prd); done(); }
else if (role === "winston") {
  put("docs/architecture.md", "# Architecture\\n");
  put("docs/architecture/coding-standards.md", "# Standards\\n");
  put("docs/architecture/qa-protocol.md", "# QA\\n\\n## Tests\\n\\n- **Command:** \`node check.cjs\`\\n");
  done();
}
else if (role === "bob") { put("docs/stories/" + story + ".story.md", "# Story " + story + ": x\\n\\n## Acceptance Criteria\\n\\n- it is there\\n- it is two\\n"); done(); }
else if (role === "james") { put("src/" + story + ".txt", "two\\n"); done({ files: ["src/" + story + ".txt"] }); }
else if (role === "sarah") done({ verdicts: [{ n: 1, met: true, how: "saw it" }, { n: 2, met: true, how: "read it" }] });
else if (role === "dexter") done({ solution: "write two, not one" });
else if (role === "metis") { put("docs/audits/epic-1.md", "# Audit\\n"); done(); }
`;
const check = `
const fs = require("node:fs");
const bad = fs.existsSync("src") ? fs.readdirSync("src").filter((name) => fs.readFileSync("src/" + name, "utf8") !== "two\\n") : [];
if (bad.length > 0) { console.log("not two: " + bad.join(", ")); process.exit(1); }
`;
const prd = `# PRD

## Epic 1: Catalogue

### Story 1.1: List

#### Acceptance Criteria

- it is there

### Story 1.2: Search

## Epic 2: Checkout

### Story 2.1: Pay
`;

type Step = {
  readonly files?: Readonly<Record<string, string>>;
  readonly report?: unknown;
  readonly exit?: number;
};

const shop = (
  t: TestContext,
  steps: Readonly<Record<string, Step>> = {},
  settings: object = {},
): Desk => {
  const made = desk(t, { "agent.cjs": agent, "check.cjs": check });
  const { root, folder } = made;
  writeFileSync(join(folder, "steps.json"), JSON.stringify({ prd, ...steps }));
  mkdirSync(join(folder, "log"));
  const config = {
    agents: { bot: { driver: "command", argv: [process.execPath, "agent.cjs", folder] } },
    roles: { "*": "bot" },
    fence: { writes: [join(folder, "log")] },
    stigmergy: settings,
  };
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  for (const args of [
    ["config", "user.email", "ana@example.org"],
    ["config", "user.name", "Ana"],
    ["add", "."],
    ["commit", "--allow-empty", "-qm", "begin"],
  ])
    execFileSync("git", args, { cwd: root });
  return made;
};
const stateOf = ({ root }: Desk): unknown =>
  JSON.parse(readFileSync(join(root, ".ai/state.json"), "utf8"));
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const history = (here: Desk): readonly (readonly [string, string])[] =>
  list(at(stateOf(here), "history")).map((entry) => [
    String(at(entry, "agent_id")),
    String(at(entry, "signal")),
  ]);
const signals = (here: Desk): readonly string[] => history(here).map(([, signal]) => signal);
const told = ({ folder }: Desk, job: string): string =>
  readFileSync(join(folder, "log", job), "utf8");
const start = ["run", "stigmergy", "Sell rare houseplants", "--name", "Seed shop"];

test("a one-paragraph brief, one approval, and every role follows till the project is complete", async (t) => {
  const here = shop(t);
  const first = await here.ends(3, [...start, "--json"]);
  assert.equal(at(first.json(), "waiting", 0, "key"), "gate-blueprint-1");
  assert.deepEqual(at(stateOf(here), "project_status"), "READY_FOR_EXECUTION");
  assert.match(
    (await here.cairn("status --next")).out,
    /^gate: blueprint waits for a person → gate-blueprint-1 for you/u,
  );
  const look = await here.cairn("decide blueprint");
  assert.match(look.out, /node check\.cjs/u);
  await here.ends(0, "decide blueprint approve");
  await here.ends(0, "run");
  assert.match((await here.cairn("status --next .ai")).out, /^over: .*PROJECT_COMPLETE/u);
  const state = stateOf(here);
  assert.deepEqual(
    [at(state, "project_status"), at(state, "system_signal")],
    ["PROJECT_COMPLETE", "PROJECT_COMPLETE"],
  );
  const story = (id: string): readonly string[] => [
    `bob STORY_CREATED`,
    `saul STORY_APPROVED`,
    `james STORY_STARTED`,
    `james STORY_IMPLEMENTATION_SUCCESS`,
    `quinn STORY_QA_PASSED`,
    `sarah STORY_VERIFIED_BY_PO`,
    `olivia STORY_COMPLETE ${id}`.slice(0, "olivia STORY_COMPLETE".length),
  ];
  assert.deepEqual(
    history(here).map((one) => one.join(" ")),
    [
      "saul INIT",
      "mary BRIEF_COMPLETE",
      "saul BRIEF_APPROVED",
      "john PRD_COMPLETE",
      "john MANIFEST_COMPLETE",
      "winston ARCHITECTURE_COMPLETE",
      "saul BLUEPRINT_COMPLETE",
      "user EXECUTION_APPROVED",
      ...story("1.1"),
      ...story("1.2"),
      "saul EPIC_COMPLETE",
      ...story("2.1"),
      "saul EPIC_COMPLETE",
      "saul PROJECT_COMPLETE",
    ],
  );
  const evidence = await here.cairn("evidence .ai --json");
  assert.equal(at(evidence.json(), "criteria", 0, "status"), "proved");
  assert.equal(
    list(at(evidence.json(), "criteria")).find(
      (row) => at(row, "unit") === "2.1" && at(row, "fresh") !== true,
    ),
    undefined,
  );
  assert.match((await here.cairn("evidence .ai 2.1")).out, /, as it is now, /u);
  assert.match((await here.cairn("status .ai")).out, /judged by the agent that built/u);
  await here.ends(0, "verify .ai");
  assert.match(told(here, "story-1-1-1"), /it is there/u);
  // It is the only run that can be meant, so nobody has to name it.
  const again = await here.ends(0, "run");
  assert.doesNotMatch(again.err, /no run is live here/u);
  assert.match((await here.cairn("decide")).out, /waits for you: nothing/u);
  assert.match(
    (await here.cairn("decide blueprint approve")).err,
    /JOB_UNKNOWN: no decision "blueprint" waits now/u,
  );
  assert.match((await here.cairn("resume --help")).out, /--to STORY[^]*follow from the run/u);
  assert.match(
    (await here.cairn('resume --to 2.1 --reason "wrong colour"')).err,
    /CONFIRMATION_MISSING/u,
  );
  const back = await here.cairn('resume --to 2.1 --reason "wrong colour" --yes');
  assert.match(back.out, /STORY_REOPENED[^]*go on, if no runner is at work: cairn run /u, back.err);
});

const bad = { files: { "src/1.1.txt": "one\n" }, report: { outcome: "done", summary: "wrote it" } };

test("two failed tries call a responder, whose solution is told to the next try; what failed never lands, and in autonomous mode nobody is asked", async (t) => {
  const here = shop(t, { "work-1.1-1": bad, "work-1.1-2": bad });
  await here.ends(0, [...start, "--autonomy", "autonomous"]);
  const state = stateOf(here);
  assert.deepEqual(
    [at(state, "project_status"), at(state, "issue_log", 0, "status")],
    ["PROJECT_COMPLETE", "RESOLVED"],
  );
  const failed = list(at(state, "history")).filter(
    (entry) => isRecord(entry) && entry["signal"] === "FAILURE_DETECTED",
  );
  assert.deepEqual(
    at(state, "issue_log", 0, "history_ref"),
    failed.map((entry) => at(entry, "timestamp")),
  );
  assert.match(told(here, "work-1-1-2"), /not two: 1\.1\.txt/u);
  assert.match(told(here, "issue-ISSUE-001-3"), /FAILURE_DETECTED[^]*not two: 1\.1\.txt/u);
  assert.match(told(here, "work-1-1-4"), /write two, not one/u);
  const branch = branchOf(here);
  assert.equal(git(here, "log", "--format=%s", branch, "-S", "one", "--", "src/1.1.txt"), "");
  assert.equal(landed(here, "src/1.1.txt"), "two\n");
  assert.deepEqual(
    signals(here).filter((signal) => /AUDIT/u.test(signal)),
    ["SYSTEM_AUDIT_COMPLETE"],
  );
});

test("an agent asks and a person answers; a gate that is refused has its document written anew with the reason", async (t) => {
  const ask = { report: { outcome: "blocked", summary: "unclear", question: "Which plants?" } };
  const here = shop(t, { "brief-1": ask }, { gates: ["brief", "blueprint"] });
  const first = await here.cairn([...start, "--json"]);
  assert.deepEqual([first.exit, at(first.json(), "waiting", 0, "key")], [3, "question-1"]);
  assert.match(
    (await here.cairn("decide question-1")).out,
    /mary asks about Brief: Which plants\?/u,
  );
  await here.ends(0, 'decide question-1 answer --note "ferns only"');
  assert.equal(at((await here.cairn("run --json")).json(), "waiting", 0, "key"), "gate-brief-1");
  assert.match(told(here, "brief-2"), /ferns only/u);
  await here.ends(2, "decide brief redo-brief");
  await here.ends(0, 'decide brief redo-brief --note "too long"');
  assert.equal(at((await here.cairn("run --json")).json(), "waiting", 0, "key"), "gate-brief-2");
  assert.match(told(here, "brief-3"), /too long/u);
  assert.deepEqual(signals(here), [
    "INIT",
    "HUMAN_INPUT_REQUIRED",
    "INPUT_PROVIDED",
    "BRIEF_COMPLETE",
    "REVISION_REQUESTED",
    "BRIEF_COMPLETE",
  ]);
});

test("without any agent the roles are played by hand: claimed, done and reported, and the engine checks", async (t) => {
  const here = shop(t);
  writeFileSync(join(here.root, "cairn.config.json"), "{}");
  await here.ends(0, 'run --later stigmergy "Sell plants" --name Shop');
  assert.match((await here.cairn("run")).err, /AGENT_MISSING/u);
  const waits = await here.cairn("run --hand --json");
  assert.deepEqual(
    [at(waits.json(), "status"), at(waits.json(), "waiting", 0, "key")],
    ["outside", "brief-1"],
  );
  const claimed = await here.cairn("job claim brief --as ana --json");
  assert.match(String(at(claimed.json(), "brief")), /You are mary\.[^]*docs\/brief\.md/u);
  const env = { CAIRN_TOKEN: String(at(claimed.json(), "token")) };
  const report = JSON.stringify({ outcome: "done", summary: "wrote the brief" });
  const missing = await here.cairn(["job", "report", "--data", report], { env });
  assert.match(missing.err, /DOC_MISSING/u);
  mkdirSync(join(String(at(claimed.json(), "place")), "docs"));
  writeFileSync(join(String(at(claimed.json(), "place")), "docs/brief.md"), "# Brief\n");
  await here.ends(0, ["job", "report", "--data", report], { env });
  assert.deepEqual(history(here).slice(1), [
    ["mary", "BRIEF_COMPLETE"],
    ["saul", "BRIEF_APPROVED"],
  ]);
});
