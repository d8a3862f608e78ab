// Tests of the Codex driver on recorded output of version 0.169; no secrets in argv.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, jobOf } from "../../test/contract/agent.ts";
import { recordedOf } from "../../test/fixtures/recorded.ts";
import { codexDriver } from "./codex.ts";

const driver = codexDriver({ root: "/", path: "" });
const recorded = recordedOf("codex");
const stream = (name: string): string => recorded(`${name}.jsonl`);
const lines = (name: string): readonly string[] => stream(name).trimEnd().split("\n");
const config = { driver: "codex", argv: ["codex"], done: "report", env: {} } as const;

test("trying again is trouble from the second time on, and ends with whatever comes after", () => {
  const lines = stream("529").split("\n");
  const upTo = (count: number): string => lines.slice(0, count).join("\n");
  const tries = lines.findIndex((line) => line.includes("Reconnecting... 1/"));
  assert.equal(driver.stuck?.(upTo(tries + 1), ""), null);
  assert.deepEqual(driver.stuck?.(upTo(tries + 2), ""), { kind: "overload" });
  assert.deepEqual(
    driver.read(upTo(tries + 2), "", null).fault,
    { kind: "overload" },
    "stopped while it tried",
  );
  assert.equal(driver.stuck?.(`${upTo(tries + 2)}\n${lines[4] ?? ""}`, ""), null);
});

test("waiting for a network that never comes is trouble, though its tries have no number then", () => {
  const out = stream("offline");
  assert.match(out, /waiting for network/);
  assert.deepEqual(driver.stuck?.(out, ""), { kind: "network" });
  assert.deepEqual(driver.read(out, "", null).fault, { kind: "network" }, "stopped while it tried");
  assert.equal(
    driver.stuck?.(`${out}${lines("whole").at(-1) ?? ""}`, ""),
    null,
    "it came after all",
  );
});

test("what it says on standard error is no fault once it began, and a warning none before", () => {
  assert.equal(driver.read("", "warning: x\n", 1).fault, null);
  assert.equal(
    driver.read(
      stream("interrupted"),
      "ERROR codex_core::session: failed to record rollout items",
      1,
    ).fault,
    null,
  );
});

test("argv: cairn's server by names of variables and never their values, folders outside, own words before the conversation", () => {
  const world = {
    ...around,
    outside: ["/home/ana/s"],
    mcp: ["/usr/bin/node", '/opt/a "b"/cairn.cjs', "mcp"],
    resume: "01a1",
  };
  const { argv, env } = driver.start(
    jobOf(),
    "the brief",
    { ...config, argv: ["codex", "-c", "x=1"], env: { A: "b" } },
    world,
  );
  assert.deepEqual(argv.slice(1, 3), ["exec", "--json"]);
  assert.equal(argv[argv.indexOf("--add-dir") + 1], "/home/ana/s");
  assert.deepEqual(argv.slice(-4), ["x=1", "resume", "01a1", "-"]);
  const server = argv.find((word) => word.startsWith("mcp_servers.cairn="));
  assert.match(
    server ?? "",
    /command="\/usr\/bin\/node",args=\["\/opt\/a \\"b\\"\/cairn\.cjs","mcp"\],env_vars=\["CAIRN_ROOT",.*"CAIRN_TOKEN",.*required=true/,
  );
  assert.deepEqual(env, { A: "b" });
  assert.equal(driver.start(jobOf(), "", config, around).argv.at(-1), "-");
});
