// Tests of hooks in trouble: exit 0, empty stdout, by the very command line in the settings.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { commandFor } from "../../src/hooks/settings.ts";
import { at } from "./desk.ts";
import { hosted, type Hosted } from "./hosted-job.ts";

const launcher = builtLauncher();

/** As a program calls it: by a shell, from the settings. `input` null: standard input stays open. */
const called = async (
  { here, own }: Hosted,
  event: string,
  input: string | null,
  env: NodeJS.ProcessEnv = {},
) => {
  const line = commandFor(
    { typed: `'${process.execPath}' '${launcher}'`, found: `[ -e '${launcher}' ]` },
    event,
  );
  const child = spawn("sh", ["-c", line], {
    cwd: here.root,
    env: {
      PATH: process.env["PATH"],
      HOME: here.folder,
      CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
      ...own,
      ...env,
    },
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
const stop = JSON.stringify({
  session_id: "chat",
  stop_hook_active: false,
  last_assistant_message: "x",
});
const edit = JSON.stringify({
  session_id: "chat",
  tool_name: "Write",
  tool_input: { file_path: "a.txt" },
});
/** Far above the limit of two seconds, and far below for ever: machines that run tests are busy. */
const patience = 10_000;

test("in any trouble the program goes on: exit 0, nothing on standard output, a line that says why", async (t) => {
  const job = await hosted(t);
  const { here } = job;
  const said = await called(job, "Stop", stop);
  assert.equal(at(JSON.parse(said.out), "decision"), "block", said.err);

  await t.test("input that never ends", async () => {
    const { exit, out, err, ms } = await called(job, "Stop", null);
    assert.deepEqual([exit, out], [0, ""]);
    assert.match(err, /^cairn setup hooks: given up[^\n]*\n$/u);
    assert.ok(ms < patience, String(ms));
  });
  await t.test("a database that somebody locked", async () => {
    const database = new DatabaseSync(join(here.root, ".git/cairn/ledger.db"));
    database.exec("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE held (one)");
    const answers = [await called(job, "Stop", stop), await called(job, "PreToolUse", edit)];
    database.exec("ROLLBACK");
    database.close();
    for (const { exit, out, err, ms } of answers) {
      assert.deepEqual([exit, out], [0, ""]);
      assert.match(err, /^cairn setup hooks: [^\n]+\n/u);
      assert.ok(ms < patience, String(ms));
    }
  });
  await t.test("texts that are none, and moments that nobody knows", async () => {
    for (const [event, input] of [
      ["Stop", "{"],
      ["PreCompact", "{}"],
    ] as const) {
      const { exit, out, err } = await called(job, event, input);
      assert.deepEqual([exit, out], [0, ""]);
      assert.match(err, /^cairn setup hooks: [^\n]+\n$/u);
    }
  });
  await t.test("a configuration that is broken", async () => {
    writeFileSync(join(here.root, "cairn.config.json"), "{");
    const { exit, out, err } = await called(job, "Stop", stop);
    rmSync(join(here.root, "cairn.config.json"));
    assert.deepEqual([exit, out], [0, ""]);
    assert.match(err, /^cairn setup hooks: .*cairn\.config\.json/u);
  });
  await t.test("switched off, and with all files gone", async () => {
    assert.deepEqual(
      await called(job, "Stop", stop, { CAIRN_HOOKS: "off" }).then(({ exit, out, err }) => [
        exit,
        out,
        err,
      ]),
      [0, "", ""],
    );
    rmSync(join(here.root, ".git/cairn"), { recursive: true });
    for (const event of ["SessionStart", "Stop"]) {
      const { exit, out, err } = await called(job, event, stop);
      assert.deepEqual([exit, out, err], [0, "", ""]);
    }
    assert.throws(() => readdirSync(join(here.root, ".git/cairn")), "it made a folder");
    mkdirSync(join(here.folder, "empty"));
    const gone = commandFor({ typed: "cairn", found: "command -v cairn >/dev/null" }, "Stop");
    const empty = spawn("/bin/sh", ["-c", gone], {
      cwd: here.root,
      env: { PATH: join(here.folder, "empty") },
    });
    assert.deepEqual((await once(empty, "exit"))[0], 0);
  });
});
