// A run whose jobs work inside a fence, from its start to what landed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { programOf } from "../../src/workspace/programs.ts";
import { type Desk, hostsWithin } from "./desk.ts";
import {
  alone,
  attended,
  auto,
  configure,
  criterion,
  envOf,
  handed,
  landed,
  report,
  shop,
} from "./places-shop.ts";
import { branchOf, configured, git } from "./ground.ts";

hostsWithin();

const required = (here: Desk) => ({ use: "required", writes: [handed(here, "")] });

/** Speaks without a job's environment, session and parents, as a person at the keyboard does. */
const asPerson = `(env -i PATH="$PATH" HOME="$HOME" setsid sh -c '"${process.execPath}" "${builtLauncher()}" stop s --cancel --yes --root "$0" > told.new 2>&1; mv told.new told' "$CAIRN_ROOT" &); while [ ! -e told ]; do sleep 0.05; done`;

test("a fenced worker lands what it did and writes nothing else, sees its program's own settings and nobody else's, and speaks as no person", async (t) => {
  const here = shop(t, {}, [criterion("1", "test -e told")]);
  const home = join(here.folder, "home");
  for (const [path, text] of Object.entries({
    ".codex/config.toml": "mine\n",
    ".gemini/settings.json": "another's\n",
  })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  // Its driver doesn't know it by itself, but by its name.
  const program = join(here.folder, "codex");
  const does = [
    "#!/bin/sh",
    "cat $CAIRN_ROOT/.git/cairn/ledger.db; echo y > $CAIRN_ROOT/planted; echo 1 > one.txt",
    "cat ~/.codex/config.toml > settings.txt; cat ~/.gemini/settings.json > others.txt",
    asPerson,
    "exit 0\n",
  ];
  writeFileSync(program, does.join("\n"), { mode: 0o755 });
  const agents = {
    named: { driver: "command", argv: [program], done: "exit", env: { HOME: home } },
    judge: { driver: "scripted", argv: [join(here.folder, "script.mjs")] },
  };
  // The program itself may lie in /tmp, which each job has for itself.
  const { writes, ...fence } = required(here);
  const shown = { ...fence, writes: [...writes, join(import.meta.dirname, "../..")] };
  configure(here, { fence: shown, agents, roles: { worker: "named", "*": "judge" } });
  await here.ends(0, auto);
  assert.equal(existsSync(join(here.root, "planted")), false);
  assert.deepEqual(
    ["one.txt", "settings.txt", "others.txt"].map((path) => landed(here, path)),
    ["1\n", "mine\n", ""],
  );
  assert.match(landed(here, "told"), /RUN_UNKNOWN|no run/u);
});

test("an unfenced worker may speak as a person", async (t) => {
  const work = [{ run: ["sh", "-c", asPerson] }, report("1")];
  const free = shop(t, { "1": work }, [criterion("1", "test -e told")]);
  configure(free, { fence: "off" });
  await free.ends(4, auto);
  const log = await free.cairn("log s --json");
  assert.match(log.out, /"type":"(?:Run)?Cancelled".*"kind":"person"/u);
});

const launcher = builtLauncher();

/** Speaks MCP with `cairn mcp`, as an agent program does; what it was answered lies in mcp.json. */
const talk = `
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, [${JSON.stringify(launcher)}, "mcp"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
require("node:readline").createInterface({ input: child.stdout }).on("line", (line) => {
  const answer = JSON.parse(line);
  waiting.get(answer.id)?.(answer.result ?? answer.error);
});
const write = (message) => child.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const request = (method, params = {}) => new Promise((resolve) => {
  waiting.set(waiting.size + 1, resolve);
  write({ id: waiting.size, method, params });
});
const call = async (name, args) => (await request("tools/call", { name, arguments: args })).content[0].text;
(async () => {
  const { serverInfo } = await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "probe", version: "1" } });
  write({ method: "notifications/initialized" });
  const { tools } = await request("tools/list");
  const told = {
    server: serverInfo.name,
    tools: tools.map(({ name }) => name),
    status: await call("status", {}),
    claim: await call("claim", { job: "3" }),
    token: await call("report", { token: "1.other", report: { task: "1" } }),
    person: await call("send", { command: "Waive", data: { unit: "2", reason: "no" } }),
    report: await call("report", { report: ${JSON.stringify(report("2").report)} }),
  };
  require("node:fs").writeFileSync("mcp.json", JSON.stringify(told));
  child.stdin.end();
  child.on("exit", (code) => process.exit(code ?? 1));
})();
`;

test("a fenced agent reports, looks and speaks MCP through its door, and is nobody but its job there", async (t) => {
  const cairn = `${process.execPath} ${launcher}`;
  const lies = [
    "decide x y",
    "merge --yes",
    "status --root /",
    "status --ledger sqlite:/tmp/other.db",
    "job report --as ana --done mine",
    "evidence --recheck",
  ];
  const script = [
    `${cairn} status --next --json > next.json`,
    `${cairn} status > status.txt`,
    ...lies.map((lie) => `env -u CAIRN_MARK CAIRN_TOKEN= CAIRN_RUN= ${cairn} ${lie} 2>> lies.txt`),
    `echo '{"stop_hook_active":false,"last_assistant_message":"done"}' | CAIRN_TOKEN=1.other ${cairn} setup hooks run Stop > stopped.txt`,
    `echo '${JSON.stringify(report("1").report)}' > /tmp/report.json`,
    `CAIRN_TOKEN=1.other ${cairn} job report --data @/tmp/report.json > reported.txt`,
  ];
  const here = shop(
    t,
    {
      "1": [{ run: ["sh", "-c", script.join("\n")] }],
      "2": [{ run: [process.execPath, "-e", talk] }],
    },
    [criterion("1", "test -s reported.txt"), criterion("2", "test -s mcp.json")],
  );
  configure(here, { fence: required(here) });
  await here.ends(0, auto, { apart: true });
  const branch = branchOf(here);
  const file = (name: string): string => git(here, "show", `${branch}:${name}`);
  assert.match(file("next.json"), /"key":"task-1-1"/u);
  assert.match(file("status.txt"), /running +1 /u);
  assert.match(file("reported.txt"), /handed in/u);
  assert.match(file("stopped.txt"), /"block".*the job task-1-1 of run \S+ is not over/u);
  const codes = file("lies.txt").match(/^[A-Z_]+(?=: )/gmu);
  assert.deepEqual(codes, [
    "VERB_FENCED",
    "VERB_FENCED",
    ...Array.from({ length: 4 }, () => "FLAG_FENCED"),
  ]);
  const told = JSON.parse(file("mcp.json"));
  assert.equal(told.server, "cairn");
  assert.ok(told.tools.includes("report") && told.tools.includes("status"));
  assert.match(told.status, /your job: task-2-1/u);
  assert.match(told.claim, /^JOB_HELD/u);
  assert.match(told.token, /^TOKEN_FOREIGN/u);
  assert.match(told.person, /^(SENDER_WRONG|COMMAND_UNKNOWN)/u);
  assert.match(told.report, /handed in/u);
});

test("where no fence can be made, one that is required makes no run, and one that isn't is told", (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, [
    criterion("1", "test -e one.txt"),
  ]);
  const bin = join(here.folder, "bin");
  mkdirSync(bin);
  for (const name of ["git", "sh", "test"])
    symlinkSync(programOf(name, "/") ?? "", join(bin, name));
  const typed = (...words: readonly string[]) =>
    spawnSync(process.execPath, [builtLauncher(), ...words], {
      cwd: here.root,
      env: { ...envOf(here).env, HOME: join(here.folder, "home"), PATH: bin },
      encoding: "utf8",
    });
  configure(here, { fence: required(here) });
  const refused = typed(...auto);
  assert.equal(refused.status, 1, refused.stdout);
  assert.match(
    refused.stderr,
    /FENCE_MISSING: the configuration requires a fence, but bubblewrap isn't installed\n.*apt-get install bubblewrap/u,
  );
  assert.equal(JSON.parse(typed("status", "--json").stdout).runs.length, 0);
  assert.match(
    typed("doctor").stdout,
    /FENCE_REQUIRED[^]*nothing can run, since the configuration requires a fence: bubblewrap isn't installed/u,
  );
  const { agents, roles } = JSON.parse(readFileSync(join(here.root, "cairn.config.json"), "utf8"));
  configured(here, { agents, roles });
  const told = typed(...auto);
  assert.equal(told.status, 0, told.stdout + told.stderr);
  assert.match(told.stdout, /agents and checks run unfenced/u);
  assert.match(
    typed("init").stdout.replaceAll(/\s+/gu, " "),
    /agents and checks run unfenced, .*apt-get install bubblewrap/u,
  );
  const doctor = (): string => typed("doctor").stdout.replaceAll(/\s+/gu, " ");
  assert.match(doctor(), /FENCE_MISSING .*agents and checks run unfenced/u);
  const personal = join(here.folder, "home/.config/cairn/config.json");
  mkdirSync(dirname(personal), { recursive: true });
  writeFileSync(personal, '{"fence":"off"}');
  assert.doesNotMatch(doctor(), /FENCE_MISSING/u);
  assert.match(
    typed("run", "s").stdout,
    /agents and checks run unfenced, and may do what you may: `fence` is "off"/u,
  );
});

test("a check that the fence makes red on the base: the question names the path, and what is said there counts by `again`", async (t) => {
  const here = shop(t, { "1": [{ write: { path: "one.txt", text: "1\n" } }, report("1")] }, [
    criterion("1", "test -e one.txt"),
  ]);
  const cache = join(here.folder, "cache");
  mkdirSync(cache);
  configure(here, {
    fence: required(here),
    checks: [{ name: "cached", argv: ["sh", "-c", `echo x > ${cache}/x`] }],
  });
  const asked = await here.ends(3, attended);
  const told = asked.out.replaceAll(/\s+/gu, " ");
  assert.match(
    told,
    /\/cache\/x: hidden within the fence\. If it is needed, name its folder in `fence\.writes` of/u,
  );
  configure(here, { fence: { use: "required", writes: [handed(here, ""), cache] } });
  const [, run = "", key = ""] = /cairn decide (\S+) (red-\S+) /u.exec(asked.out) ?? [];
  await here.ends(0, ["decide", run, key, "again"]);
  await alone(here);
  await here.ends(0, "run s");
});
