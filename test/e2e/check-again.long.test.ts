// A stuck task that a person mended by hand is checked again: the checks decide, and red leaves all as it was.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { scripted, type Shop, shopOf, workLines } from "./check-again-shop.ts";

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
  const started = await here.go(
    "run",
    "--later",
    "ultrawork",
    "Two files",
    "--plan",
    "plan.json",
    "--session",
    "s",
  );
  assert.equal(started.exit, 0, started.err);
  assert.equal((await here.go("decide", "s", "approve")).exit, 0);
  return here;
};
const log = async ({ go }: Shop): Promise<string> => (await go("log", "s", "--json")).out;

test("ultrawork: a task whose attempts are used up", async (t) => {
  const here = await stuckShop(t, [whole]);
  const { go, mend } = here;
  const stuck = await go("run", "s");
  assert.match(stuck.out, /waits for you {2}stuck-login/u, stuck.err);
  const before = await log(here);
  mend("1.txt", "better\n");
  const red = await go("job", "check", "s", "login");
  assert.equal(red.exit, 5, red.out + red.err);
  assert.equal(
    red.out,
    "login is still red, and all is as it was: `grep -c good 1.txt`: exit 1\n  0\n",
  );
  mend("1.txt", "good, and broken\n");
  const tried = await go("job", "check", "s", "login", "--json");
  assert.equal(tried.exit, 5, tried.err);
  assert.match(tried.out, /"passed":false.*whole: /u);
  assert.equal(await log(here), before);
  mend("1.txt", "good\n");
  const green = await go("job", "check", "login");
  assert.equal(green.exit, 0, green.out + green.err);
  const passed = "login is done: 2 checks passed on what is there now\n";
  assert.ok(green.out.startsWith(passed), green.out);
  assert.match(green.out, workLines("login", "1.txt"));
  assert.equal(
    here.git(
      "show",
      `${here.git("for-each-ref", "--format=%(refname)", "refs/heads/cairn/")}:1.txt`,
    ),
    "good",
  );
  assert.match(await log(here), /"ChecksRecorded"/u);
  assert.equal((await go("verify", "s")).exit, 0);
});

test("a person at a terminal says that it is fixed in answer to the question; what is still red is asked again", async (t) => {
  const here = await stuckShop(t);
  const stuck = await here.go("run", "s");
  assert.match(stuck.out, /cairn job check \w+ login {2}# you fixed it in your checkout/u);
  const red = await here.cairn(["run", "s"], { answers: ["fixed", "later"] });
  assert.equal(red.exit, 3, red.out + red.err);
  assert.match(red.out, /login is still red, and all is as it was/u);
  here.mend("1.txt", "good\n");
  const green = await here.cairn(["run", "s"], { answers: ["fixed"] });
  assert.match(green.out, /login is done: 1 check passed on what is there now/u, green.err);
});

test("what was interrupted before its checks decided isn't called red", async (t) => {
  const here = await stuckShop(t);
  await here.go("run", "s");
  here.mend("1.txt", "good\n");
  const left = await here.cairn(["job", "check", "s", "login"], { signal: AbortSignal.abort() });
  assert.equal(left.exit, 130, left.out + left.err);
  assert.match(
    left.out,
    /^login: interrupted before its checks decided; resume: cairn run \S+\n$/u,
  );
  assert.match((await here.go("run", "s")).out, / done +login +1\/1 /u);
});

test("what isn't stuck is refused, with what to type instead", async (t) => {
  const here = await stuckShop(t);
  const { go, mend, cairn } = here;
  const no = async (about: string, ...argv: readonly string[]): Promise<string> => {
    const { exit, err, out } = await go("job", "check", ...argv);
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
    /^UNIT_UNKNOWN: .*\n {2}did you mean `login`\? one of: login, logout, verify/u,
  );
  await go("job", "claim", "login", "--here", "--as", "ana");
  assert.match(await no("under way", "login"), /^JOB_HELD: ana is at work on login: task-login-1/u);
  mend("1.txt", "good\n");
  assert.equal((await go("job", "report", "--done", "made it", "--as", "ana")).exit, 0);
  await go("run", "s", "--hand");
  assert.match(
    await no("done", "login"),
    /^UNIT_DONE: .*\n {2}`cairn evidence \S+ login --recheck`/u,
  );
  const agent = await cairn(["job", "check", "login"], {
    env: { CAIRN_TOKEN: "1.x", CAIRN_RUN: "s" },
  });
  assert.match(agent.err, /^SENDER_WRONG: .* is not for an agent to do/u);
  await go("stop", "s");
  assert.match(await no("paused", "s", "logout"), /^RUN_PAUSED: .*\n {2}`cairn resume \S+`/u);
  await go("stop", "--cancel", "s", "--reason", "enough", "--yes");
  assert.match(
    await no("over", "s", "logout"),
    /^RUN_OVER: .*\n {2}`cairn resume \S+ --reason WHY` takes it up again/u,
  );
});

test("where no check can show a criterion, nothing is run, answered or begun, and what to type is said", async (t) => {
  const here = shopOf(t, {});
  const bare = `() => [{ report: { status: "done", summary: "It is there.", evidence: [] } }]`;
  const config = {
    checks: [whole],
    ultrawork: { max_attempts: 1 },
    ...scripted(here.folder, bare),
  };
  here.mend("cairn.config.json", JSON.stringify(config));
  await here.go("run", "Write one", "--light", "--session", "s");
  const before = await log(here);
  here.mend("1.txt", "1\n");
  const none = await here.go("job", "check", "1");
  assert.equal(none.exit, 2, none.out);
  assert.match(
    none.err,
    /^REPORT_MISFIT: criterion 1 has no check.*\n {2}cairn decide (\S+) stuck-1 retry, then cairn job claim \1 1 --here, then /u,
  );
  assert.equal(await log(here), before);
});

test("above a question stands what went wrong, cut to a screen, and the command that shows all of it", async (t) => {
  const boom = "for (let n = 1; n < 80; n += 1) console.error(`  at f${n}`);\nprocess.exit(1);\n";
  const [first, ...rest] = plan.tasks;
  const check = { criteria: "it holds", command: "node boom.mjs" };
  const tasks = [{ ...first, success_criteria: [check] }, ...rest];
  const here = await stuckShop(t, [], { ...plan, tasks }, { "boom.mjs": boom });
  await here.go("run", "s");
  for (const columns of [80, 120]) {
    const left = await here.cairn(["decide", "s"], {
      answers: ["later"],
      columns,
      env: { NO_COLOR: "1" },
    });
    const [above = ""] = left.out.split("\nwaits for you");
    assert.ok(above.split("\n").length < 24, above);
    assert.match(above, /at f1\n[^]* … \d+ more lines: cairn decide \S+ stuck-login --no-input\n/u);
  }
  const all = await here.cairn(["decide", "s", "stuck-login", "--no-input"], { answers: [] });
  assert.match(all.out, /at f40\n/u);
});
