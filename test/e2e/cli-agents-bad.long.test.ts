// Tests of misbehaving agent programs: missing, too old, login refused; clear messages.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { unfenced } from "../fixtures/unfenced.ts";
import { room } from "./agents-stand-in.ts";

const well = "writeFileSync(`${task}.txt`, '1'); tell(block(done())); ended();";
const types = (log: string): readonly string[] =>
  [...log.matchAll(/"type":"(\w+)"/gu)].map(([, type = ""]) => type);

test("a program that isn't there is told before anything starts, with the verb that shows what is", async (t) => {
  const here = room(t, well);
  const agents = { codex: { driver: "codex", argv: ["no-such-codex"] } };
  writeFileSync(
    join(here.root, "cairn.config.json"),
    JSON.stringify({ agents, roles: { "*": "codex", verifier: "hand" } }),
  );
  const { exit, told } = await here.played();
  assert.equal(exit, 1);
  assert.match(
    told,
    /AGENT_MISSING: the program of agent codex is not on this machine: no-such-codex\n.*`cairn setup agents`/,
  );
  assert.match(
    (await here.cairn(["setup", "agents"])).out,
    /problem .*not on this machine: no-such-codex/,
  );
  assert.doesNotMatch(told, /JobBegun/);
  const file = join(here.root, "my agent.sh");
  writeFileSync(file, "#!/bin/sh\n");
  writeFileSync(
    join(here.root, "cairn.config.json"),
    JSON.stringify({
      agents: { own: { driver: "command", argv: [file] } },
      roles: { "*": "own", verifier: "hand" },
    }),
  );
  const inert = `not executable: ${file}. Type: chmod +x '${file}'`;
  assert.ok(
    (await here.played()).told.includes(`AGENT_MISSING: the program of agent own is ${inert}`),
  );
});

test("a version older than its driver knows is told once, before the words that it doesn't understand", async (t) => {
  const here = room(
    t,
    `process.stderr.write("error: unexpected argument '--json' found\\n"); process.exit(2);`,
    "0.20.0",
    2,
  );
  const { exit, told } = await here.played();
  assert.equal(exit, 4);
  assert.match(
    told,
    /warning agent codex is 0\.20\.0, older than the 0\.171 that its driver was tried with[^]*started[^]*unexpected argument/,
  );
  assert.equal(told.split("older than").length, 2, told);
  assert.match(
    (await here.cairn(["setup", "agents"])).out,
    /codex {2}0\.20\.0\n.*older than the 0\.171/,
  );
});

test("a refused login spends no attempt: it is told first in each list, once with what helps, and one word lets the run go on", async (t) => {
  const wrong = "unexpected status 401 Unauthorized: Incorrect API key provided";
  const here = room(
    t,
    `if (existsSync(outside + "logged-in")) { ${well} process.exit(0); }
    process.stderr.write("warning: Untrusted project-local configuration is disabled.\\n");
    say({ type: "turn.failed", error: { message: "${wrong}" } });
    process.exitCode = 1;`,
  );
  unfenced(here.folder);
  const { exit, told } = await here.played();
  assert.equal(exit, 4, told);
  assert.ok(
    told.includes(
      `task-1-1 finished: exit 1, its model server refuses the login or key, its last words: ${wrong}\n`,
    ),
    told,
  );
  assert.match(
    told,
    /UnitReturned 1: its model server refuses the login or key \(ended with exit code 1; its last words: unexpected status 401 /,
  );
  assert.match(
    told,
    /failed: the agent of 1 was turned away: its model server refuses the login or key/,
  );
  assert.equal(
    told.match(
      /warning agent codex: its model server refuses the login or key: log in with that program/gu,
    )?.length,
    1,
    told,
  );
  writeFileSync(join(here.folder, "logged-in"), "");
  assert.equal((await here.cairn(["resume", "s", "--reason", "logged in"])).exit, 0);
  const on = await here.cairn(["run", "s", "--verbose"]);
  assert.match(on.out + on.err, /UnitDone 1/);
});

test("a question for permission is no report: it is shown as the last words, and the task isn't done", async (t) => {
  const here = room(t, 'tell("I need your permission to write 1.txt. May I?"); ended();');
  const { exit, told } = await here.played();
  assert.equal(exit, 4);
  assert.match(
    told,
    /task-1-1 finished: exit 0, its last words: I need your permission to write 1\.txt\. May I\?/,
  );
  assert.match(told, /UnitFailed 1: ended without a report/);
});

test("what it writes into the tree is measured, what it writes elsewhere is not", async (t) => {
  const here = room(
    t,
    `writeFileSync(outside + "elsewhere.txt", "1"); writeFileSync("other.txt", "1"); ${well}`,
  );
  unfenced(here.folder);
  const { exit, told } = await here.played();
  assert.equal(exit, 3, told);
  const { out } = await here.cairn(["log", "s", "--json"]);
  assert.ok(existsSync(join(here.folder, "elsewhere.txt")));
  assert.match(out, /other\.txt/);
  assert.doesNotMatch(out, /elsewhere/);
});

const print = (bytes: number): string =>
  `spawnSync("sh", ["-c", "yes a-line-of-output | head -c ${bytes}; echo"], { stdio: "inherit" });`;

test("megabytes of output hide no report; more than the limit ends the attempt", async (t) => {
  const here = room(t, `${print(20_000_000)} ${well}`);
  const { exit, told } = await here.played();
  assert.equal(exit, 3, told);
  assert.match(told, /task-1-1 finished: exit 0 \(as it tells: 1,200 tokens in, 34 out\)\n/);
  const there = room(t, `${print(80_000_000)} ${well}`);
  const flooded = await there.played();
  assert.equal(flooded.exit, 4);
  assert.match(
    flooded.told,
    /finished: flooded[^]*UnitFailed 1: wrote more than 67108864 bytes of output and was stopped/,
  );
});

test("a line of megabytes, bytes that are no text, two ends and a report of another job before them: its own last report counts", async (t) => {
  const odd = `process.stdout.write(Buffer.alloc(20_000_000, "{"));
  process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x0a]));
  tell(block(done({ job: "task-9-1" }))); ended();`;
  const { exit, told } = await room(t, `${odd} ${well}`).played();
  assert.equal(exit, 3, told);
  assert.match(told, /task-1-1 finished: exit 0/);
  const alone = await room(t, odd).played();
  assert.equal(alone.exit, 4);
  assert.match(alone.told, /UnitFailed 1: .*another job/);
});

test("dead between two tool calls it is begun again, in the conversation that broke off", async (t) => {
  const dies = `if (tries === "1") {
    say({ type: "item.completed", item: { id: "a", type: "command_execution" } });
    process.kill(process.pid, "SIGKILL");
  }
  writeFileSync(outside + "words.txt", argv.join(" "));`;
  const here = room(t, `${dies} ${well}`, "0.169.0", 2);
  unfenced(here.folder);
  const { exit, told } = await here.played();
  assert.equal(exit, 3, told);
  assert.match(
    told,
    /task-1-1 finished: killed\n[^]*UnitReturned 1: its process was killed[^]*task-1-2 started: agent codex/,
  );
  assert.match(readFileSync(join(here.folder, "words.txt"), "utf8"), / resume 0199-task-1-1 -$/);
});

test("another job's token is refused to it, and that job's own report counts", async (t) => {
  const waits = (name: string): string =>
    `for (const end = Date.now() + 30_000; !existsSync(outside + "${name}") && Date.now() < end;) spawnSync("sleep", ["0.05"]);`;
  const one = `writeFileSync(outside + "token", process.env.CAIRN_TOKEN); ${waits("tried")} ${well}`;
  const two = `${waits("token")}
    const tried = cairn("job", "report", "--token", readFileSync(outside + "token", "utf8").trim(), "--data", JSON.stringify(done()));
    writeFileSync(outside + "tried", tried.status + " " + tried.stderr);
    tell("I told it in the name of another."); ended();`;
  const here = room(t, `if (task === "1") { ${one} } else { ${two} }`);
  unfenced(here.folder);
  const { told } = await here.played(2);
  assert.match(
    readFileSync(join(here.folder, "tried"), "utf8"),
    /^2 TOKEN_FOREIGN: this token is that of task-1-1, .*task-2-1/,
  );
  assert.match(told, /UnitFailed 2: ended without a report/);
  assert.match(told, /WorkClaimed 1 by/);
});

test("the same report twice counts once, two that differ count as none", async (t) => {
  const same = `writeFileSync("1.txt", "1");
    for (const _ of [1, 2]) cairn("job", "report", "--data", JSON.stringify(done()));
    tell(block(done())); ended();`;
  const here = room(t, same);
  assert.equal((await here.played()).exit, 3);
  const log = types((await here.cairn(["log", "s", "--json"])).out);
  assert.equal(log.filter((type) => type === "WorkClaimed").length, 1);
  const differs = await room(
    t,
    'writeFileSync("1.txt", "1"); tell(`${block(done())}\\n${block(done({ summary: "no" }))}`); ended();',
  ).played();
  assert.match(differs.told, /UnitFailed 1: it gave two reports that differ/);
});
