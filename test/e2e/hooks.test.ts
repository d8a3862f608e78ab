// Why: hooks stand between an agent and its work: what they say, when they are silent, and that they never hold anybody up, is tried as programs call them.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { commandFor } from "../../src/hooks/settings.ts";
import { at, desk, type Desk, type Printed } from "./desk.ts";

const launcher = join(import.meta.dirname, "../../bin/cairn.cjs");
const criterion = { criteria: "one.txt is there", command: "test -e one.txt" };
const plan = JSON.stringify({
  tasks: [{ id: "1", subject: "One", success_criteria: [criterion], files: ["one.txt"] }],
  verify: { success_criteria: [criterion] },
});

const tell = (here: Desk, event: string, told: object, env: NodeJS.ProcessEnv = {}): Promise<Printed> =>
  here.cairn(["hooks", "run", event], { stdin: JSON.stringify({ session_id: "chat", cwd: here.root, ...told }), env });
const silent = ({ exit, out, err }: Printed, what: string): void => assert.deepEqual([exit, out, err], [0, "", ""], what);
const bash = (command: string, stdout = ""): object => ({
  tool_name: "Bash",
  tool_input: { command },
  tool_response: { stdout, stderr: "", interrupted: false },
});

/** A run at its work, with one job to claim. */
const shop = async (t: TestContext): Promise<Desk> => {
  const here = desk(t, { "plan.json": plan });
  const started = await here.cairn(["start", "ultrawork", "Both", "--plan", "plan.json", "--no-baseline", "--session", "s"]);
  assert.equal(started.exit, 0, started.err);
  await here.cairn(["decide", "s", "approve-1", "approve"]);
  return here;
};
const claim = async (here: Desk, job: string): Promise<string> => {
  const claimed = await here.cairn(["claim", "s", job, "--as", "bo", "--json"]);
  assert.equal(claimed.exit, 0, claimed.err);
  silent(await tell(here, "PostToolUse", bash(`cairn claim s ${job} --as bo --json`, claimed.out)), "the claim");
  return String(at(claimed.json(), "token"));
};
const kept = (here: Desk): readonly string[] => {
  const folder = join(here.root, ".cairn/cache/hooks");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.jsonl?$/u.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
};

test("a conversation that begins is told where the work stands, in few characters, and nothing where none is", async (t) => {
  const bare = desk(t);
  silent(await tell(bare, "SessionStart", { source: "startup" }), "nothing was ever begun");
  const here = await shop(t);
  const begun = await tell(here, "SessionStart", { source: "startup" });
  const said = String(at(begun.json(), "hookSpecificOutput", "additionalContext"));
  assert.match(said, /EXECUTION.*0 of 2 criteria proved\n- ready: task-1-1 \(worker, 1\)\n.*cairn claim/u);
  assert.equal(at(begun.json(), "hookSpecificOutput", "hookEventName"), "SessionStart");
  for (const n of [1, 2, 3]) {
    await here.cairn([
      "start",
      "ultrawork",
      "A long goal of many words. ".repeat(40),
      "--session",
      `s${n}`,
      "--home",
      join(here.folder, "more"),
    ]);
  }
  const many = await tell(here, "SessionStart", { source: "resume" });
  const all = String(at(many.json(), "hookSpecificOutput", "additionalContext"));
  assert.ok(all.length <= 1_500, String(all.length));
  assert.match(all, /cairn status$/u);
});

test("a chat that claimed is asked at its stop for what is unfinished, twice in all, and never when a hook is why it goes on", async (t) => {
  const here = await shop(t);
  silent(await tell(here, "Stop", {}), "nobody has a job");
  const token = await claim(here, "1");
  silent(await tell(here, "Stop", { session_id: "another" }), "another chat");
  silent(await tell(here, "Stop", { stop_hook_active: true }), "held back already");
  silent(await tell(here, "Stop", {}, { CAIRN_HOOKS: "off" }), "switched off");
  silent(await tell(here, "SubagentStop", { agent_id: "helper" }), "a helper of it");
  for (const event of ["Stop", "AfterAgent"]) {
    const held = await tell(here, event, { last_assistant_message: "done" });
    assert.equal(at(held.json(), "decision"), event === "Stop" ? "block" : "deny");
    assert.match(
      String(at(held.json(), "reason")),
      /has the job task-1-1 of run [^]*cairn release[^]*- 1: one\.txt is there \[test -e one\.txt\]/u,
    );
  }
  silent(await tell(here, "Stop", {}), "often enough");
  assert.ok(
    kept(here).every((one) => !one.includes(token)),
    "a token was written down",
  );
});

test("a job that was given back, or taken over, holds nobody any more", async (t) => {
  const here = await shop(t);
  const token = await claim(here, "1");
  await here.cairn(["release", "s", "--token", token, "--reason", "no time"]);
  silent(await tell(here, "Stop", {}), "given back");
  await here.cairn(["claim", "s", "1", "--as", "cy"]);
  silent(await tell(here, "Stop", {}), "another has it");
});

test("who plans may not change the work, whatever path it names; a worker may, and so may everybody outside of the tree", async (t) => {
  const here = desk(t);
  const started = await here.cairn(["start", "ultrawork", "Both", "--session", "s", "--explorers", "0", "--planner", "hand"]);
  assert.equal(started.exit, 0, started.err);
  const edit = (path: string, event = "PreToolUse"): Promise<Printed> =>
    tell(here, event, { tool_name: "Write", tool_input: { file_path: path } });
  silent(await edit("src.ts"), "nobody has a job");
  const next = await here.cairn(["next", "s", "--json"]);
  await claim(here, String(at(next.json(), "jobs", 0, "key")));
  for (const path of ["src.ts", join(here.root, "deep/er/src.ts"), "../shop/src.ts"]) {
    const denied = await edit(path);
    assert.equal(at(denied.json(), "hookSpecificOutput", "permissionDecision"), "deny", path);
    assert.match(String(at(denied.json(), "hookSpecificOutput", "permissionDecisionReason")), /not now\. The job plan-.*PLANNING/u);
  }
  assert.equal(at((await edit("src.ts", "BeforeTool")).json(), "decision"), "deny");
  silent(await edit(join(here.folder, "elsewhere.txt")), "outside of the tree");
  silent(await edit(join(here.folder, "sessions/shop/sessions/s/design.md")), "its own document");
  silent(await edit(join(here.root, ".cairn/cache/note")), "no work");
  const worker = await shop(t);
  await claim(worker, "1");
  silent(await tell(worker, "PreToolUse", { tool_name: "Write", tool_input: { file_path: "one.txt" } }), "a worker");
});

test("what an agent ran is shown apart from evidence, without its secrets and without what it said to cairn", async (t) => {
  const here = await shop(t);
  silent(await tell(here, "PostToolUse", bash("before the claim")), "no job");
  await claim(here, "1");
  const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
  silent(await tell(here, "PostToolUse", bash(`curl -H "Authorization: Bearer ${secret}" example.org`)), "a command");
  silent(await tell(here, "PostToolUse", bash("test -e one.txt")), "the check itself");
  const evidence = await here.cairn(["evidence", "s"]);
  assert.match(
    evidence.out,
    /0 of 2 criteria proved\nrun by agents, .* proves nothing\n {2}1: curl .*\(exit 0, by bo\)\n {2}1: test -e one\.txt \(exit 0, by bo\)\n$/u,
  );
  assert.ok(kept(here).every((one) => !one.includes(secret)));
  assert.equal(at((await here.cairn(["evidence", "s", "--json"])).json(), "candidates", 1, "exit"), 0);
});

test("a hosted job's check that went well is claimed once, by the way that its protocol has for that", async (t) => {
  const here = await shop(t);
  const claimed = await here.cairn(["claim", "s", "1", "--as", "bo", "--json"]);
  const own = { CAIRN_RUN: String(at(claimed.json(), "run")), CAIRN_TOKEN: String(at(claimed.json(), "token")) };
  for (let n = 0; n < 2; n += 1) silent(await tell(here, "PostToolUse", bash("test  -e one.txt"), own), "the check");
  const events = (await here.cairn(["log", "s", "--json"])).out.split("\n").filter((line) => line.includes('"EvidenceClaimed"'));
  assert.equal(events.length, 1, events.join("\n"));
  assert.match((await here.cairn(["evidence", "s"])).out, /claimed, proves nothing: .*test {1,2}-e one\.txt/u);
});

test("install and remove say what they write, write it once, and refuse what they would spoil", async (t) => {
  const here = desk(t);
  const file = join(here.root, ".claude/settings.json");
  const dry = await here.cairn(["hooks", "install", "claude-code", "--dry-run"]);
  assert.match(dry.out, /would be put into .*\.claude\/settings\.json\n\{/u);
  assert.throws(() => readFileSync(file));
  const done = await here.cairn(["hooks", "install", "claude-code", "codex"]);
  assert.match(done.out, /claude-code: hooks are put into .*\ncodex: .*\n.*\/hooks in codex/u);
  const written = readFileSync(file, "utf8");
  assert.match((await here.cairn(["hooks", "install", "claude-code"])).out, /has them already/u);
  assert.equal(readFileSync(file, "utf8"), written);
  assert.deepEqual(at((await here.cairn(["hooks", "remove", "--json"])).json(), "files"), [file, join(here.root, ".codex/hooks.json")]);
  assert.equal((await here.cairn(["hooks", "remove"])).exit, 0);
  writeFileSync(file, "{ // mine\n}\n");
  const refused = await here.cairn(["hooks", "install", "codex", "claude-code", "--user", "--project"]);
  assert.deepEqual([refused.exit, refused.err.split(":")[0]], [2, "USAGE"]);
  const spoiled = await here.cairn(["hooks", "install", "codex", "claude-code"]);
  assert.match(spoiled.err, /^FILE_BROKEN: .*settings\.json[^]*by hand/u);
  assert.equal(readFileSync(join(here.root, ".codex/hooks.json"), "utf8"), "{}\n", "half of it was written");
  assert.match((await here.cairn(["hooks", "install", "claud-code"])).err, /^PROGRAM_UNKNOWN: [^]*claude-code/u);
});

/** As a program calls it: by a shell, from the settings. `input` null: standard input stays open. */
const called = async (here: Desk, event: string, input: string | null, env: NodeJS.ProcessEnv = {}) => {
  const line = commandFor({ typed: `'${process.execPath}' '${launcher}'`, found: `[ -e '${launcher}' ]` }, event);
  const child = spawn("sh", ["-c", line], {
    cwd: here.root,
    env: { PATH: process.env["PATH"], HOME: here.folder, CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const began = performance.now();
  // Whoever doesn't listen to the end closes the pipe early.
  child.stdin.on("error", () => undefined);
  if (input !== null) child.stdin.end(input);
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [exit] = await once(child, "exit");
  const ms = performance.now() - began;
  child.stdin.destroy();
  return { exit, out: await out, err: await err, ms };
};
const stop = JSON.stringify({ session_id: "chat", stop_hook_active: false, last_assistant_message: "x" });
/** Far above the limit of two seconds, and far below for ever: machines that run tests are busy. */
const patience = 10_000;

test("in any trouble the program goes on: exit 0, nothing on standard output, a line that says why", async (t) => {
  const here = await shop(t);
  await claim(here, "1");
  const file = join(here.root, ".cairn/cache/hooks", `${digest("chat").slice(0, 24)}.json`);
  const note = readFileSync(file, "utf8");
  const said = await called(here, "Stop", stop);
  assert.equal(at(JSON.parse(said.out), "decision"), "block", said.err);
  writeFileSync(file, note);

  await t.test("input that never ends", async () => {
    const { exit, out, err, ms } = await called(here, "Stop", null);
    assert.deepEqual([exit, out], [0, ""]);
    assert.match(err, /^cairn hooks: given up[^\n]*\n$/u);
    assert.ok(ms < patience, String(ms));
  });
  await t.test("a disk that hangs", async () => {
    rmSync(file);
    execFileSync("mkfifo", [file]);
    const { exit, out, err, ms } = await called(here, "Stop", stop);
    assert.deepEqual([exit, out], [0, ""]);
    assert.match(err, /cairn hooks: given up/u);
    assert.ok(ms < patience, String(ms));
    rmSync(file);
    writeFileSync(file, note);
  });
  await t.test("a database that somebody locked", async () => {
    const database = new DatabaseSync(join(here.root, ".cairn/ledger.db"));
    database.exec("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE held (one)");
    const { exit, out, err, ms } = await called(here, "Stop", stop);
    database.exec("ROLLBACK");
    database.close();
    assert.deepEqual([exit, out], [0, ""]);
    assert.match(err, /^cairn hooks: [^\n]+\n/u);
    assert.ok(ms < patience, String(ms));
  });
  await t.test("texts that are none, and moments that nobody knows", async () => {
    for (const [event, input] of [
      ["Stop", "{"],
      ["PreCompact", "{}"],
    ] as const) {
      const { exit, out, err } = await called(here, event, input);
      assert.deepEqual([exit, out], [0, ""]);
      assert.match(err, /^cairn hooks: [^\n]+\n$/u);
    }
  });
  await t.test("a configuration that is broken", async () => {
    writeFileSync(join(here.root, "cairn.config.json"), "{");
    const { exit, out, err } = await called(here, "Stop", stop);
    rmSync(join(here.root, "cairn.config.json"));
    assert.deepEqual([exit, out], [0, ""]);
    assert.match(err, /^cairn hooks: .*cairn\.config\.json/u);
  });
  await t.test("a folder that can't be written: what can't be counted isn't said", async () => {
    writeFileSync(file, note);
    const folder = join(here.root, ".cairn/cache/hooks");
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, "");
    const { exit, out } = await called(here, "Stop", stop);
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    assert.deepEqual([exit, out], [0, ""]);
  });
  await t.test("switched off, and with all files gone", async () => {
    assert.deepEqual(await called(here, "Stop", stop, { CAIRN_HOOKS: "off" }).then(({ exit, out, err }) => [exit, out, err]), [0, "", ""]);
    rmSync(join(here.root, ".cairn"), { recursive: true });
    for (const event of ["SessionStart", "Stop"]) {
      const { exit, out, err } = await called(here, event, stop);
      assert.deepEqual([exit, out, err], [0, "", ""]);
    }
    assert.throws(() => readdirSync(join(here.root, ".cairn")), "it made a folder");
    mkdirSync(join(here.folder, "empty"));
    const gone = commandFor({ typed: "cairn", found: "command -v cairn >/dev/null" }, "Stop");
    const empty = spawn("/bin/sh", ["-c", gone], { cwd: here.root, env: { PATH: join(here.folder, "empty") } });
    assert.deepEqual((await once(empty, "exit"))[0], 0);
  });
});
