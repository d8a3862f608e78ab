// Stuck work that a person mended by hand is checked again: the checks decide, and red leaves all as it was.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { skill, templateOf } from "../fixtures/player.ts";
import { scripted, type Shop, shopOf, workLines } from "./check-again-shop.ts";
import { hostsWithin } from "./desk.ts";

hostsWithin();

const task = (id: string, command: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  subject: id,
  success_criteria: [{ criteria: "it holds", command }],
  ...more,
});
const plan = {
  tasks: [
    task("login", "grep -c good 1.txt"),
    task("logout", "test -e 2.txt", { blocked_by: ["login"] }),
    task("help", "test -e 3.txt", {
      blocked_by: ["logout"],
      success_criteria: [
        { criteria: "it holds", command: "test -e 3.txt" },
        { criteria: "it says so", type: "file_content", path: "3.txt", match: "there" },
      ],
    }),
  ],
  verify: { success_criteria: [{ criteria: "still there", command: "test -e 1.txt" }] },
};
const does = `({ unit }) => unit === "login"
  ? [{ write: { path: "1.txt", text: "bad\\n" } }, { report: { status: "done", summary: "It is there.", evidence: [] } }]
  : [{ report: { status: "done", summary: "It is there.", evidence: [] } }]`;
const whole = { name: "whole", argv: ["sh", "-c", "! grep -q broken *.txt"] };

/** Its first task is stuck: the only attempt is used up. */
const stuckShop = async (
  t: TestContext,
  checks: readonly (typeof whole)[] = [],
  planned: object = plan,
  files: Readonly<Record<string, string>> = {},
): Promise<Shop> => {
  const here = shopOf(t, {}, { "plan.json": JSON.stringify(planned), ...files });
  const config = {
    checks,
    ultrawork: { max_attempts: 1 },
    ...scripted(here.folder, does),
  };
  here.mend("cairn.config.json", JSON.stringify(config));
  await here.ends(0, 'run --later ultrawork "Two files" --plan plan.json --session s');
  await here.ends(0, "decide s approve");
  return here;
};
const log = async ({ cairn }: Shop): Promise<string> => (await cairn("log s --json")).out;

test("ultrawork: a task whose attempts are used up is done once its checks pass; red, or interrupted, all stays as it was", async (t) => {
  const here = await stuckShop(t, [whole]);
  const { cairn, ends, mend } = here;
  const stuck = await cairn("run s");
  assert.match(stuck.out, /waits for you {2}stuck-login/u, stuck.err);
  assert.match(stuck.out, /cairn job check \w+ login {2}# you fixed it in your checkout/u);
  const before = await log(here);
  mend("1.txt", "better\n");
  const red = await ends(5, "job check s login");
  assert.equal(
    red.out,
    "login is still red, and all is as it was: `grep -c good 1.txt`: exit 1\n  0\n",
  );
  mend("1.txt", "good, and broken\n");
  const tried = await ends(5, "job check s login --json");
  assert.match(tried.out, /"passed":false.*whole: /u);
  const asked = await ends(3, "run s", { answers: ["fixed", "later"] });
  assert.match(asked.out, /login is still red, and all is as it was/u);
  assert.equal(await log(here), before);
  mend("1.txt", "good\n");
  const green = await ends(0, "job check login");
  const passed = "login is done: 2 checks passed on what is there now\n";
  assert.ok(green.out.startsWith(passed), green.out);
  assert.match(green.out, workLines("login", "1.txt"));
  assert.equal(here.landed("1.txt"), "good");
  assert.match(await log(here), /"ChecksRecorded"/u);
  await ends(3, "run s");
  mend("2.txt", "there\n");
  const left = await ends(130, "job check s logout", { signal: AbortSignal.abort() });
  assert.match(
    left.out,
    /^logout: interrupted before its checks decided; resume: cairn run \S+\n$/u,
  );
  assert.match((await cairn("run s")).out, / done +logout +1\/1 /u);
  // Said in answer to the question it is the same.
  mend("3.txt", "there\n");
  const said = await cairn("run s", { answers: ["fixed"] });
  assert.match(said.out, /help is done: 3 checks passed on what is there now/u, said.err);
  await ends(0, "verify s");
});

test("untracked files from before the run stay the user's, unless added to git", async (t) => {
  const here = shopOf(t, {}, { "plan.json": JSON.stringify(plan), ".gitignore": ".cairn/\n" });
  const config = { ultrawork: { max_attempts: 1 }, ...scripted(here.folder, does) };
  here.mend("cairn.config.json", JSON.stringify(config));
  here.mend("mine.txt", "mine\n");
  mkdirSync(join(here.root, "drafts"));
  here.mend("drafts/2.txt", "a draft\n");
  await here.ends(0, 'run --later ultrawork "Two files" --plan plan.json --session s');
  await here.ends(0, "decide s approve");
  await here.ends(3, "run s");
  here.mend("1.txt", "better\n");
  const red = await here.ends(5, "job check s login");
  assert.match(
    red.out,
    /untracked, before the run began .*: drafts\/2\.txt, mine\.txt; `git add`/su,
  );
  here.mend("1.txt", "good\n");
  const green = await here.ends(0, "job check s login");
  assert.match(green.out, workLines("login", "1.txt", "cairn.config.json"));
  assert.equal(here.landed("1.txt"), "good");
  const branch = here.git("for-each-ref", "--format=%(refname)", "refs/heads/cairn/");
  assert.doesNotMatch(here.git("ls-tree", "-r", "--name-only", branch), /mine|drafts/u);
  await here.ends(3, "run s");
  here.mend("2.txt", "there\n");
  here.git("add", "mine.txt");
  here.mend("mine.txt", "mine, and changed\n");
  await here.ends(0, "job check s logout");
  assert.equal(here.landed("mine.txt"), "mine, and changed");
});

test("what isn't stuck is refused, with what to type instead", async (t) => {
  const here = await stuckShop(t);
  const { cairn, ends, mend } = here;
  const no = async (about: string, unit: string): Promise<string> => {
    const { exit, err, out } = await cairn(`job check ${unit}`);
    assert.equal(exit, 2, `${about}: ${out}`);
    return err;
  };
  assert.match(
    await no("never tried", "login"),
    /^UNIT_UNSTUCK: no work on login has begun.*\n {2}work on it by hand: `cairn job claim \S+ task-login-1`/u,
  );
  assert.match(await no("waits for another", "logout"), /^UNIT_UNSTUCK: /u);
  assert.match(
    await no("mistyped", "loginn"),
    /^UNIT_UNKNOWN: .*\n {2}did you mean `login`\? one of: login, logout, help, verify/u,
  );
  await cairn("job claim login --here --as ana");
  assert.match(await no("under way", "login"), /^JOB_HELD: ana is at work on login: task-login-1/u);
  mend("1.txt", "good\n");
  await ends(0, 'job report --done "made it" --as ana');
  await cairn("run s --hand");
  assert.match(
    await no("done", "login"),
    /^UNIT_DONE: .*\n {2}`cairn evidence \S+ login --recheck`/u,
  );
  const agent = await cairn("job check login", {
    env: { CAIRN_TOKEN: "1.x", CAIRN_RUN: "s" },
  });
  assert.match(agent.err, /^SENDER_WRONG: .* is not for an agent to do/u);
  await cairn("stop s");
  assert.match(await no("paused", "s logout"), /^RUN_PAUSED: .*\n {2}`cairn resume \S+`/u);
  await cairn("stop --cancel s --reason enough --yes");
  assert.match(
    await no("over", "s logout"),
    /^RUN_OVER: .*\n {2}`cairn resume \S+ --reason WHY` takes it up again/u,
  );
});

test("player: a check that failed runs again on what was mended; a node that nothing checks is tried by the repository's checks", async (t) => {
  const here = shopOf(t, {});
  const agent = (name: string, text: string) => {
    const file = join(here.folder, `${name}.cjs`);
    writeFileSync(file, `process.stdin.resume().on("end", () => { ${text} });`);
    return { driver: "command", argv: [process.execPath, file] };
  };
  const good = `require("node:fs").readFileSync("1.txt", "utf8").startsWith("good")`;
  const check = agent(
    "check",
    `if (!require("node:fs").existsSync("1.txt") || !${good}) { console.error("it is not good"); process.exit(1); }`,
  );
  const agents = { check: { ...check, done: "exit" }, fails: agent("fails", "process.exit(3);") };
  const checks = [{ name: "whole", argv: ["sh", "-c", "! grep -q bad *.txt"] }];
  mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
  here.mend(
    ".workflow/templates/feature-review.json",
    templateOf("feature", [
      [skill("N-001a"), skill("N-001b", { type: "command", executor: "check" })],
    ]),
  );
  here.mend(
    "cairn.config.json",
    JSON.stringify({ agents, roles: { command: "check", skill: "fails" }, checks }),
  );
  here.git("add", "--all");
  here.git("commit", "--quiet", "-m", "a template");
  await here.ends(3, "run player feature --context goal=x");
  here.mend("1.txt", "better\n");
  const red = await here.ends(5, "job check N-001b");
  assert.match(red.out, /^N-001b is still red: by check, attempt 2, exit 1 it is not good\n$/u);
  assert.doesNotMatch(
    (await here.cairn("status")).out,
    /to land/u,
    "what its check didn't pass is no work",
  );
  here.mend("1.txt", "good\n");
  const green = await here.ends(0, "job check N-001b");
  assert.match(green.out, /^N-001b is done: \d checks? passed on what is there now\n/u);
  assert.match(green.out, workLines("N-001b", "1.txt"));
  assert.equal(here.landed("1.txt"), "good");

  here.mend("2.txt", "bad\n");
  const still = await here.ends(5, "job check N-001a");
  assert.match(
    still.out,
    /^N-001a is still red, and all is as it was: whole: `sh -c "! grep -q bad \*\.txt"`: exit 1\n$/u,
  );
  here.mend("2.txt", "good\n");
  const passed = await here.ends(0, "job check N-001a");
  assert.match(
    passed.out,
    /^N-001a is done: 1 check passed on what is there now, 0 of 1 criterion proved\n/u,
  );
  assert.match(passed.out, workLines("N-001a", "2.txt"));
});
