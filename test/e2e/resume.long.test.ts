// Tests of `status` after a crash against the run that follows, for each protocol.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { builtLauncher } from "../fixtures/built.ts";
import { isRecord } from "../../src/core/json/record.ts";
import { cli, skill, templateOf } from "../fixtures/player.ts";
import { unfenced } from "../fixtures/unfenced.ts";
import { at, type Desk, desk } from "./desk.ts";
import { configured } from "./ground.ts";

const main = builtLauncher();
const waitFor = async (what: () => boolean): Promise<void> => {
  for (const until = Date.now() + 60_000; !what(); await sleep(20))
    assert.ok(Date.now() < until, "it never came");
};

/** Does its job as `jobs.json` beside the repository says: files, then words, then an end at once, after `go` is there, or never. */
const agent = `
const fs = require("node:fs");
const key = process.env.CAIRN_JOB;
const { files = {}, report, ends = "now" } = JSON.parse(fs.readFileSync(process.env.CAIRN_ROOT + "/../jobs.json", "utf8"))[key] ?? { ends: "never" };
for (const [file, text] of Object.entries(files)) fs.writeFileSync(file, text);
if (report) console.log("\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`");
fs.writeFileSync(process.env.CAIRN_ROOT + "/../up-" + key.replace(/\\W/g, "-"), "");
if (ends !== "now") setInterval(() => ends === "go" && fs.existsSync(process.env.CAIRN_ROOT + "/../go") && process.exit(0), 20);
`;
type Jobs = Readonly<
  Record<
    string,
    { readonly files?: object; readonly report?: object; readonly ends?: "now" | "go" | "never" }
  >
>;

const shop = (t: TestContext, jobs: Jobs, more: object = {}): Desk => {
  const made = desk(t, { "agent.cjs": agent });
  unfenced(made.folder);
  const bot = { driver: "command", argv: [process.execPath, "agent.cjs"] };
  const agents = { bot, tool: { ...bot, done: "exit" } };
  writeFileSync(join(made.folder, "jobs.json"), JSON.stringify(jobs));
  configured(made, { agents, roles: { "*": "bot", "cli:gemini": "tool" }, ...more });
  return made;
};

const envOf = (here: Desk): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: here.folder,
  CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
});

/** Drives by a process of its own until these jobs are up; then runner and hosts are killed, what ends after `go` having ended between. */
const crash = async (
  here: Desk,
  argv: readonly string[],
  up: readonly string[],
  ended: readonly string[] = [],
): Promise<void> => {
  const runner = spawn(process.execPath, [main, ...argv], {
    cwd: here.root,
    env: envOf(here),
    stdio: "ignore",
  });
  const nameOf = (key: string): string => join(here.folder, `up-${key.replace(/\W/gu, "-")}`);
  await waitFor(() => up.every((key) => existsSync(nameOf(key))));
  runner.kill("SIGKILL");
  const spool = join(here.root, ".git/cairn/spool");
  const entries = readdirSync(spool).flatMap((run) =>
    // What begins with a dot is being made.
    readdirSync(join(spool, run)).flatMap((fence) =>
      fence.startsWith(".") ? [] : [join(spool, run, fence)],
    ),
  );
  const read = (folder: string, name: string): unknown =>
    JSON.parse(readFileSync(join(folder, name), "utf8"));
  writeFileSync(join(here.folder, "go"), "");
  for (const folder of entries) {
    if (ended.includes(String(at(read(folder, "job.json"), "job", "key"))))
      await waitFor(() => existsSync(join(folder, "exit.json")));
    else if (!existsSync(join(folder, "exit.json")))
      process.kill(Number(at(read(folder, "host.json"), "process", "pid")), "SIGKILL");
  }
};

const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
/** The schema library takes longer to load than all the rest of a status. */
const noSchemas = `data:text/javascript,${encodeURIComponent(`import { registerHooks } from "node:module";
registerHooks({ resolve(name, context, next) { if (/^zod|\\/zod/u.test(name)) throw new Error("status loads schemas"); return next(name, context); } });`)}`;
/** How the run and its jobs stand. */
const stands = (here: Desk): { readonly state: unknown; readonly jobs: readonly string[] } => {
  const argv = ["--import", noSchemas, main, "status", "--json"];
  const out = execFileSync(process.execPath, argv, {
    cwd: here.root,
    env: envOf(here),
    encoding: "utf8",
  });
  const said: unknown = JSON.parse(out);
  const jobs = list(at(said, "jobs")).map(({ key, is }) => `${String(key)} ${String(is)}`);
  return { state: at(said, "state"), jobs };
};
/** What is due once a runner has looked and started nobody. */
const due = async (here: Desk): Promise<readonly string[]> => {
  await here.ends(3, "run --hand --json");
  const { out } = await here.cairn("status --next --json");
  return [...list(at(JSON.parse(out), "jobs")), ...list(at(JSON.parse(out), "decisions"))].map(
    ({ key }) => String(key),
  );
};
test("ultrawork: proved tasks stay, a lost attempt is tried again, what waits for it waits", async (t) => {
  const task = (id: string, more: object = {}): object => ({
    id,
    subject: id,
    success_criteria: [{ criteria: "it is", command: `test -e ${id}` }],
    ...more,
  });
  const tasks = [task("1"), task("2", { blocked_by: ["1"] }), task("3", { blocked_by: ["2"] })];
  const one = {
    files: { 1: "x" },
    report: { status: "done", summary: "is", evidence: [] },
  };
  const here = shop(t, { "task-1-1": one });
  writeFileSync(
    join(here.folder, "plan.json"),
    JSON.stringify({
      tasks,
      verify: { success_criteria: [{ criteria: "all", command: "test -e 1" }] },
    }),
  );
  await crash(
    here,
    ["run", "ultrawork", "x", "--plan", "../plan.json", "--auto", "--session", "s"],
    ["task-2-1"],
  );
  const { state, jobs } = stands(here);
  // What it looks like without the work may be tried meanwhile.
  const own = jobs.filter((one) => !one.startsWith("before-"));
  assert.deepEqual([state, own], ["no runner", ["task-2-1 doubt", "task-3-1 waiting"]]);
  const { out } = await here.cairn("status");
  assert.match(out, / ✔ done {6}1 .*\n \? in doubt {2}2 /u);
  assert.match(
    out,
    /^(?:doubt {4}| {9})task-2-1 \(its host died before it could say how it ended: it is tried again\)$/mu,
  );
  assert.match(out, /^no runner is at work\. Resume: cairn run \S+$/mu);
  assert.ok((await due(here)).includes("task-2-2"));
});

test("player: nobody guesses whether a step was done, what only read is called again, what ended meanwhile counts", async (t) => {
  const node = { report: { node: "N-001", attempt: 1, status: "completed" } };
  const here = shop(t, { "node:N-001:1": node, "node:N-002c:1": { ends: "go" } });
  mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
  const group = [skill("N-002a"), cli("N-002b"), cli("N-002c", { cli_mode: "write" })];
  writeFileSync(
    join(here.root, ".workflow/templates/steps.json"),
    templateOf("steps", [skill("N-001"), group, skill("N-003")]),
  );
  const up = ["node:N-002a:1", "node:N-002b:1", "node:N-002c:1"];
  await crash(here, ["run", "player", "steps", "--goal", "x"], up, ["node:N-002c:1"]);
  assert.deepEqual(stands(here), {
    state: "no runner",
    jobs: ["node:N-002a:1 doubt", "node:N-002b:1 doubt", "node:N-002c:1 ready"],
  });
  const { out } = await here.cairn("status");
  assert.match(out, /node:N-002a:1 \(.*: a person is asked\)/u);
  assert.match(out, /node:N-002b:1 \(.*: it is tried again\)/u);
  assert.match(out, /^next {5}node:N-002c:1 \(it ended, and is read when the run goes on\)$/mu);
  const after = await due(here);
  assert.deepEqual(
    [
      after.includes("ask-N-002a-1"),
      after.includes("node:N-002b:2"),
      after.includes("node:N-002c:1"),
    ],
    [true, true, false],
  );
});
