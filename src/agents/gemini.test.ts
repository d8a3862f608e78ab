// Tests of the Gemini CLI driver on recorded output of version 0.61; the user's settings stay as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { geminiDriver } from "./gemini.ts";

const driver = geminiDriver({ root: "/", path: "" }, []);
const recorded = recordedOf("gemini");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const config = { driver: "gemini", argv: ["gemini"], done: "report", env: {} } as const;

test("a message that comes in pieces is one, and what was said before a tool or by itself is another", () => {
  const said = (content: string, delta = true): string =>
    JSON.stringify({ type: "message", role: "assistant", content, ...(delta ? { delta } : {}) });
  const tool = '{"type":"tool_use","tool_name":"x","tool_id":"1"}';
  const heard = (...lines: readonly string[]): string =>
    driver.read(lines.join("\n"), "", 0).message;
  assert.equal(
    heard(
      said("I look"),
      tool,
      said("It is "),
      said("done."),
      '{"type":"result","status":"success"}',
    ),
    "It is done.",
  );
  assert.equal(heard(said("I look "), said("first."), tool), "I look first.");
  assert.equal(heard(said("whole", false), said("other", false)), "other");
  assert.equal(heard('{"type":"message","role":"user","content":"brief"}'), "");
});

test("a conversation in which its model never spoke is none: the program finds it again by no name", () => {
  assert.equal(driver.read(stream("401"), "", 145).conversation, null);
  assert.match(driver.read(stream("torn"), "", 1).conversation ?? "", /^[\da-f-]{36}$/);
});

test("what it says only on standard error counts where it never began, without what it says at each start", () => {
  assert.deepEqual(driver.read("", recorded("nologin.err"), 41), {
    message: "",
    conversation: null,
    fault: { kind: "auth" },
  });
  const start = recorded("401.err").split("\n").slice(0, 4).join("\n");
  assert.equal(
    driver.read("", `${start}\nSecurity Warning: Skipping system defaults file\n`, 1).fault,
    null,
  );
  assert.equal(
    driver.read("", recorded("unknown.err"), null).fault,
    null,
    "stopped before it began",
  );
  assert.equal(driver.read(stream("interrupted"), recorded("401.err"), 1).fault, null);
});

for (const [name, kind] of [
  ["429", "quota"],
  ["529", "overload"],
  ["refused", "network"],
] as const) {
  test(`trying again after ${name} is trouble from the second time on: ${kind}`, () => {
    const lines = recorded(`${name}.err`).split("\n");
    const upTo = (attempt: number): string =>
      lines
        .slice(0, lines.findIndex((line) => line.startsWith(`Attempt ${attempt}`)) + 1)
        .join("\n");
    assert.equal(driver.stuck?.(stream("interrupted"), upTo(1)), null);
    assert.deepEqual(driver.stuck?.(stream("interrupted"), upTo(2)), { kind });
    assert.deepEqual(driver.stuck?.("", lines.join("\n")), { kind });
  });
}

test("argv and environment: nobody is asked, the user's own variables win", () => {
  const { argv, env } = driver.start(jobOf(), "", { ...config, env: { GITHUB_SHA: "c" } }, around);
  assert.deepEqual(argv, ["gemini", "--output-format", "stream-json", "--approval-mode", "yolo"]);
  assert.deepEqual([env["GEMINI_CLI_NO_RELAUNCH"], env["GITHUB_SHA"]], ["true", "c"]);
});

test("cairn's server stands in defaults of the job's own, by names of variables and never their values", () => {
  const launch = driver.start(jobOf(), "", config, {
    ...around,
    mcp: ["/usr/bin/node", "/opt/cairn.cjs", "mcp"],
  });
  const path = launch.env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"] ?? "";
  assert.equal(path, "/spool/r1/1/agent-gemini.json");
  const { mcpServers } = JSON.parse(launch.files?.["agent-gemini.json"] ?? "null");
  assert.deepEqual(
    [mcpServers.cairn.command, mcpServers.cairn.args],
    ["/usr/bin/node", ["/opt/cairn.cjs", "mcp"]],
  );
  assert.equal(mcpServers.cairn.env.CAIRN_TOKEN, "${CAIRN_TOKEN}");
});

test("an administrator's defaults, or those that a configuration names, are not hidden by cairn's", () => {
  const own = { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: "/home/ana/defaults.json" };
  const named = driver.start(jobOf(), "", { ...config, env: own }, around);
  assert.deepEqual(
    [named.env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"], named.files],
    ["/home/ana/defaults.json", {}],
  );
  const there = geminiDriver({ root: "/", path: "" }, [import.meta.filename]).start(
    jobOf(),
    "",
    config,
    around,
  );
  assert.deepEqual([there.env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"], there.files], [undefined, {}]);
});
