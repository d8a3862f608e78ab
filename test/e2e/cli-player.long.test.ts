// Tests of the player by the command line: gate, answer, rollback, hostile values, dry runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { firstCommit } from "../fixtures/first-commit.ts";
import { checkpoint, cli, skill, templateOf } from "../fixtures/player.ts";
import { asTyped, at, type Desk, desk, hostsWithin } from "./desk.ts";

hostsWithin();

/** Reports that whatever its brief names is completed. */
const agent = `
const text = require("node:fs").readFileSync(0, "utf8");
const [, node, attempt] = /"node": "([^"]+)", "attempt": (\\d+)/.exec(text);
console.log("It is done.\\n\`\`\`cairn-report\\n" + JSON.stringify({ node, attempt: Number(attempt), status: "completed" }) + "\\n\`\`\`");
`;
/** Keeps its arguments, as they arrived, at the user's: what it only looks at goes. */
const tool = `require("node:fs").writeFileSync(require("node:fs").readFileSync(".keep", "utf8"), JSON.stringify(process.argv.slice(2))); console.log("analysed");`;

const template = templateOf("feature", [
  skill("N-001"),
  checkpoint("CP-01", false),
  cli("N-002", { cli_rule: "analysis-x" }),
  skill("N-003", { args_template: "{N-002.output}" }),
]);

const shop = (t: TestContext): Desk => {
  const made = desk(t, { "agent.cjs": agent, "tool.cjs": tool });
  mkdirSync(join(made.folder, "handed"));
  writeFileSync(join(made.root, ".keep"), join(made.folder, "handed/argv.json"));
  mkdirSync(join(made.root, ".workflow/templates"), { recursive: true });
  writeFileSync(join(made.root, ".workflow/templates/feature-review.json"), template);
  const argv = [
    process.execPath,
    "tool.cjs",
    "{brief}",
    "--mode",
    "{mode}",
    ["--rule", "{rule}"],
    ["--model", "{model}"],
    "--id",
    "{task}",
  ];
  const agents = {
    a: { driver: "command", argv: [process.execPath, "agent.cjs"] },
    c: { driver: "command", argv },
  };
  writeFileSync(
    join(made.root, "cairn.config.json"),
    JSON.stringify({
      agents,
      roles: { skill: "a", cli: "c" },
      fence: { writes: [join(made.folder, "handed")] },
    }),
  );
  return made;
};
const hostile = "$(touch pwned) `id` \"'; {prev_output} {goal}\n--mode write";
const sessions = ({ root }: Desk): readonly string[] => {
  const folder = join(root, ".workflow/sessions");
  return existsSync(folder) ? readdirSync(folder) : [];
};

test("played to a gate, answered, played to its end; the goal arrives byte for byte", async (t) => {
  const here = shop(t);
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.invalid", ...words], {
      cwd: here.root,
      encoding: "utf8",
    });
  git("add", ".");
  git("commit", "-q", "-m", "first");
  const first = await here.ends(3, asTyped`run player feature --context goal=${hostile} --json`);
  assert.equal(at(first.json(), "waiting", 0, "key"), "ask-CP-01-1");
  const [session = ""] = sessions(here);
  assert.match(session, /^WFR-feature-review-\d{8}-\d{6}$/u);
  const file = join(here.root, ".workflow/templates/feature-review.json");
  writeFileSync(file, template.replace('"N-003"', '"N-009"'));
  const changed = await here.ends(3, ["run", session]);
  assert.match(changed.out, /TEMPLATE_CHANGED/u);
  writeFileSync(file, template);
  assert.doesNotMatch((await here.cairn(["status", session])).out, /TEMPLATE_CHANGED/u);
  await here.ends(0, ["decide", session, "CP-01", "continue"]);
  const last = await here.ends(0, ["run", session]);
  assert.match(
    last.out,
    /put it away: cairn archive \S+ +play it again: cairn run player --again WFR-feature-review-\d{8}-\d{6} /u,
  );
  const given: unknown = JSON.parse(readFileSync(join(here.folder, "handed/argv.json"), "utf8"));
  assert.deepEqual(
    [at(given, 0), at(given, 1), at(given, 2), at(given, 3), at(given, 4), at(given, 5)],
    [hostile, "--mode", "analysis", "--rule", "analysis-x", "--id"],
  );
  assert.equal(existsSync(join(here.root, "pwned")), false);
  const state: unknown = JSON.parse(
    readFileSync(join(here.root, ".workflow/sessions", session, "session-state.json"), "utf8"),
  );
  assert.equal(at(state, "status"), "completed");
  assert.equal(at(state, "node_states", "N-002", "cli_task_id"), at(given, 6));
  const back = await here.ends(0, asTyped`resume ${session} --to CP-01 --note again --yes`);
  assert.match(back.out, /your checkout stays as it is, then it was at commit [0-9a-f]{12}/u);
  await here.ends(3, ["run", session]);
  writeFileSync(file, template.replace('"N-003"', '"N-009"'));
  const resumed = await here.ends(0, ["resume", session]);
  assert.match(resumed.out, /run resumed[^]*warning {2}TEMPLATE_CHANGED/u);
  writeFileSync(file, template);
  await here.ends(0, ["decide", session, "CP-01", "abort"]);
  assert.match((await here.cairn(["resume", session])).err, /--retry/u);
  await here.ends(0, ["archive", session]);
  assert.deepEqual(sessions(here), ["archive"]);
  await here.ends(0, asTyped`run --later player --again ${session} --context goal=other --json`);
});

test("a dry start shows the order of play and writes nothing", async (t) => {
  const here = shop(t);
  const before = execFileSync("find", [here.folder, "-not", "-path", "*/.git/*"], {
    encoding: "utf8",
  });
  const dry = await here.ends(0, "run --later player feature-review --dry-run --context goal=x");
  assert.match(dry.out, /batch 2\n {2}CP-01 .*a person answers/u);
  assert.match(dry.out, /N-003 .*by a, if it fails a person is asked\n +\{N-002\.output\}/u);
  assert.equal(
    execFileSync("find", [here.folder, "-not", "-path", "*/.git/*"], { encoding: "utf8" }),
    before,
  );
});

test("who takes what is said at the start, and who took it afterwards", async (t) => {
  const here = shop(t);
  const started = await here.cairn("run --later player feature-review --context goal=x");
  assert.match(
    started.out,
    /\n {2}N-001 N-001 \(skill:do-it\), by a\n {2}N-002 N-002 \(cli:gemini\), by c\n/u,
  );
  const before = await here.cairn("status");
  assert.match(before.out, /· ready +N-001 .*\(skill:do-it\) · by a\n/u);
  assert.match(before.out, /· open +N-002 .*\(cli:gemini\) · by c\n/u);
  await here.ends(3, "run");
  const after = await here.cairn("status --json");
  assert.match(String(at(after.json(), "nodes", 0, "note")), /^by a, attempt 1, [\d.]+ s$/u);
  assert.deepEqual(
    [at(after.json(), "nodes", 2, "role"), at(after.json(), "nodes", 2, "by")],
    ["cli:gemini", "c"],
  );
  const config = join(here.root, "cairn.config.json");
  await here.ends(0, "init --agent new --argv x --role cli:gemini=new --role player/command=new");
  assert.match((await here.cairn("status")).out, /N-002 .*by new\n/u);
  writeFileSync(config, JSON.stringify({ roles: { skill: "hand" } }));
  assert.match((await here.cairn("status")).out, /N-002 .*by nobody yet\n.*N-003 .*by hand\n/u);
  const none = await here.cairn("run --later player feature-review --context goal=y");
  assert.match(
    none.out,
    /N-002 .*by nobody yet\n(?:.*\n)+ {2}name an agent for roles without one: in cairn\.config\.json/u,
  );
});

test("what is wrong with the context or the agents is said before anything starts", async (t) => {
  const here = shop(t);
  const codes = async (...argv: readonly string[]): Promise<string> => {
    const { exit, err } = await here.cairn(asTyped`run --later player ${argv}`);
    assert.equal(exit, 2);
    return err.split(":", 1)[0] ?? "";
  };
  assert.equal(await codes("feature", "--context", "goal"), "CONTEXT_MALFORMED");
  assert.equal(await codes("feature", "--context", "goal=a", "goal=b"), "CONTEXT_REPEATED");
  assert.equal(await codes("feature", "--goal", "a", "--context", "goal=b"), "CONTEXT_REPEATED");
  assert.equal(await codes("feature"), "CONTEXT_MISSING");
  assert.equal(await codes("feture"), "TEMPLATE_UNKNOWN");
  assert.deepEqual(sessions(here), []);
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify({ roles: { skill: "hand" } }));
  const missing = await here.ends(1, "run player feature --goal x");
  assert.match(missing.err, /AGENT_MISSING.*cli:gemini/su);
});

test("what is missing is asked where somebody sits, and refused where nobody does", async (t) => {
  const here = shop(t);
  const folder = join(here.root, ".workflow/templates");
  const schema = {
    goal: { type: "string", required: true, description: "what is wanted" },
    fast: { type: "boolean", required: true },
  };
  writeFileSync(
    join(folder, "feature-two.json"),
    templateOf("two", [skill("N-001")], { context_schema: schema }),
  );
  const given = async (argv: readonly string[], answers: readonly string[]): Promise<unknown> => {
    const started = await here.ends(0, asTyped`run --later player ${argv} --json`, { answers });
    const shown = await here.cairn(
      asTyped`status --state ${String(at(started.json(), "run"))} context --json`,
    );
    return shown.json();
  };
  assert.deepEqual(await given(["feature-review"], ["", hostile.split("\n")[0] ?? ""]), {
    goal: hostile.split("\n")[0],
  });
  assert.deepEqual(await given(["feature", "--context", "fast=true"], ["2", "Add login"]), {
    goal: "Add login",
    fast: true,
  });
  const secret = `ghp_${"a1B2c3D4".repeat(5)}`;
  assert.doesNotMatch(JSON.stringify(await given(["feature-review"], [secret])), /ghp_a1B2/u);
  const words = await here.ends(2, "run --later player feature-two", {
    answers: ["x", "maybe"],
  });
  assert.match(
    words.err,
    /the template wants goal, fast\ngoal \(what is wanted\)\nfast \(true or false\)\nCONTEXT_WRONG/u,
  );
  const before = sessions(here);
  const refusals: readonly (readonly [
    argv: readonly string[],
    answers: readonly string[] | undefined,
    code: string,
  ])[] = [
    [["feature-review", "--no-input"], ["Add login"], "CONTEXT_MISSING"],
    [["feature-review"], undefined, "CONTEXT_MISSING"],
    [["feature-review", "--context", "gaol=x"], ["Add login"], "CONTEXT_UNKNOWN"],
  ];
  for (const [argv, answers, code] of refusals) {
    const refused = await here.cairn(
      asTyped`run --later player ${argv} --json`,
      answers === undefined ? {} : { answers },
    );
    assert.deepEqual(
      [refused.exit, at(refused.json(), "error", "code")],
      [2, code],
      argv.join(" "),
    );
  }
  const left = await here.cairn("run player feature-review --json", {
    answers: [],
    left: true,
  });
  assert.deepEqual([left.exit, at(left.json(), "error", "code")], [130, "INTERRUPTED"]);
  assert.deepEqual(sessions(here), before);
});

test("an agent that the engine launched hands in by `cairn job report`; its exit code still decides", async (t) => {
  const here = shop(t);
  const launcher = builtLauncher();
  const reporter = `
const { execFileSync } = require("node:child_process");
const data = JSON.stringify({ node: "N-001", attempt: 1, status: "completed", session_id: "S-1", artifacts: ["reporter.cjs", "none.md"] });
console.log(execFileSync(process.execPath, [${JSON.stringify(launcher)}, "job", "report", "--data", data], { encoding: "utf8" }));
process.exit(Number(process.argv[2]));
`;
  writeFileSync(join(here.root, "reporter.cjs"), reporter);
  firstCommit(here.root);
  const play = async (exit: string): Promise<unknown> => {
    const agents = { r: { driver: "command", argv: [process.execPath, "reporter.cjs", exit] } };
    writeFileSync(
      join(here.root, "cairn.config.json"),
      JSON.stringify({ agents, roles: { skill: "r", cli: "hand" } }),
    );
    const ran = await here.cairn("run player feature --goal x --json");
    const state = await here.cairn(
      asTyped`status --state ${String(at(ran.json(), "run"))} N-001 --json`,
    );
    return state.json();
  };
  assert.match(
    JSON.stringify(await play("0")),
    /"status":"completed".*"session":"S-1".*"warnings":\["missing: none.md"\]/u,
  );
  assert.match(
    JSON.stringify(await play("3")),
    /"status":"failed".*reported completed and ended with exit 3/u,
  );
});

test("a list of runs tells of folders that are nobody's, and of none once they are taken over", async (t) => {
  const here = shop(t);
  assert.match((await here.cairn("status")).out, /^no runs here yet: [^\n]+\n$/u);
  const state = {
    session_id: "WFR-old-20260101-000000",
    template_path: ".workflow/templates/feature-review.json",
    status: "paused",
    node_states: {},
  };
  for (const name of ["WFR-old-20260101-000000", "$(touch pwned)"]) {
    mkdirSync(join(here.root, ".workflow/sessions", name), { recursive: true });
    writeFileSync(
      join(here.root, ".workflow/sessions", name, "session-state.json"),
      JSON.stringify(state),
    );
  }
  const path = ".workflow/sessions/WFR-old-20260101-000000";
  const listed = await here.cairn("status");
  assert.ok(
    listed.out.endsWith(`\n2 unmanaged session folders: cairn adopt ${path} · all: cairn doctor\n`),
    listed.out,
  );
  assert.deepEqual(at((await here.cairn("status --json")).json(), "strays"), [
    ".workflow/sessions/$(touch pwned)",
    path,
  ]);
  await here.ends(0, ["adopt", path]);
  const run = String(at((await here.cairn("status --json")).json(), "run"));
  await here.ends(0, asTyped`stop --cancel ${run} --reason enough --yes`);
  assert.deepEqual(at((await here.cairn("status --json")).json(), "strays"), [
    ".workflow/sessions/$(touch pwned)",
  ]);
});
