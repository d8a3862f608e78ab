// Why: the words that Codex 0.169 itself wrote, recorded, are what its driver must understand; and what it is started with keeps secrets out of argv.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { codexDriver } from "./codex.ts";

const driver = codexDriver({ root: "/", path: "" });
const recorded = recordedOf("codex");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const config = { driver: "codex", argv: ["codex"], done: "report", env: {} } as const;

test("a turn that ended: its last message, its conversation, what it took", () => {
  const { message, conversation, fault, usage } = driver.read(stream("whole"), "", 0);
  assert.match(message, /^It is done\.\n\n```cairn-report\n/);
  assert.equal(conversation, "01a1fddb-dcea-7ee0-9e3c-a6cfbd9a01f1");
  assert.equal(fault, null);
  assert.deepEqual(usage, { input: 400, output: 40, cost: null, whole: true });
});

test("a conversation that was interrupted and gone on with is one", () => {
  const [broke, went] = [driver.read(stream("interrupted"), "", 1), driver.read(stream("resumed"), "", 0)];
  assert.equal(broke.conversation, went.conversation);
  assert.deepEqual([broke.message, broke.fault, broke.usage], ["", null, undefined]);
  assert.match(went.message, /It is done/);
});

for (const [name, kind] of [
  ["401", "auth"],
  ["429", "quota"],
  ["500", "overload"],
  ["529", "overload"],
  ["torn", "network"],
] as const) {
  test(`a turn that failed by ${name} tells ${kind}, whatever it exits with`, () => {
    for (const exit of [0, 1, null]) assert.deepEqual(driver.read(stream(name), "", exit).fault, { kind });
    assert.equal(driver.stuck?.(stream(name), ""), null, "it is over");
  });
}

test("trying again is trouble from the second time on, and ends with whatever comes after", () => {
  const lines = stream("529").split("\n");
  const upTo = (count: number): string => lines.slice(0, count).join("\n");
  const tries = lines.findIndex((line) => line.includes("Reconnecting... 1/"));
  assert.equal(driver.stuck?.(upTo(tries + 1), ""), null);
  assert.deepEqual(driver.stuck?.(upTo(tries + 2), ""), { kind: "overload" });
  assert.deepEqual(driver.read(upTo(tries + 2), "", null).fault, { kind: "overload" }, "stopped while it tried");
  assert.equal(driver.stuck?.(`${upTo(tries + 2)}\n${lines[4] ?? ""}`, ""), null);
});

test("it waits for its model where nothing of its own is under way", () => {
  const lines = stream("whole").split("\n");
  const begun = lines.findIndex((line) => line.includes("item.started"));
  assert.equal(driver.waits?.(lines.slice(0, begun).join("\n"), ""), true);
  assert.equal(driver.waits?.(lines.slice(0, begun + 1).join("\n"), ""), false);
  assert.equal(driver.waits?.(lines.slice(0, begun + 2).join("\n"), ""), true);
  assert.equal(driver.waits?.(stream("interrupted"), ""), false);
});

test("what it says only on standard error counts where it never began", () => {
  const err = "warning: x\nError: thread/resume: no rollout found for thread id 01a1 (code -32600)\n";
  assert.deepEqual(driver.read("", err, 1), { message: "", conversation: null, fault: { kind: "other" } });
  assert.equal(driver.read(stream("interrupted"), "ERROR codex_core::session: failed to record rollout items", 1).fault, null);
});

test("argv: cairn's server by names of variables and never their values, folders outside, the model by tier, own words before the conversation", () => {
  const given = { ...config, argv: ["/opt/codex", "-c", "x=1"], model: { standard: "m1", heavy: "m2" }, env: { A: "b" } };
  const world = { ...around, outside: ["/home/ana/s"], mcp: ["/usr/bin/node", '/opt/a "b"/cairn.cjs', "mcp"] };
  const fresh = driver.start(jobOf({ tier: "heavy" }), "the brief", given, world);
  const at = (word: string): number => fresh.argv.indexOf(word);
  assert.deepEqual(fresh.argv.slice(0, 3), ["/opt/codex", "exec", "--json"]);
  assert.equal(fresh.argv[at("--model") + 1], "m2");
  assert.equal(fresh.argv[at("--add-dir") + 1], "/home/ana/s");
  assert.ok(at("x=1") > at("--model"));
  assert.equal(fresh.argv.at(-1), "-");
  const server = fresh.argv.find((word) => word.startsWith("mcp_servers.cairn="));
  assert.match(
    server ?? "",
    /command="\/usr\/bin\/node",args=\["\/opt\/a \\"b\\"\/cairn\.cjs","mcp"\],env_vars=\["CAIRN_ROOT",.*"CAIRN_TOKEN",/,
  );
  assert.ok(!fresh.argv.includes("the brief"));
  assert.deepEqual([fresh.stdin, fresh.env, fresh.cwd], ["the brief", { A: "b" }, "."]);
  const again = driver.start(jobOf({ tier: "light" }), "the brief", given, { ...world, resume: "01a1" });
  assert.deepEqual(again.argv.slice(-4), ["x=1", "resume", "01a1", "-"]);
  assert.equal(again.argv[again.argv.indexOf("--model") + 1], "m1");
  assert.ok(!driver.start(jobOf(), "", config, around).argv.includes("--model"));
});
