// An agent that talks in a real program's stream is watched while it works, looked at afterwards, and gone on with.
import assert from "node:assert/strict";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { recordedOf } from "../fixtures/recorded.ts";
import { asTyped, type Desk, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

const task = {
  id: "1",
  subject: "Say hello",
  success_criteria: [{ criteria: "it is there", command: "test -e hello.txt" }],
};
const plan = {
  tasks: [task],
  verify: { success_criteria: [{ criteria: "all hold", command: "test -e hello.txt" }] },
};
const started = asTyped`run --later ultrawork Hello --plan plan.json --auto --session s --max-attempts 1`;

/** Claude Code as it was recorded, in this folder; it waits before its last message while a file `wait` lies beside it. */
const program = (folder: string): string => `#!${process.execPath}
const { existsSync, writeFileSync } = require("node:fs");
// Asked for its version it runs wherever the tests do, and must leave nothing there.
if (process.argv.includes("--version")) process.exit(0);
const lines = ${JSON.stringify(recordedOf("claude-code")("whole.jsonl"))}.replaceAll("/home/ana/work", process.cwd()).split("\\n");
const report = ${JSON.stringify(JSON.stringify({ status: "done", summary: "It is there.", evidence: [] }))};
const said = lines.map((line) => line.replaceAll('{\\\\"status\\\\":\\\\"done\\\\"}', report.replaceAll('"', '\\\\"')));
process.stdin.resume();
writeFileSync("hello.txt", "hello\\n");
const end = said.findIndex((line) => line.includes("It is done."));
process.stdout.write(said.slice(0, end).join("\\n") + "\\n");
const rest = () => {
  if (existsSync(${JSON.stringify(join(folder, "wait"))})) return setTimeout(rest, 20);
  process.stdout.write(said.slice(end).join("\\n"), () => process.exit(0));
};
rest();
`;

const scene = async (t: TestContext): Promise<Desk> => {
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  const path = join(here.folder, "claude");
  writeFileSync(path, program(here.folder));
  chmodSync(path, 0o755);
  const config = {
    agents: { claude: { driver: "claude-code", argv: [path] } },
    roles: { worker: "claude", "*": "hand" },
  };
  configured(here, config);
  await here.ends(0, started);
  return here;
};

const steps = [
  "read     README.md",
  "ran      ls  28 B",
  "edited   hello.txt  +1 −1",
  "asked    cairn: report",
];

test("an agent at work is followed to its end, each step once; afterwards what it did is shown behind its brief, as its program wrote it with --raw, and as JSON", async (t) => {
  const here = await scene(t);
  const wait = join(here.folder, "wait");
  writeFileSync(wait, "");
  const run = here.cairn("run s");
  const begun = AbortSignal.timeout(60_000);
  while (!(await here.cairn("job output s")).out.includes("asked ")) begun.throwIfAborted();
  let told = "";
  const followed = here.cairn("job output s -f", {
    signal: new AbortController().signal,
    heard: (text) => {
      told += text;
      // Only what it did before its last message is there yet.
      if (told.includes("asked ") && existsSync(wait)) {
        assert.doesNotMatch(told, /It is done/u);
        rmSync(wait);
      }
    },
  });
  assert.equal((await followed).exit, 0);
  await run;
  assert.equal(told.match(/^brief /gmu)?.length, 1);
  for (const step of [...steps, "said     It is done."])
    assert.equal(told.split(step).length, 2, step);

  const { exit, out, err } = await here.cairn("job output s 1");
  assert.equal(exit, 0, err);
  assert.match(err, /^task-1-1, by claude\n/u);
  assert.match(out, /^brief +ULTRAWORK_SESSION: .*\n(?:.*\n)*? +… \d+ lines more\n/u);
  assert.ok(out.includes(`\n${steps.join("\n")}\nsaid     It is done.\n`), out);
  assert.match(out, /\nused {5}500 tokens in, 50 out, under \$0\.01\n/u);
  assert.match(
    out,
    /\n\n✔ (?:proved|landed)(?:: .*)?\n/u,
    "its outcome, by the states that the page has",
  );
  assert.doesNotMatch(out, /talk on with it/u, "its place is gone");
  const brief = await here.cairn("job output s 1 --brief");
  assert.match(brief.out, /## Your report[^]*\n\nread {5}README\.md/u);
  const raw = await here.cairn("job output s task-1-1 --raw");
  assert.match(raw.out, /^\{"type":"system","subtype":"init"/u);
  const json = (await here.cairn("job output s 1 --json")).out
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  assert.deepEqual(
    json.map((entry) =>
      typeof entry === "object" && entry !== null && "is" in entry ? entry.is : null,
    ),
    ["brief", "read", "ran", "edited", "asked", "said", "used", "outcome"],
  );
  const unknown = await here.ends(2, "job output s nothing");
  assert.match(
    unknown.err,
    /^JOB_UNKNOWN: no job of run \w+ is called nothing\n {2}there are: .*task-1-1, /u,
  );
});
