// Tests of the Qwen Code driver on recorded output of version 0.24; no secrets in argv.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { qwenDriver } from "./qwen.ts";

const driver = qwenDriver({ root: "/", path: "" });
const recorded = recordedOf("qwen");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const config = { driver: "qwen", argv: ["qwen"], done: "report", env: {} } as const;

test("a refusal that an older one gives out as its answer is a fault", () => {
  const result = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "[API Error: 401 Incorrect API key provided]",
  };
  assert.deepEqual(driver.read(JSON.stringify(result), "", 0).fault, { kind: "auth" });
  const spoken = { ...result, result: "The log says [API Error: 401], so I stopped." };
  assert.deepEqual(driver.read(JSON.stringify(spoken), "", 0).fault, null);
});

test("what a helper of its says is not its own", () => {
  const said = (text: string, helper: string | null): string =>
    JSON.stringify({
      type: "assistant",
      parent_tool_use_id: helper,
      message: { content: [{ type: "text", text }] },
    });
  assert.equal(
    driver.read([said("mine", null), said("a helper's", "call_1")].join("\n"), "", null).message,
    "mine",
  );
});

test("what it says only on standard error is no fault once it began, or where it was stopped before", () => {
  assert.equal(
    driver.read("", recorded("unknown.err"), null).fault,
    null,
    "stopped before it began",
  );
  assert.equal(driver.read(stream("interrupted"), recorded("unattended.err"), 1).fault, null);
});

test("told by its user to try for ever, it is in trouble while it says so", () => {
  assert.deepEqual(driver.stuck?.("", recorded("unattended.err")), { kind: "overload" });
  assert.equal(driver.stuck?.(stream("interrupted"), ""), null);
});

test("argv: nobody is asked, cairn's server without any value of a variable", () => {
  const { argv } = driver.start(jobOf(), "the brief", config, {
    ...around,
    mcp: ["/usr/bin/node", "/opt/cairn.cjs", "mcp"],
  });
  assert.deepEqual(argv.slice(0, 5), [
    "qwen",
    "--output-format",
    "stream-json",
    "--approval-mode",
    "yolo",
  ]);
  const servers: unknown = JSON.parse(argv[argv.indexOf("--mcp-config") + 1] ?? "");
  const cairn = {
    command: "/usr/bin/node",
    args: ["/opt/cairn.cjs", "mcp"],
    trust: true,
    alwaysLoadTools: true,
  };
  assert.deepEqual(servers, { mcpServers: { cairn } });
});

test("what it would remember of a job is off below its user's settings, and the folder is trusted, unless the configuration or an administrator says otherwise", () => {
  const { env, files = {} } = qwenDriver({ root: "/", path: "" }, []).start(
    jobOf(),
    "",
    config,
    around,
  );
  assert.equal(env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"], "/spool/r1/1/agent-qwen.json");
  assert.equal(env["QWEN_CODE_TRUSTED_FOLDERS_PATH"], "/spool/r1/1/agent-qwen-trusted.json");
  assert.deepEqual(JSON.parse(files["agent-qwen.json"] ?? ""), {
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  });
  const own = { QWEN_CODE_TRUSTED_FOLDERS_PATH: "/home/ana/trusted.json" };
  const kept = qwenDriver({ root: "/", path: "" }, [import.meta.filename]).start(
    jobOf(),
    "",
    { ...config, env: own },
    around,
  );
  assert.deepEqual([kept.env["QWEN_CODE_SYSTEM_DEFAULTS_PATH"], kept.files], [undefined, {}]);
  assert.equal(kept.env["QWEN_CODE_TRUSTED_FOLDERS_PATH"], "/home/ana/trusted.json");
});
