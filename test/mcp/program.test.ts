// Tests of the MCP program on stdio: nothing but MCP on stdout, ends with its client.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { at } from "../e2e/desk.ts";
import { talkOver, type Talk } from "./client.ts";
import { field, shop, type Shop } from "./shop.ts";

const main = builtLauncher();

type Program = Talk & {
  readonly child: ChildProcess;
  readonly heard: () => string;
  readonly leave: () => Promise<number | null>;
};

const started = async (
  t: TestContext,
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Promise<Program> => {
  const child = spawn(process.execPath, [main, "mcp", ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, ...env },
  });
  t.after(() => child.kill("SIGKILL"));
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => void (err += part));
  // A client that is gone, or a server that closed its end, is what some tests are about.
  child.stdin.on("error", () => {});
  const gone = once(child, "exit");
  const talk = await talkOver(child.stdin, child.stdout, "2025-11-25");
  const leave = async (): Promise<number | null> => {
    child.stdin.end();
    await gone;
    return child.exitCode;
  };
  return { ...talk, child, heard: () => err, leave };
};
const inShop = (
  t: TestContext,
  { root, folder }: Shop,
  args: readonly string[] = [],
): Promise<Program> =>
  started(t, root, { HOME: folder, CAIRN_ULTRAWORK_HOME: join(folder, "sessions") }, args);

const emptyFolder = (t: TestContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-mcp-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test("a job is done through the program, which says nothing but MCP and ends with its client", async (t) => {
  const made = await shop(t);
  const { call, leave, strays, heard } = await inShop(t, made, ["--as", "bo"]);
  const claimed = await call("claim", { job: "1" });
  assert.equal(claimed.wrong, false, claimed.text);
  const token = field(claimed.text, "token");
  const reported = await call("report", {
    token,
    report: { status: "done", summary: "It is there.", evidence: [] },
  });
  assert.equal(reported.wrong, false, reported.text);
  assert.equal(await leave(), 0);
  assert.deepEqual([strays, heard()], [[], ""]);
  assert.match((await made.cairn(["log", made.run])).out, /agent:bo\/probe +WorkClaimed/u);
});

test("outside of any repository, and in a folder with a broken configuration, it answers and says what is wrong", async (t) => {
  const folder = emptyFolder(t);
  const outside = await started(t, folder);
  assert.match((await outside.call("status")).text, /^no runs here/u);
  const refused = await outside.call("claim", { job: "1" });
  assert.ok(refused.wrong);
  assert.match(refused.text, /^RUN_UNKNOWN/u);
  assert.equal(await outside.leave(), 0);

  writeFileSync(join(folder, "cairn.config.json"), "{");
  const broken = await started(t, folder);
  assert.match((await broken.call("status")).text, /^no runs here/u, "a look needs none");
  const told = await broken.call("claim", { job: "1" });
  assert.ok(told.wrong);
  assert.match(told.text, /^CONFIG_UNREADABLE: /u);
  // It is mended while the client stays.
  writeFileSync(join(folder, "cairn.config.json"), "{}");
  assert.match((await broken.call("claim", { job: "1" })).text, /^RUN_UNKNOWN/u);
  assert.equal(await broken.leave(), 0);
  assert.deepEqual([outside.strays, broken.strays], [[], []]);
});

test("a file that is no ledger is a fault, told as an answer", async (t) => {
  const folder = emptyFolder(t);
  mkdirSync(join(folder, ".cairn"));
  writeFileSync(join(folder, ".cairn/ledger.db"), "no database ".repeat(1_000));
  const { call, leave, strays } = await started(t, folder);
  const told = await call("status");
  assert.ok(told.wrong, told.text);
  assert.match(told.text, /^[A-Z_]+: .*\n/u);
  assert.doesNotMatch(told.text, /BUG/u);
  assert.equal(await leave(), 0);
  assert.deepEqual(strays, []);
});

test("ten megabytes are refused by the rules, and garbage by the protocol; both leave the connection whole", async (t) => {
  const made = await shop(t);
  const { call, request, write, leave, strays } = await inShop(t, made);
  const token = field((await call("claim", { job: "1" })).text, "token");
  const large = "x".repeat(10 * 1024 * 1024);
  const calls: readonly (readonly [string, object])[] = [
    ["report", { token, report: { status: "done", summary: large, evidence: [] } }],
    ["ask", { token, question: large }],
    ["claim", { job: large }],
  ];
  for (const [tool, args] of calls) {
    const { text, wrong } = await call(tool, args);
    assert.ok(wrong, `${tool}: ${text.slice(0, 200)}`);
    assert.ok(text.length <= 1_000, `${tool}: ${text.length} characters`);
  }
  write("no JSON");
  write('{"jsonrpc":"2.0"}');
  write("[]");
  for (const params of [{}, { name: "nothing" }, { name: "claim", arguments: [] }])
    assert.ok(
      Object(await request("tools/call", params)).error !== undefined,
      JSON.stringify(params),
    );
  const odd = await call("claim", { job: 7, jub: "x" });
  assert.ok(odd.wrong);
  assert.match(odd.text, /job/u);
  assert.ok(Object(await request("no/method")).error !== undefined);
  assert.equal((await call("status")).wrong, false);
  assert.equal(await leave(), 0);
  for (const line of strays) assert.equal(at(JSON.parse(line), "jsonrpc"), "2.0");
});

test("a client that leaves in the middle of a call leaves nothing half done", async (t) => {
  const made = await shop(t);
  const { request, leave, child } = await inShop(t, made);
  void request("tools/call", { name: "claim", arguments: { job: "1", as: "bo" } });
  assert.equal(await leave(), 0);
  assert.equal(child.signalCode, null);
  const jobs = at((await made.cairn(["status", "--next", "--json"])).json(), "jobs");
  assert.ok(Array.isArray(jobs));
  // Either it was never begun, or it is held and recorded as begun.
  const [first] = jobs.filter((job) => at(job, "key") === "task-1-1");
  const log = (await made.cairn(["log", made.run])).out;
  assert.equal(at(first, "is") === "running", / by bo$/mu.test(log), log);
  assert.equal((await made.cairn(["verify", made.run])).exit, 0);
});

test("asked to stop, it stops", async (t) => {
  const { child, call } = await inShop(t, await shop(t));
  await call("status");
  child.kill("SIGTERM");
  await once(child, "exit");
  assert.deepEqual([child.exitCode, child.signalCode], [130, null]);
});
