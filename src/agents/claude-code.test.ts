// Tests of the Claude Code driver on recorded output of version 2.1; no secrets in argv.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { claudeCodeDriver } from "./claude-code.ts";

const driver = claudeCodeDriver({ root: "/", path: "" });
const recorded = recordedOf("claude-code");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const config = { driver: "claude-code", argv: ["claude"], done: "report", env: {} } as const;

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
  assert.deepEqual(
    driver.read(upTo(first + 3), "", null).fault,
    { kind: "overload" },
    "killed while it tried",
  );
  const whole = stream("whole").split("\n");
  assert.equal(driver.stuck?.(`${upTo(first + 3)}\n${whole[1] ?? ""}`, ""), null);
  assert.deepEqual(
    driver.read(stream("torn"), "", 0).fault,
    { kind: "network" },
    "interrupted while it tried: no answer came to its end",
  );
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
    JSON.stringify({
      type: "assistant",
      message: { content: [{ type: "text", text }] },
      parent_tool_use_id: parent,
    });
  assert.equal(
    driver.read(`${said("mine", null)}\n${said("a helper's", "call_1")}`, "", null).message,
    "mine",
  );
});

test("what it says only on standard error counts where it never began", () => {
  const err =
    "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons\n";
  assert.deepEqual(driver.read("", err, 1), {
    message: "",
    conversation: null,
    fault: { kind: "other" },
  });
  assert.equal(driver.read(stream("interrupted"), "warning: something", 1).fault, null);
});

test("argv: cairn's server by names of variables and never their values, a conversation of its own or the one gone on with", () => {
  const world = { ...around, mcp: ["/usr/bin/node", "/opt/cairn.cjs", "mcp"] };
  const { argv, env: given } = driver.start(jobOf(), "the brief", config, world);
  const after = (word: string): string | undefined => argv[argv.indexOf(word) + 1];
  assert.equal(argv[1], "-p");
  assert.deepEqual(
    [after("--permission-mode"), after("--session-id")],
    ["bypassPermissions", around.conversation],
  );
  const servers: unknown = JSON.parse(after("--mcp-config") ?? "");
  const names = ["ROOT", "LEDGER", "RUN", "JOB", "TOKEN", "MARK", "DOOR"].map(
    (name) => `CAIRN_${name}`,
  );
  const env = Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
  assert.deepEqual(servers, {
    mcpServers: {
      cairn: { command: "/usr/bin/node", args: ["/opt/cairn.cjs", "mcp"], env, alwaysLoad: true },
    },
  });
  assert.equal(given["DISABLE_AUTOUPDATER"], "1");
  assert.ok(
    !driver
      .start(jobOf(), "", config, { ...world, resume: "6f0e2d3c" })
      .argv.includes("--session-id"),
  );
});
