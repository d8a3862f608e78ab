// Tests of the command line as a real process: closed streams, signals, exit codes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { at, desk } from "./desk.ts";
import { auto, shop } from "./one-file.ts";

const main = builtLauncher();
const cairn = (argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}, program = main) =>
  spawn(process.execPath, [program, ...argv], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: dirname(cwd), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });

test("a reader that goes away early is no error", async (t) => {
  const here = desk(t);
  await here.cairn(["run", "--later", "ultrawork", "Goal"]);
  const child = cairn(["status", "--state"], here.root, {
    CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions"),
  });
  child.stdout.destroy();
  const said = text(child.stderr);
  const [code] = await once(child, "exit");
  assert.deepEqual([code, await said], [0, ""]);
});

test("a run whose reader goes away early has not ended in success", async (t) => {
  const here = shop(t);
  const child = cairn(auto, here.root, { CAIRN_ULTRAWORK_HOME: join(here.folder, "sessions") });
  child.stderr.destroy();
  child.stdout.destroy();
  const [code] = await once(child, "exit");
  assert.equal(code, 130);
  const done = await here.cairn(["run", "s"]);
  assert.equal(done.exit, 0, done.out + done.err);
});

test(
  "a full disk behind standard output is told in a sentence, without a stack",
  { skip: !existsSync("/dev/full") },
  async (t) => {
    const { root } = desk(t);
    const full = openSync("/dev/full", "w");
    t.after(() => closeSync(full));
    const child = spawn(process.execPath, [main, "schema"], {
      cwd: root,
      env: { PATH: process.env["PATH"] },
      stdio: ["ignore", full, "pipe"],
    });
    assert.ok(child.stderr !== null);
    const said = text(child.stderr);
    const [code] = await once(child, "exit");
    assert.equal(code, 1);
    assert.match(
      await said,
      /^OUTPUT_UNWRITABLE: .*ENOSPC.*\n {2}What the ledger acknowledged is safe.*\n$/,
    );
  },
);

test("all of a long answer reaches a slow reader, and a command leaves no log of its cache behind", async (t) => {
  const here = desk(t);
  const child = cairn(["schema", "--json"], here.root);
  await once(child.stdout, "readable");
  const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
  assert.ok(said.length > 65_536, "more than a pipe holds");
  JSON.parse(said);
  await once(cairn(["run", "--later", "ultrawork", "Goal"], here.root), "exit");
  const cache = readdirSync(join(here.root, ".git/cairn/cache"));
  assert.ok(
    cache.includes("projections.db") && !cache.includes("projections.db-wal"),
    String(cache),
  );
});

test("a goal comes through standard input of a real process from source, and exit codes go out", async (t) => {
  const here = desk(t);
  const source = join(import.meta.dirname, "../../src/cli/main.ts");
  const child = cairn(
    ["run", "--later", "ultrawork", "-", "--dry-run", "--json"],
    here.root,
    {},
    source,
  );
  child.stdin.end("A goal\nof two lines\n");
  const out = text(child.stdout);
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
  assert.match(String(at(JSON.parse(await out), "run")), /^[0-9a-z]{12}$/);
  const [wrong] = await once(cairn(["nonsense"], here.root), "exit");
  assert.equal(wrong, 2);
});

test("a file longer than input may be is refused before it is read to its end", async (t) => {
  const { root } = desk(t);
  writeFileSync(join(root, "long"), "");
  truncateSync(join(root, "long"), 2 ** 40);
  const child = cairn(["run", "--later", "ultrawork", "--goal", "@long", "--dry-run"], root);
  const said = text(child.stderr);
  const [code] = await once(child, "exit");
  assert.equal(code, 1);
  assert.match(await said, /^INPUT_OVERSIZED: .*long is longer than 64 MiB/);
});

test("a present folder that was removed is told in a sentence", async (t) => {
  const { root } = desk(t);
  const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"';
  const child = spawn("sh", ["-c", script, process.execPath, main, "status"], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = text(child.stderr);
  const [code] = await once(child, "exit");
  assert.deepEqual([code, (await said).split(":", 1)[0]], [2, "FOLDER_MISSING"]);
});

test("Ctrl-C while following ends it with 130", async (t) => {
  const here = desk(t);
  await here.cairn(["run", "--later", "ultrawork", "Goal"]);
  const child = cairn(["log", "--follow"], here.root);
  await once(child.stdout, "data");
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  assert.equal(code, 130);
});
