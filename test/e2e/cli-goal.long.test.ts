// Tests of a run that begins from a goal alone, the light way for a small goal, and what `cairn` without a verb says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { asTyped, at, type Desk, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

/** One agent for every role, which plans one task and does it; the check is the worker's where the plan has none. */
const script = `
const check = "test -e one.txt";
const plan = {
  tasks: [{ id: "1", subject: "One", success_criteria: [{ criteria: "one.txt is there", command: check }] }],
  verify: { success_criteria: [{ criteria: "it is still there", command: check }] },
};
export const steps = ({ role }, brief) => {
  if (role === "explorer") return [{ report: { summary: "Nothing.", key_files: [], patterns: [], constraints: [] } }];
  if (role === "planner") return [{ report: { status: "plan", plan } }];
  const evidence = brief.includes("none yet") ? [{ criterion: 1, type: "command_output", command: check, text: "it is there" }] : [];
  if (role === "worker")
    return [{ write: { path: "one.txt", text: "1\\n" } }, { report: { status: "done", summary: "made", evidence } }];
  const verify = brief.includes("it is still there") ? [{ task: "verify", criterion: 1, judgement: "met", note: "" }] : [];
  const judgements = [{ task: "1", criterion: 1, judgement: "met", note: "" }, ...verify];
  return [{ report: { verdict: "PASS", judgements, issues: [], notes: "" } }];
};
`;

const shop = (t: TestContext, more: Readonly<Record<string, unknown>> = {}): Desk => {
  const made = desk(t);
  const path = join(made.folder, "script.mjs");
  writeFileSync(path, script);
  const agents = { scripted: { driver: "scripted", argv: [path] } };
  configured(made, { agents, roles: { "*": "scripted" }, ...more });
  return made;
};

const runs = async ({ cairn }: Desk): Promise<readonly unknown[]> => {
  // The only one is shown itself.
  const found = (await cairn("status --json")).json();
  const all: unknown =
    typeof found === "object" && found !== null && "runs" in found ? found.runs : [found];
  assert.ok(Array.isArray(all));
  return all;
};

/** How many conversations with agents a run began. */
const conversations = async ({ cairn }: Desk, run: string): Promise<number> =>
  (await cairn(["log", run, "--json"])).out.match(/"type":"JobBegun"/gu)?.length ?? 0;

test("a goal alone begins a run in the usual way, which is said with another; flags of that way fit", async (t) => {
  const here = shop(t);
  const done = await here.ends(0, 'run "Add one file" --auto --session s --json');
  assert.match(done.err, /^by ultrawork, the default; other ways of working: cairn help ways$/mu);
  assert.equal(at(done.json(), "ended", "good"), true);
  assert.equal(
    await conversations(here, "s"),
    6,
    "three explorers, a planner, a worker, a verifier",
  );
});

test("--light takes two conversations, and is proved by the worker's check as by any other", async (t) => {
  const here = shop(t);
  await here.ends(0, 'run "Add one file" --light --session s --json');
  assert.equal(await conversations(here, "s"), 2, "a worker and a verifier");
  assert.doesNotMatch(
    (await here.cairn("status s")).out,
    /^warning/mu,
    "nobody wrote the plan that they would be about",
  );
  assert.match(
    (await here.cairn('run "Add one file" --help')).out.replaceAll(/\s+/gu, " "),
    /2 agent conversations instead of at least 6/u,
  );
  const [criterion] = [at((await here.cairn("evidence s --json")).json(), "criteria", 0)];
  assert.match(
    JSON.stringify(criterion),
    /A command that fails without what the goal asks for[^]*one\.txt/u,
  );
});

test("in a repository without a commit no run is made", async (t) => {
  const here = shop(t);
  rmSync(join(here.root, ".git"), { recursive: true });
  execFileSync("git", ["init", "--quiet", here.root]);
  assert.match(
    (await here.cairn("run --light")).err,
    /USAGE: --light is for a new run, and its goal is missing\n +say it: cairn run "/u,
  );
  const stopped = await here.ends(2, 'run "Add one file" --light --session s');
  assert.match(
    stopped.err,
    /REPOSITORY_EMPTY: \S+ has no commit at HEAD, and a run begins from one\n +no run was made; make the first commit: git add --all && git commit -m "Begin"/u,
  );
  assert.deepEqual(at((await here.cairn("status --json")).json(), "runs"), []);
});

test("one word that names nothing begins no run, and the nearest run, protocol or verb is named", async (t) => {
  const here = shop(t);
  await here.ends(0, "run --later ultrawork Goal --session weights");
  for (const [argv, said] of [
    [
      ["run", "wieghts"],
      /RUN_UNKNOWN: there is no run wieghts\n {2}did you mean `weights`\?\n {2}for a new run with this goal: cairn run --goal wieghts$/mu,
    ],
    [["run", "ultrawrk"], /RUN_UNKNOWN: [^]*did you mean `ultrawork`\?/u],
    [["run", "staus"], /RUN_UNKNOWN: [^]*did you mean `cairn status`\?/u],
    [["run", "bread"], /RUN_UNKNOWN: there is no run bread\n {2}there are: /u],
    [
      ["run", "Add", "weights"],
      /USAGE: Add is no run and no protocol\n {2}a goal stands in quotes: cairn run "Add weights"/u,
    ],
    [["run", "ultrawrk", "Add weights"], /PROTOCOL_UNKNOWN: [^]*did you mean `ultrawork`\?/u],
    [
      ["run", "player"],
      /RUN_UNKNOWN: no run of player is live\n {2}cairn run player TEMPLATE; which there are: cairn template list/u,
    ],
    [
      ["run", "weights", "--goal", "Add weights"],
      /USAGE: --goal is for a new run, and \w+ is there already/u,
    ],
    [
      ["run", "weights", "--max-workers", "4"],
      /USAGE: --max-workers is for a new run[^]*\n {2}to change that run: cairn send \w+ SetOptions --max-workers 4\n {2}to begin a new one: cairn run "GOAL" --max-workers 4$/mu,
    ],
    [["run", "7f3k2m9x4rta", "--max-workers", "4"], /RUN_UNKNOWN: there is no run 7f3k2m9x4rta\n/u],
    [
      ["run", "Add weights", "--explorers", "many"],
      /FIELD_INVALID: --explorers must be a number from 0 to 3, or what each of up to 8 looks for/u,
    ],
    [["run", "--auto"], /USAGE: --auto is for a new run, and its goal is missing/u],
    [["run", "--later"], /USAGE: --later is for a new run, and its goal is missing/u],
  ] as const) {
    const { exit, err } = await here.cairn(argv);
    assert.equal(exit, 2, argv.join(" "));
    assert.match(err, said);
  }
  assert.equal((await runs(here)).length, 1);
  for (const word of [["bread"], ["--goal", "bread"]])
    assert.equal(
      (await here.cairn(["run", "--later", ...word])).exit,
      0,
      "one word is a goal by --goal, or beside a flag that only a new run has",
    );
  assert.equal((await runs(here)).length, 3);
});

test("a run is made only where its agents are there; by hand it is made all the same", async (t) => {
  const here = desk(t);
  const alone = await here.ends(1, 'run "Add one file"');
  assert.match(
    alone.err,
    /^No agent is set up\. `cairn init` asks which one\. \(AGENT_MISSING\)\n$/u,
  );
  assert.deepEqual(
    [(await runs(here)).length, existsSync(join(here.folder, "sessions"))],
    [0, false],
  );
  assert.match(
    (await here.cairn("run ultrawrok --light")).err,
    /^RUN_UNKNOWN: there is no run ultrawrok\n +did you mean `ultrawork`\?\n.*cairn run --goal ultrawrok --light$/mu,
  );
  assert.ok(!existsSync(join(here.root, ".git/cairn")), "a refused run leaves nothing behind");
  // Roles that another runner serves are that one's to find.
  const served = shop(t, { roles: { worker: "scripted" } });
  assert.match(
    (await served.cairn('run "Add one file" --light')).err,
    /no agent for role verifier\n[^]*`--judge person`/u,
  );
  assert.deepEqual(await runs(served), []);
  await here.ends(3, 'run "Add one file" --hand');
  assert.equal((await runs(here)).length, 1);
});

test("cairn alone says how to begin, then how it stands; outside of a repository it is the help", async (t) => {
  const here = desk(t);
  const fresh = await here.ends(0, [], { columns: 80 });
  for (const line of ["cairn init", 'cairn run --light "GOAL"', "cairn demo"])
    assert.ok(fresh.out.includes(`\n  ${line} `), fresh.out);
  for (const line of fresh.out.split("\n")) assert.ok(line.length <= 80, line);
  await here.cairn('run --later "Add one file" --session s');
  const [alone, status] = [await here.cairn([]), await here.cairn("status")];
  const head = (out: string): string =>
    out
      .split("\n", 2)
      .join("\n")
      .replace(/begun .* ago$/u, "");
  assert.match(alone.out, /^not started +Add one file\n +ultrawork · planning · /u);
  assert.equal(head(alone.out), head(status.out));
  mkdirSync(join(here.folder, ".git"));
  const outside = await here.cairn([], { cwd: here.folder });
  assert.equal(outside.out, (await here.cairn("--help")).out);
  assert.equal(existsSync(join(here.folder, ".cairn")), false);
});

test("the same goal again goes on with the live run that has it, if its user says so, and begins no second one unasked", async (t) => {
  const here = desk(t);
  const goal = ["ultrawork", "Add one file", "--hand"];
  const first = at(
    (await here.cairn(asTyped`run --later ${goal.slice(0, 2)} --json`)).json(),
    "run",
  );
  const twice = await here.ends(2, ["run", ...goal]);
  assert.match(
    twice.err,
    new RegExp(
      `RUN_EXISTS: run ${String(first)} has this very goal .*\n +go on with it: cairn run ${String(first)}\n`,
      "u",
    ),
  );
  const on = await here.cairn(["run", ...goal, "--json"], { answers: ["y"] });
  assert.equal(at(on.json(), "run"), first);
  const other = await here.cairn(["run", ...goal], { answers: ["n"] });
  assert.match(other.err, /^run \w+ is started in /mu);
  const named = await here.cairn(asTyped`run ${goal} --session own`);
  assert.match(named.err, /^run \w+ is started in /mu);
  await here.ends(0, ["run", "--later", ...goal.slice(0, 2)]);
});

test("two runs of one goal that begin at one moment know of each other", async (t) => {
  const here = desk(t);
  const goal = ["run", "ultrawork", "Add one file", "--hand"];
  const both = await Promise.all([here.cairn(goal), here.cairn(goal)]);
  const told = both.map(({ err }) => err).join("\n");
  assert.match(told, /RUN_EXISTS|warning {2}run \w+ has this very goal, too; .*--cancel \w+$/mu);
});
