// Contract tests of the driver for any command: brief on stdin or as argument, placeholders.
import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AgentConfig } from "../../src/agents/agent.ts";
import { commandDriver } from "../../src/agents/command.ts";
import { agentContract, jobOf, around } from "./agent.ts";
import type { Behaviour } from "./agent.ts";

const missing: AgentConfig = {
  driver: "command",
  argv: ["no-such-program", "{brief}"],
  done: "report",
  env: {},
};

/** The brief is the last argument if there is one, else what stands on standard input. */
const program = (behaviour: Behaviour): string =>
  behaviour.is === "say"
    ? `process.stdout.write(${JSON.stringify(behaviour.message)}, () => process.exit(${behaviour.exit}));`
    : `const { writeFileSync } = require("node:fs");
       const done = (brief) => { writeFileSync("brief.bin", brief); console.log("heard"); };
       const [, , brief] = process.argv;
       if (brief !== undefined) done(brief);
       else { const parts = []; process.stdin.on("data", (part) => parts.push(part)).on("end", () => done(Buffer.concat(parts))); }`;

for (const [name, argv] of [
  ["command, brief on standard input", []],
  ["command, brief as an argument", ["{brief}"]],
] as const) {
  agentContract({
    name,
    driver: commandDriver,
    missing,
    async config(behaviour, root) {
      await writeFile(join(root, "agent.cjs"), program(behaviour));
      return {
        driver: "command",
        argv: [process.execPath, "agent.cjs", ...argv],
        done: "report",
        env: {},
      };
    },
  });
}

const started = (
  argv: AgentConfig["argv"],
  brief = "the brief",
  more: Parameters<typeof jobOf>[0] = {},
): { readonly argv: readonly string[]; readonly stdin: string | null } =>
  commandDriver({ root: "/", path: "" }).start(
    jobOf(more),
    brief,
    { driver: "command", argv, done: "report", env: {} },
    around,
  );

test("placeholders are filled inside their one element", () => {
  assert.deepEqual(started(["a", "--run={run}", "{job}/{tier}/{role}/{task}", "-p", "{brief}"]), {
    argv: ["a", "--run=r1", "task-1-1/standard/worker/1", "-p", "the brief"],
    env: {},
    stdin: null,
    cwd: ".",
  });
});

test("what a word brings in is not filled again, and unknown braces stay", () => {
  assert.deepEqual(started(["a", "{brief}", "{unknown} {}", '{"x":1}'], "{run} {job}").argv, [
    "a",
    "{run} {job}",
    "{unknown} {}",
    '{"x":1}',
  ]);
  assert.deepEqual(started(["a", "{task}"], "b", { subject: "$& $1 {brief}" }).argv, [
    "a",
    "$& $1 {brief}",
  ]);
});

test("a nested list drops out where one of its words is empty", () => {
  assert.deepEqual(started(["a", ["--model", "{model}"], ["--tier", "{tier}"], "{brief}"]).argv, [
    "a",
    "--tier",
    "standard",
    "the brief",
  ]);
  assert.deepEqual(started(["a", ["--rule", "{rule}"], "x{mode}y"]).argv, ["a", "xy"]);
});

test("a brief that no argument holds goes to standard input, and the argument drops out or says so", () => {
  for (const brief of ["x".repeat(131_072), "a\0b"]) {
    const { argv, stdin } = started(["a", "-p", "{brief}", "Work: {brief}"], brief);
    assert.deepEqual(argv, ["a", "-p", "Work: (see standard input)"]);
    assert.equal(stdin, brief);
  }
  assert.equal(started(["a", "{brief}"], "x".repeat(131_071)).stdin, null);
});

test("a program is looked for where its launch will look", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "cairn-which-"));
  t.after(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, "agent"), "#!/bin/sh\n");
  const find = (argv: AgentConfig["argv"], env: AgentConfig["env"] = {}): Promise<unknown> =>
    commandDriver({ root, path: "/nowhere" }).find(
      { driver: "command", argv, done: "report", env },
      0,
    );
  assert.equal(await find(["./agent"]), null, "not executable");
  await chmod(join(root, "agent"), 0o755);
  assert.deepEqual(await find(["./agent"]), { path: join(root, "agent"), version: null });
  assert.equal(await find(["agent"]), null);
  assert.equal(await find(["agent"], { PATH: root }), null, "in the working tree");
  const apart = commandDriver({ root: join(root, "work"), path: "/nowhere" });
  const config = {
    driver: "command",
    argv: ["agent"],
    done: "report",
    env: { PATH: root },
  } as const;
  assert.deepEqual(await apart.find(config, 0), { path: join(root, "agent"), version: null });
  assert.equal(await find(["."]), null, "a folder is no program");
});
