// Why: the words that Gemini CLI 0.61 itself wrote, recorded, are what its driver must understand; and what it is started with leaves its user's settings as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { geminiDriver } from "./gemini.ts";

const driver = geminiDriver({ root: "/", path: "" }, []);
const recorded = recordedOf("gemini");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const config = { driver: "gemini", argv: ["gemini"], done: "report", env: {} } as const;

test("a turn that ended: its last message, its conversation, what it took", () => {
  const { message, conversation, fault, usage } = driver.read(stream("whole"), "", 0);
  assert.match(message, /^It is done\.\n\n```cairn-report\n/);
  assert.match(conversation ?? "", /^[\da-f-]{36}$/);
  assert.equal(fault, null);
  assert.deepEqual(usage, { input: 300, output: 30, cost: null });
});

test("a message that comes in pieces is one, and what was said before a tool or by itself is another", () => {
  const said = (content: string, delta = true): string =>
    JSON.stringify({ type: "message", role: "assistant", content, ...(delta ? { delta } : {}) });
  const tool = '{"type":"tool_use","tool_name":"x","tool_id":"1"}';
  const heard = (...lines: readonly string[]): string => driver.read(lines.join("\n"), "", 0).message;
  assert.equal(heard(said("I look"), tool, said("It is "), said("done."), '{"type":"result","status":"success"}'), "It is done.");
  assert.equal(heard(said("I look "), said("first."), tool), "I look first.");
  assert.equal(heard(said("whole", false), said("other", false)), "other");
  assert.equal(heard('{"type":"message","role":"user","content":"brief"}'), "");
});

test("a conversation that was interrupted and gone on with is one", () => {
  const [broke, went] = [driver.read(stream("interrupted"), "", 1), driver.read(stream("resumed"), "", 0)];
  assert.equal(broke.conversation, went.conversation);
  assert.deepEqual([broke.message, broke.fault, broke.usage], ["", null, undefined]);
  assert.match(went.message, /It is done/);
});

test("a conversation in which its model never spoke is none: the program finds it again by no name", () => {
  assert.equal(driver.read(stream("401"), "", 145).conversation, null);
  assert.match(driver.read(stream("torn"), "", 1).conversation ?? "", /^[\da-f-]{36}$/);
});

for (const [name, kind] of [
  ["401", "auth"],
  ["torn", "network"],
] as const) {
  test(`a turn that failed by ${name} tells ${kind}, whatever it exits with`, () => {
    for (const exit of [0, 145, null]) assert.deepEqual(driver.read(stream(name), "", exit).fault, { kind });
    assert.equal(driver.waits?.(stream(name), ""), false, "it is over");
  });
}

test("what it says only on standard error counts where it never began, without what it says at each start", () => {
  assert.deepEqual(driver.read("", recorded("nologin.err"), 41), { message: "", conversation: null, fault: { kind: "auth" } });
  assert.deepEqual(driver.read("", recorded("unknown.err"), 42).fault, { kind: "other" });
  const start = recorded("401.err").split("\n").slice(0, 4).join("\n");
  assert.equal(driver.read("", `${start}\nSecurity Warning: Skipping system defaults file\n`, 1).fault, null);
  assert.equal(driver.read("", recorded("unknown.err"), null).fault, null, "stopped before it began");
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
      lines.slice(0, lines.findIndex((line) => line.startsWith(`Attempt ${attempt}`)) + 1).join("\n");
    assert.equal(driver.stuck?.(stream("interrupted"), upTo(1)), null);
    assert.deepEqual(driver.stuck?.(stream("interrupted"), upTo(2)), { kind });
    assert.deepEqual(driver.stuck?.("", lines.join("\n")), { kind });
  });
}

test("it waits for its model where nothing of its own is under way", () => {
  const lines = stream("whole").split("\n");
  const begun = lines.findIndex((line) => line.includes('"tool_use"'));
  const waits = (count: number): boolean | undefined => driver.waits?.(lines.slice(0, count).join("\n"), "");
  assert.deepEqual([waits(0), waits(begun), waits(begun + 1), waits(begun + 2)], [false, true, false, true]);
  assert.equal(driver.waits?.(stream("whole"), ""), false);
});

test("argv and environment: nobody is asked, the model by tier, a conversation gone on with, the user's own words last", () => {
  const given = { ...config, argv: ["/opt/gemini", "--debug"], model: { standard: "m1", heavy: "m2" }, env: { A: "b", GITHUB_SHA: "c" } };
  const fresh = driver.start(jobOf({ tier: "heavy" }), "the brief", given, around);
  assert.deepEqual(fresh.argv, ["/opt/gemini", "--output-format", "stream-json", "--approval-mode", "yolo", "--model", "m2", "--debug"]);
  assert.deepEqual([fresh.stdin, fresh.cwd, fresh.env["A"], fresh.env["GITHUB_SHA"]], ["the brief", ".", "b", "c"]);
  assert.equal(fresh.env["GEMINI_CLI_NO_RELAUNCH"], "true");
  const again = driver.start(jobOf({ tier: "light" }), "the brief", given, { ...around, resume: "01a1" });
  assert.deepEqual(again.argv.slice(-5), ["--model", "m1", "--resume", "01a1", "--debug"]);
  assert.ok(!driver.start(jobOf(), "", config, around).argv.includes("--model"));
});

test("cairn's server stands in defaults of the job's own, by names of variables and never their values", () => {
  const launch = driver.start(jobOf(), "", config, { ...around, mcp: ["/usr/bin/node", "/opt/cairn.cjs", "mcp"] });
  const path = launch.env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"] ?? "";
  assert.equal(path, "/spool/r1/1/agent-gemini.json");
  const { mcpServers } = JSON.parse(launch.files?.["agent-gemini.json"] ?? "null");
  assert.deepEqual([mcpServers.cairn.command, mcpServers.cairn.args], ["/usr/bin/node", ["/opt/cairn.cjs", "mcp"]]);
  assert.equal(mcpServers.cairn.env.CAIRN_TOKEN, "${CAIRN_TOKEN}");
});

test("an administrator's defaults, or those that a configuration names, are not hidden by cairn's", () => {
  const own = { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: "/home/ana/defaults.json" };
  const named = driver.start(jobOf(), "", { ...config, env: own }, around);
  assert.deepEqual([named.env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"], named.files], ["/home/ana/defaults.json", {}]);
  const there = geminiDriver({ root: "/", path: "" }, [import.meta.filename]).start(jobOf(), "", config, around);
  assert.deepEqual([there.env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"], there.files], [undefined, {}]);
});
