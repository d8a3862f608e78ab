// Why: the words that Claude Code 2.1 itself wrote, recorded, are what its driver must understand; and what it is started with keeps secrets out of argv.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { claudeCodeDriver } from "./claude-code.ts";

const driver = claudeCodeDriver({ root: "/", path: "" });
const recorded = recordedOf("claude-code");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const config = { driver: "claude-code", argv: ["claude"], done: "report", env: {} } as const;

test("a turn that ended: its last message, its conversation, what it took", () => {
  const { message, conversation, fault, usage } = driver.read(stream("whole"), "", 0);
  assert.match(message, /^It is done\.\n\n```cairn-report\n/);
  assert.match(conversation ?? "", /^[0-9a-f]{8}-/);
  assert.equal(fault, null);
  assert.deepEqual([usage?.input, usage?.output], [500, 50]);
  assert.ok((usage?.cost ?? 0) > 0);
});

test("a conversation that was interrupted and gone on with is one, and an interruption is no fault", () => {
  const [broke, went] = [driver.read(stream("interrupted"), "", 0), driver.read(stream("resumed"), "", 0)];
  assert.equal(broke.conversation, went.conversation);
  assert.deepEqual([broke.message, broke.fault], ["", null]);
  assert.deepEqual([went.message, went.fault], ["ok", null]);
});

test("a conversation that it doesn't know is none to go on with", () => {
  assert.deepEqual(driver.read(stream("unknown"), "No conversation found", 1), {
    message: "",
    conversation: null,
    fault: { kind: "other" },
    usage: { input: 0, output: 0, cost: 0 },
  });
});

for (const [name, kind] of [
  ["401", "auth"],
  ["no-login", "auth"],
  ["429", "quota"],
  ["529", "overload"],
  ["refused", "network"],
  ["404", "other"],
  ["turns", "other"],
] as const) {
  test(`a turn that failed by ${name} tells ${kind}, whatever it exits with, and puts no words in its model's mouth`, () => {
    for (const exit of [0, 1, null]) {
      const { fault, message } = driver.read(stream(name), "", exit);
      assert.deepEqual([fault, message], [{ kind }, ""]);
    }
    assert.equal(driver.stuck?.(stream(name), ""), null, "it is over");
  });
}

test("success after a denied permission has a message and no fault", () => {
  const { message, fault } = driver.read(stream("denied"), "", 0);
  assert.deepEqual([message, fault], ["denied?", null]);
});

test("trying again is trouble from the third time on, and what it was stopped in", () => {
  const lines = stream("529").split("\n");
  const upTo = (count: number): string => lines.slice(0, count).join("\n");
  const first = lines.findIndex((line) => line.includes('"attempt":1'));
  assert.equal(driver.stuck?.(upTo(first + 2), ""), null);
  assert.deepEqual(driver.stuck?.(upTo(first + 3), ""), { kind: "overload" });
  assert.deepEqual(driver.read(upTo(first + 3), "", null).fault, { kind: "overload" }, "killed while it tried");
  const whole = stream("whole").split("\n");
  assert.equal(driver.stuck?.(`${upTo(first + 3)}\n${whole[1] ?? ""}`, ""), null);
  assert.deepEqual(driver.read(stream("torn"), "", 0).fault, { kind: "other" }, "interrupted while it tried");
});

test("it waits for its model where no tool of its own is under way", () => {
  const lines = stream("whole").split("\n");
  const call = lines.findIndex((line) => line.includes('"tool_use"'));
  const upTo = (count: number): string => lines.slice(0, count).join("\n");
  assert.equal(driver.waits?.("", ""), false);
  assert.equal(driver.waits?.(upTo(call), ""), true);
  assert.equal(driver.waits?.(upTo(call + 1), ""), false);
  assert.equal(driver.waits?.(upTo(call + 2), ""), true);
  assert.equal(driver.waits?.(stream("whole"), ""), false);
});

test("a helper's last words are not its own", () => {
  const said = (text: string, parent: string | null): string =>
    JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text }] }, parent_tool_use_id: parent });
  assert.equal(driver.read(`${said("mine", null)}\n${said("a helper's", "call_1")}`, "", null).message, "mine");
});

test("what it says only on standard error counts where it never began", () => {
  const err = "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons\n";
  assert.deepEqual(driver.read("", err, 1), { message: "", conversation: null, fault: { kind: "other" } });
  assert.equal(driver.read(stream("interrupted"), "warning: something", 1).fault, null);
});

test("argv: cairn's server by names of variables and never their values, a conversation of its own or the one gone on with, the model by tier, own words last", () => {
  const given = {
    ...config,
    argv: ["/opt/claude", "--permission-mode", "acceptEdits"],
    model: { standard: "m1", heavy: "m2" },
    env: { A: "b" },
  };
  const fresh = driver.start(jobOf({ tier: "heavy" }), "the brief", given, { ...around, mcp: ["/usr/bin/node", "/opt/cairn.cjs", "mcp"] });
  const after = (word: string): string | undefined => fresh.argv[fresh.argv.indexOf(word) + 1];
  assert.deepEqual(fresh.argv.slice(0, 2), ["/opt/claude", "-p"]);
  assert.deepEqual([after("--model"), after("--session-id")], ["m2", around.conversation]);
  assert.deepEqual(fresh.argv.slice(-2), ["--permission-mode", "acceptEdits"]);
  const servers: unknown = JSON.parse(after("--mcp-config") ?? "");
  const names = ["ROOT", "LEDGER", "RUN", "JOB", "TOKEN", "MARK"].map((name) => `CAIRN_${name}`);
  const env = Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
  assert.deepEqual(servers, {
    mcpServers: { cairn: { command: "/usr/bin/node", args: ["/opt/cairn.cjs", "mcp"], env, alwaysLoad: true } },
  });
  assert.ok(!fresh.argv.includes("the brief"));
  assert.deepEqual([fresh.stdin, fresh.env["A"], fresh.env["DISABLE_AUTOUPDATER"], fresh.cwd], ["the brief", "b", "1", "."]);
  const again = driver.start(jobOf({ tier: "light" }), "the brief", given, { ...around, resume: "6f0e2d3c" });
  assert.equal(again.argv[again.argv.indexOf("--resume") + 1], "6f0e2d3c");
  assert.ok(!again.argv.includes("--session-id"));
  assert.ok(!driver.start(jobOf(), "", config, around).argv.includes("--model"));
});
