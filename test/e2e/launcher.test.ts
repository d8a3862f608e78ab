// Why: the launcher is what people actually call, by any name and under any Node, and it must hide nothing of the program behind it.
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { transformSync } from "esbuild";

const launcher = join(import.meta.dirname, "../../bin/cairn.cjs");

/** A program that tells what it got, then does as its first argument says. */
const program = `
const [what, ...rest] = process.argv.slice(2);
if (what === "wait") { process.on("SIGTERM", () => { console.log("told"); process.exit(7); }); setInterval(() => {}, 1000); }
console.log(JSON.stringify({ rest, pid: process.pid, marks: Object.keys(process.env).filter((name) => /^(CAIRN|NODE_CHANNEL)/.test(name)), node: process.execPath, main: import.meta.filename }));
if (what === "exit") process.exit(Number(rest[0]));
if (what === "die") process.kill(process.pid, rest[0]);
if (what === "throw") throw new Error("bug of ours");
if (what === "echo") { process.stdin.pipe(process.stdout); process.stderr.write("aside"); }
`;

/** Makes the Node that requires it look old, once: what it starts is itself again. */
const aged = `if (process.env.LOOK_OLD) { delete process.env.LOOK_OLD; Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } }); }`;

const place = (t: TestContext, form: "source" | "packed", pinned: "none" | "new" | "old"): string => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "cairn-launcher-")));
  t.after(() => rmSync(top, { recursive: true }));
  mkdirSync(join(top, "bin"));
  cpSync(launcher, join(top, "bin/cairn.cjs"));
  writeFileSync(join(top, "aged.cjs"), aged);
  writeFileSync(join(top, "package.json"), '{ "type": "module" }');
  const main = form === "source" ? "src/cli/main.ts" : "dist/main.cjs";
  mkdirSync(join(top, main, ".."), { recursive: true });
  writeFileSync(join(top, main), form === "source" ? program : program.replace("import.meta.filename", "__filename"));
  if (pinned !== "none") {
    mkdirSync(join(top, "node_modules/node/bin"), { recursive: true });
    symlinkSync(process.execPath, join(top, "node_modules/node/bin/node"));
    writeFileSync(join(top, "node_modules/node/package.json"), JSON.stringify({ version: pinned === "new" ? "24.1.0" : "20.1.0" }));
  }
  return top;
};

const old = (top: string): NodeJS.ProcessEnv => ({ ...process.env, LOOK_OLD: "1", NODE_OPTIONS: `--require=${join(top, "aged.cjs")}` });
const call = (top: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env, input = ""): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(top, "bin/cairn.cjs"), ...args], { env, input, encoding: "utf8" });

test("it starts the source where there is one, else the bundle", (t) => {
  for (const [form, main] of [
    ["source", "src/cli/main.ts"],
    ["packed", "dist/main.cjs"],
  ] as const) {
    const top = place(t, form, "none");
    const { stdout, stderr, status } = call(top, ["exit", "5", "two words", ""]);
    assert.partialDeepStrictEqual(JSON.parse(stdout), {
      rest: ["5", "two words", ""],
      marks: [],
      node: process.execPath,
      main: join(top, main),
    });
    assert.equal(stderr, "");
    assert.equal(status, 5);
  }
});

test("a link to it works from anywhere", (t) => {
  const top = place(t, "packed", "none");
  mkdirSync(join(top, "elsewhere"));
  symlinkSync("../bin/cairn.cjs", join(top, "elsewhere/cairn"));
  const { status } = spawnSync(join(top, "elsewhere/cairn"), ["exit", "6"], {
    cwd: tmpdir(),
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` },
  });
  assert.equal(status, 6);
});

test("an exception of the program's own is shown whole and exits 70", (t) => {
  for (const [form, main] of [
    ["source", /bug of ours[\s\S]*src\/cli\/main\.ts/],
    ["packed", /bug of ours[\s\S]*dist\/main\.cjs/],
  ] as const) {
    const { stderr, status } = call(place(t, form, "none"), ["throw"]);
    assert.match(stderr, main);
    assert.equal(status, 70);
  }
});

test("under an old Node it goes on with the pinned one, and passes everything through", (t) => {
  const top = place(t, "source", "new");
  const left = call(top, ["exit", "9"], old(top));
  assert.match(left.stdout, /"marks":\[\]/);
  assert.equal(left.status, 9);
  assert.equal(call(top, ["die", "SIGKILL"], old(top)).signal, "SIGKILL");
  assert.equal(call(top, ["die", "SIGTERM"], old(top)).signal, "SIGTERM");
  const echo = call(top, ["echo"], old(top), "in\n");
  assert.match(echo.stdout, /in\n$/);
  assert.equal(echo.stderr, "aside");
});

test("under an old Node a signal reaches the program, and its own answer comes back", { timeout: 20_000 }, async (t) => {
  const top = place(t, "source", "new");
  const child = spawn(process.execPath, [join(top, "bin/cairn.cjs"), "wait"], { env: old(top), stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (said === "") child.kill("SIGTERM");
    said += text;
  });
  const ended: unknown[] = await once(child, "close");
  assert.match(said, /told/);
  assert.deepEqual(ended, [7, null]);
});

test("under an old Node a SIGKILL of the launcher ends the program too", { timeout: 20_000 }, async (t) => {
  const top = place(t, "source", "new");
  const child = spawn(process.execPath, [join(top, "bin/cairn.cjs"), "wait"], { env: old(top), stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.setEncoding("utf8").once("data", (text: string) => {
    const { pid } = JSON.parse(text);
    // Whatever comes of it, nothing is left behind.
    t.after(() => spawnSync("kill", ["-9", String(pid)]));
    child.kill("SIGKILL");
  });
  child.stdout.resume();
  // The program holds the pipe open for as long as it lives.
  assert.deepEqual(await once(child, "close"), [null, "SIGKILL"]);
});

test("under an old Node without a newer one beside it, one sentence says what is needed", (t) => {
  for (const pinned of ["none", "old"] as const) {
    const top = place(t, "packed", pinned);
    const { stdout, stderr, status } = call(top, ["exit", "0"], old(top));
    assert.equal(stdout, "");
    assert.match(stderr, /^cairn needs Node 24 or newer, and this is 20\.1\.0: .+\n$/);
    assert.equal(status, 1);
  }
});

test("it is written in what Node 12 can parse", () => {
  const text = readFileSync(launcher, "utf8");
  const written = (target: string): string => transformSync(text, { target, format: "cjs", supported: { "dynamic-import": true } }).code;
  assert.equal(written("node12.22"), written("esnext"));
  assert.notEqual(transformSync("a?.b", { target: "node12.22" }).code, transformSync("a?.b", { target: "esnext" }).code);
});
