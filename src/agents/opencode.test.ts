// Tests of the OpenCode driver on recorded output of version 1.18; most of its faults are only in its log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { turnsOf } from "../../test/fixtures/recorded.ts";
import type { AgentOutput } from "./agent.ts";
import { opencodeDriver } from "./opencode.ts";

const driver = opencodeDriver({ root: "/", path: "" });
const turn = turnsOf("opencode");
const heard = (name: string, exit: number | null = 0): AgentOutput =>
  driver.read(turn(name).out, turn(name).err, exit);
const config = { driver: "opencode", argv: ["opencode"], done: "report", env: {} } as const;

test("what it gave up, or was stopped in while it tried, tells the conversation that it happened in", () => {
  for (const name of ["401", "429", "529", "refused", "torn"])
    assert.match(heard(name, null).conversation ?? "", /^ses_\w+$/);
  assert.deepEqual(heard("529", null).fault, { kind: "overload" });
});

test("a turn that a refused question ended has no message, and says nothing of a fault", () => {
  const { message, fault } = heard("rejected");
  assert.deepEqual([message, fault], ["", null]);
});

test("trying again is trouble from the third failure on, and ends with whatever comes after or with the turn", () => {
  const [out, err] = [turn("529").out, turn("529").err];
  const failures = err.split("\n").filter((line) => line.includes("stream error"));
  assert.equal(driver.stuck?.(out, failures.slice(0, 2).join("\n")), null);
  assert.deepEqual(driver.stuck?.(out, failures.slice(0, 3).join("\n")), { kind: "overload" });
  const later = (type: string): string =>
    `${out}\n${JSON.stringify({ type, timestamp: Date.now() * 2, sessionID: "s", part: {} })}`;
  assert.equal(driver.stuck?.(later("tool_use"), err), null);
  assert.deepEqual(
    driver.stuck?.(later("step_start"), err),
    { kind: "overload" },
    "a torn answer begins a step, too",
  );
  assert.equal(driver.stuck?.(later("error"), err), null, "it is over");
  const small = err.replaceAll("small=false", "small=true");
  assert.equal(driver.stuck?.(out, small), null, "a title's trouble");
  assert.equal(driver.read(out, small, null).fault, null);
});

test("it waits for its model before and between steps, and not while a step of its goes on", () => {
  const lines = turn("whole").out.split("\n");
  const upTo = (count: number): string => lines.slice(0, count).join("\n");
  const finished = lines.findIndex((line) => line.includes('"step_finish"'));
  assert.equal(driver.waits?.("", ""), true);
  assert.equal(driver.waits?.(upTo(finished), ""), false);
  assert.equal(driver.waits?.(upTo(finished + 1), ""), true);
  assert.equal(driver.waits?.(turn("interrupted").out, ""), false, "a tool is under way");
  assert.equal(driver.waits?.(turn("whole").out, ""), false, "it is over");
});

test("argv and environment: cairn's server beside what the user's configuration has, a title of the job's own", () => {
  const own = '{"mcp":{"mine":{"type":"local","command":["x"]}},"share":"disabled"}';
  const mcp = ["/usr/bin/node", "/opt/cairn.cjs", "mcp"];
  const start = (env: Readonly<Record<string, string>>): ReturnType<typeof driver.start> =>
    driver.start(jobOf(), "the brief", { ...config, env }, { ...around, mcp });
  const { argv, env } = start({ OPENCODE_CONFIG_CONTENT: own });
  assert.deepEqual(argv.slice(1, 5), ["run", "--format", "json", "--auto"]);
  assert.equal(argv[argv.indexOf("--title") + 1], "r1 task-1-1");
  assert.equal(env["OPENCODE_DISABLE_AUTOUPDATE"], "1");
  const cairn = { type: "local", command: mcp, enabled: true };
  assert.deepEqual(JSON.parse(env["OPENCODE_CONFIG_CONTENT"] ?? ""), {
    mcp: { mine: { type: "local", command: ["x"] }, cairn },
    share: "disabled",
  });
  assert.deepEqual(JSON.parse(start({}).env["OPENCODE_CONFIG_CONTENT"] ?? ""), { mcp: { cairn } });
});
