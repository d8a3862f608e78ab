// Tests of misbehaving agent programs: missing, too old, login refused; clear messages.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { unfenced } from "../fixtures/unfenced.ts";
import { room } from "./agents-stand-in.ts";
import { hostsWithin } from "./desk.ts";

hostsWithin();

const well = "writeFileSync(`${task}.txt`, '1'); tell(block(done())); ended();";

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
    (await here.cairn("setup agents")).out,
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
    (await here.cairn("setup agents")).out,
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
  await here.ends(0, 'resume s --reason "logged in"');
  const on = await here.cairn("run s --verbose");
  assert.match(on.out + on.err, /UnitDone 1/);
});

const print = (bytes: number): string =>
  `spawnSync("sh", ["-c", "yes a-line-of-output | head -c ${bytes}; echo"], { stdio: "inherit" });`;
const odd = `process.stdout.write(Buffer.alloc(20_000_000, "{"));
  process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x0a]));
  tell(block(done({ job: "task-99-1" }))); ended();`;

/** What a task's first attempt does, and what is told of it; a second one, where it comes to that, does well. */
const firsts: readonly (readonly [what: string, does: string, told: RegExp])[] = [
  [
    "a question for permission is no report, and shown as its last words",
    'tell("I need your permission to write 1.txt. May I?"); ended();',
    /task-1-1 finished: exit 0, its last words: I need your permission to write 1\.txt\. May I\?[^]*UnitReturned 1: ended without a report/,
  ],
  [
    "what it writes into the tree is measured, what it writes elsewhere is not",
    `writeFileSync(outside + "elsewhere.txt", "1"); writeFileSync("other.txt", "1"); ${well}`,
    /task-2-1 finished: exit 0/,
  ],
  [
    "megabytes of output hide no report",
    `${print(20_000_000)} ${well}`,
    /task-3-1 finished: exit 0 \(as it tells: 1,200 tokens in, 34 out\)\n/,
  ],
  [
    "more output than the limit ends the attempt",
    `${print(80_000_000)} ${well}`,
    /task-4-1 finished: flooded[^]*UnitReturned 4: wrote more than 67108864 bytes of output and was stopped/,
  ],
  [
    "a line of megabytes, bytes that are no text, two ends and a report of another job before them: its own last report counts",
    `${odd} ${well}`,
    /task-5-1 finished: exit 0/,
  ],
  ["a report of another job alone is none", odd, /UnitReturned 6: .*another job/],
  [
    "the same report twice counts once",
    `writeFileSync("7.txt", "1");
    for (const _ of [1, 2]) cairn("job", "report", "--data", JSON.stringify(done()));
    tell(block(done())); ended();`,
    /WorkClaimed 7 by/,
  ],
  [
    "two reports that differ count as none",
    'tell(`${block(done())}\\n${block(done({ summary: "no" }))}`); ended();',
    /UnitReturned 8: it gave two reports that differ/,
  ],
  [
    "dead between two tool calls it is begun again, in the conversation that broke off",
    'say({ type: "item.completed", item: { id: "a", type: "command_execution" } }); process.kill(process.pid, "SIGKILL");',
    /task-9-1 finished: killed\n[^]*UnitReturned 9: its process was killed[^]*task-9-2 started: agent codex/,
  ],
];

test("programs that misbehave, each in its own way: what they said well counts, all else is told and tried again", async (t) => {
  const does = firsts.map(([, does], at) => `"${at + 1}": () => { ${does} }`).join(",\n");
  const here = room(
    t,
    `writeFileSync(outside + job + ".words", argv.join(" "));
    if (tries === "1") ({ ${does} })[task](); else { ${well} }`,
    "0.169.0",
    2,
  );
  unfenced(here.folder);
  const { exit, told } = await here.played(firsts.length);
  assert.equal(exit, 3, told);
  for (const [what, , said] of firsts) assert.match(told, said, what);
  const log = (await here.cairn("log s --json")).out;
  const claimed = log.matchAll(/"type":"WorkClaimed","data":\{[^\n]*?"unit":"(\d+)"/gu);
  assert.deepEqual(
    [...claimed].map(([, unit]) => Number(unit)).toSorted((a, b) => a - b),
    firsts.map((_, at) => at + 1),
    "once each",
  );
  assert.ok(existsSync(join(here.folder, "elsewhere.txt")));
  assert.match(log, /other\.txt/);
  assert.doesNotMatch(log, /elsewhere/);
  const typed = readFileSync(join(here.folder, "task-9-2.words"), "utf8");
  assert.match(typed, / resume 0199-task-9-1 -$/);
});
