// Why: the words that OpenCode 1.18 itself wrote, recorded, are what its driver must understand; most of its troubles stand in its log alone.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import type { Heard } from "./agent.ts";
import { opencodeDriver } from "./opencode.ts";

const driver = opencodeDriver({ root: "/", path: "" });
const recorded = (name: string): string => {
  const path = join(import.meta.dirname, `../../test/fixtures/streams/opencode-${name}`);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};
const heard = (name: string, exit: number | null = 0): Heard => driver.read(recorded(`${name}.jsonl`), recorded(`${name}.err`), exit);
const config = { driver: "opencode", argv: ["opencode"], done: "report", env: {} } as const;

test("a turn that ended: its last message, its conversation, what all of its steps took", () => {
  const { message, conversation, fault, usage } = heard("whole");
  assert.match(message, /^It is done\.\n\n```cairn-report\n/);
  assert.match(conversation ?? "", /^ses_\w+$/);
  assert.equal(fault, null);
  assert.deepEqual([usage?.input, usage?.output], [500, 50]);
  assert.ok(Math.abs((usage?.cost ?? 0) - 0.00225) < 1e-9);
});

test("a conversation that was interrupted and gone on with is one, and an interruption is no fault", () => {
  const [broke, went] = [heard("interrupted", null), heard("resumed")];
  assert.equal(broke.conversation, went.conversation);
  assert.deepEqual([broke.message, broke.fault], ["", null]);
  assert.deepEqual([went.message, went.fault], ["went on", null]);
});

for (const [name, kind] of [
  ["401", "auth"],
  ["429", "quota"],
  ["529", "overload"],
  ["refused", "network"],
  ["torn", "network"],
] as const) {
  test(`${name} tells ${kind} and the conversation that it happened in, whatever it exits with`, () => {
    for (const exit of [0, 1, null]) {
      const { fault, conversation } = heard(name, exit);
      assert.deepEqual(fault, { kind });
      assert.match(conversation ?? "", /^ses_\w+$/);
    }
  });
}

test("a conversation that it doesn't know is none to go on with", () => {
  assert.deepEqual(heard("unknown", 1), { message: "", conversation: null, fault: { kind: "other" } });
});

test("a turn that a refused question ended has no message, and says nothing of a fault", () => {
  const { message, fault } = heard("rejected");
  assert.deepEqual([message, fault], ["", null]);
});

test("trying again is trouble from the third failure on, and ends with whatever comes after or with the turn", () => {
  const [out, err] = [recorded("529.jsonl"), recorded("529.err")];
  const failures = err.split("\n").filter((line) => line.includes("stream error"));
  assert.equal(driver.stuck?.(out, failures.slice(0, 2).join("\n")), null);
  assert.deepEqual(driver.stuck?.(out, failures.slice(0, 3).join("\n")), { kind: "overload" });
  const later = (type: string): string => `${out}\n${JSON.stringify({ type, timestamp: Date.now() * 2, sessionID: "s", part: {} })}`;
  assert.equal(driver.stuck?.(later("tool_use"), err), null);
  assert.deepEqual(driver.stuck?.(later("step_start"), err), { kind: "overload" }, "a torn answer begins a step, too");
  assert.equal(driver.stuck?.(later("error"), err), null, "it is over");
  const small = err.replaceAll("small=false", "small=true");
  assert.equal(driver.stuck?.(out, small), null, "a title's trouble");
  assert.equal(driver.read(out, small, null).fault, null);
});

test("it waits for its model before and between steps, and not while a step of its goes on", () => {
  const lines = recorded("whole.jsonl").split("\n");
  const upTo = (count: number): string => lines.slice(0, count).join("\n");
  const finished = lines.findIndex((line) => line.includes('"step_finish"'));
  assert.equal(driver.waits?.("", ""), true);
  assert.equal(driver.waits?.(upTo(finished), ""), false);
  assert.equal(driver.waits?.(upTo(finished + 1), ""), true);
  assert.equal(driver.waits?.(recorded("interrupted.jsonl"), ""), false, "a tool is under way");
  assert.equal(driver.waits?.(recorded("whole.jsonl"), ""), false, "it is over");
});

test("argv and environment: cairn's server beside what the user's configuration has, the conversation that is gone on with, the model by tier, own words last", () => {
  const own = '{"mcp":{"mine":{"type":"local","command":["x"]}},"share":"disabled"}';
  const given = { ...config, argv: ["/opt/opencode", "--agent", "build"], model: { standard: "a/m1", heavy: "a/m2" }, env: { A: "b" } };
  const configured = { ...given, env: { A: "b", OPENCODE_CONFIG_CONTENT: own } };
  const mcp = ["/usr/bin/node", "/opt/cairn.cjs", "mcp"];
  const fresh = driver.start(jobOf({ tier: "heavy" }), "the brief", configured, { ...around, mcp });
  const after = (argv: readonly string[], word: string): string | undefined => argv[argv.indexOf(word) + 1];
  assert.deepEqual(fresh.argv.slice(0, 4), ["/opt/opencode", "run", "--format", "json"]);
  assert.deepEqual([after(fresh.argv, "--model"), after(fresh.argv, "--title")], ["a/m2", "r1 task-1-1"]);
  assert.deepEqual(fresh.argv.slice(-2), ["--agent", "build"]);
  assert.ok(!fresh.argv.includes("--session") && !fresh.argv.includes("the brief"));
  const laid: unknown = JSON.parse(fresh.env["OPENCODE_CONFIG_CONTENT"] ?? "");
  const cairn = { type: "local", command: mcp, enabled: true };
  assert.deepEqual(laid, { mcp: { mine: { type: "local", command: ["x"] }, cairn }, share: "disabled" });
  assert.deepEqual([fresh.stdin, fresh.env["A"], fresh.env["OPENCODE_DISABLE_AUTOUPDATE"], fresh.cwd], ["the brief", "b", "1", "."]);
  const again = driver.start(jobOf({ tier: "light" }), "the brief", given, { ...around, mcp, resume: "ses_1" });
  assert.deepEqual([after(again.argv, "--session"), after(again.argv, "--model")], ["ses_1", "a/m1"]);
  assert.deepEqual(JSON.parse(again.env["OPENCODE_CONFIG_CONTENT"] ?? ""), { mcp: { cairn } });
});
