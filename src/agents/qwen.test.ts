// Why: the words that Qwen Code 0.24 itself wrote, recorded, are what its driver must understand; and what it is started with keeps secrets out of argv.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { qwenDriver } from "./qwen.ts";

const driver = qwenDriver({ root: "/", path: "" });
const recorded = recordedOf("qwen");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const config = { driver: "qwen", argv: ["qwen"], done: "report", env: {} } as const;

test("a turn that ended: its last message, its conversation, what it took", () => {
  const { message, conversation, fault, usage } = driver.read(stream("whole"), "", 0);
  assert.match(message, /^It is done\.\n\n```cairn-report\n/);
  assert.match(conversation ?? "", /^[\da-f-]{36}$/);
  assert.equal(fault, null);
  assert.deepEqual(usage, { input: 300, output: 30, cost: null });
});

test("a conversation that was interrupted and gone on with is one", () => {
  const [broke, went] = [driver.read(stream("interrupted"), "Operation cancelled.", 130), driver.read(stream("resumed"), "", 0)];
  assert.equal(broke.conversation, went.conversation);
  assert.deepEqual([broke.message, broke.fault, broke.usage], ["", null, undefined]);
  assert.match(went.message, /It is done/);
});

for (const [name, kind] of [
  ["401", "auth"],
  ["nologin", "auth"],
  ["529", "overload"],
  ["torn", "network"],
  ["refused", "network"],
] as const) {
  test(`a turn that failed by ${name} tells ${kind}, whatever it exits with, and the fault is no message`, () => {
    for (const exit of [0, 1, null]) {
      const { message, fault } = driver.read(stream(name), "", exit);
      assert.deepEqual([message, fault], ["", { kind }]);
    }
    assert.equal(driver.waits?.(stream(name), ""), false, "it is over");
  });
}

test("a refusal that an older one gives out as its answer is a fault", () => {
  const result = { type: "result", subtype: "success", is_error: false, result: "[API Error: 401 Incorrect API key provided]" };
  assert.deepEqual(driver.read(JSON.stringify(result), "", 0).fault, { kind: "auth" });
  const spoken = { ...result, result: "The log says [API Error: 401], so I stopped." };
  assert.deepEqual(driver.read(JSON.stringify(spoken), "", 0).fault, null);
});

test("what a helper of its says is not its own", () => {
  const said = (text: string, helper: string | null): string =>
    JSON.stringify({ type: "assistant", parent_tool_use_id: helper, message: { content: [{ type: "text", text }] } });
  assert.equal(driver.read([said("mine", null), said("a helper's", "call_1")].join("\n"), "", null).message, "mine");
});

test("what it says only on standard error counts where it never began", () => {
  assert.deepEqual(driver.read("", recorded("unknown.err"), 1), { message: "", conversation: null, fault: { kind: "other" } });
  assert.equal(driver.read("", recorded("unknown.err"), null).fault, null, "stopped before it began");
  assert.equal(driver.read(stream("interrupted"), recorded("unattended.err"), 1).fault, null);
});

test("told by its user to try for ever, it is in trouble while it says so", () => {
  assert.deepEqual(driver.stuck?.("", recorded("unattended.err")), { kind: "overload" });
  assert.equal(driver.stuck?.(stream("interrupted"), ""), null);
});

test("it waits for its model where nothing of its own is under way", () => {
  const lines = stream("whole").split("\n");
  const begun = lines.findIndex((line) => line.includes('"tool_use"'));
  const waits = (count: number): boolean | undefined => driver.waits?.(lines.slice(0, count).join("\n"), "");
  assert.deepEqual([waits(0), waits(begun), waits(begun + 1), waits(begun + 2)], [false, true, false, true]);
});

test("argv: nobody is asked, cairn's server without any value of a variable, the model by tier, the user's own words last", () => {
  const given = { ...config, argv: ["/opt/qwen", "--debug"], model: { standard: "m1", heavy: "m2" }, env: { A: "b" } };
  const fresh = driver.start(jobOf({ tier: "heavy" }), "the brief", given, { ...around, mcp: ["/usr/bin/node", "/opt/cairn.cjs", "mcp"] });
  assert.deepEqual(fresh.argv.slice(0, 5), ["/opt/qwen", "--output-format", "stream-json", "--approval-mode", "yolo"]);
  assert.deepEqual(fresh.argv.slice(-3), ["--model", "m2", "--debug"]);
  const servers: unknown = JSON.parse(fresh.argv[fresh.argv.indexOf("--mcp-config") + 1] ?? "");
  const cairn = { command: "/usr/bin/node", args: ["/opt/cairn.cjs", "mcp"], trust: true, alwaysLoadTools: true };
  assert.deepEqual(servers, { mcpServers: { cairn } });
  assert.deepEqual([fresh.stdin, fresh.cwd, fresh.env["A"]], ["the brief", ".", "b"]);
  const again = driver.start(jobOf({ tier: "light" }), "the brief", given, { ...around, resume: "01a1" });
  assert.deepEqual(again.argv.slice(-5), ["--model", "m1", "--resume", "01a1", "--debug"]);
  assert.ok(!driver.start(jobOf(), "", config, around).argv.includes("--model"));
});

test("what it would remember of a job is off below its user's settings, and the folder is trusted, unless the configuration or an administrator says otherwise", () => {
  const { env, files = {} } = qwenDriver({ root: "/", path: "" }, []).start(jobOf(), "", config, around);
  assert.equal(env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"], "/spool/r1/1/agent-qwen.json");
  assert.equal(env["QWEN_CODE_TRUSTED_FOLDERS_PATH"], "/spool/r1/1/agent-qwen-trusted.json");
  assert.deepEqual(JSON.parse(files["agent-qwen.json"] ?? ""), {
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  });
  const own = { QWEN_CODE_TRUSTED_FOLDERS_PATH: "/home/ana/trusted.json" };
  const kept = qwenDriver({ root: "/", path: "" }, [import.meta.filename]).start(jobOf(), "", { ...config, env: own }, around);
  assert.deepEqual([kept.env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"], kept.files], [undefined, {}]);
  assert.equal(kept.env["QWEN_CODE_TRUSTED_FOLDERS_PATH"], "/home/ana/trusted.json");
});
