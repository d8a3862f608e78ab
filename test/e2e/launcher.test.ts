// Tests of the launcher: source or bundle, old Node versions, safe compile cache, exit 70 on exceptions.
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { crc32 } from "node:zlib";
import { transformSync } from "esbuild";

const bin = join(import.meta.dirname, "../../bin");

/** A program that tells what it got, then does as its first argument says. */
const program = `
const [what, ...rest] = process.argv.slice(2);
if (what === "wait") { process.on("SIGTERM", () => { console.log("told"); process.exit(7); }); setInterval(() => {}, 1000); }
console.log(JSON.stringify({ rest, pid: process.pid, marks: Object.keys(process.env).filter((name) => /^(CAIRN(?!_PLACES)|NODE_CHANNEL)/.test(name)), node: process.execPath, main: import.meta.filename }));
if (what === "exit") process.exit(Number(rest[0]));
if (what === "die") process.kill(process.pid, rest[0]);
if (what === "throw") throw new Error("bug of ours");
if (what === "echo") { process.stdin.pipe(process.stdout); process.stderr.write("aside"); }
`;

/** Makes the Node that requires it look old, once: what it starts is itself again. */
const aged = `if (process.env.LOOK_OLD) { delete process.env.LOOK_OLD; Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } }); }`;

const place = (
  t: TestContext,
  form: "source" | "packed",
  pinned: "none" | "new" | "old",
): string => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "cairn-launcher-")));
  t.after(() => rmSync(top, { recursive: true }));
  cpSync(bin, join(top, "bin"), { recursive: true });
  writeFileSync(join(top, "aged.cjs"), aged);
  writeFileSync(join(top, "package.json"), '{ "type": "module" }');
  const main = form === "source" ? "src/cli/main.ts" : "dist/main.cjs";
  mkdirSync(join(top, main, ".."), { recursive: true });
  writeFileSync(
    join(top, main),
    form === "source"
      ? program
      : `exports.edition = 1;${program.replace("import.meta.filename", "__filename")}`,
  );
  if (pinned !== "none") {
    const folder = join(top, `node_modules/node-${process.platform}-${process.arch}`);
    mkdirSync(join(folder, "bin"), { recursive: true });
    symlinkSync(process.execPath, join(folder, "bin/node"));
    const manifest = { version: pinned === "new" ? "24.1.0" : "20.1.0", bin: { node: "bin/node" } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  }
  return top;
};

const old = (top: string): NodeJS.ProcessEnv => ({
  ...process.env,
  LOOK_OLD: "1",
  NODE_OPTIONS: `--require=${join(top, "aged.cjs")}`,
});
const call = (
  top: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  input = "",
  launcher = "cairn.cjs",
): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(top, "bin", launcher), ...args], {
    env,
    input,
    encoding: "utf8",
  });

test("it starts the build; the one beside it starts the sources", (t) => {
  for (const [form, main, launcher] of [
    ["source", "src/cli/main.ts", "source.cjs"],
    ["packed", "dist/main.cjs", "cairn.cjs"],
  ] as const) {
    const top = place(t, form, "none");
    const words = ["exit", "5", "two words", ""];
    const { stdout, stderr, status } = call(top, words, process.env, "", launcher);
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

test("in a clone a person is told of a build that is older than its source", (t) => {
  const top = place(t, "source", "none");
  mkdirSync(join(top, "dist"));
  writeFileSync(join(top, "dist/main.cjs"), "exports.edition = 1;");
  const seen = join(top, "terminal.cjs");
  writeFileSync(seen, "process.stderr.isTTY = true;");
  const env = { ...process.env, NODE_OPTIONS: `--require=${seen}` };
  const at = (path: string, seconds: number): void => utimesSync(join(top, path), seconds, seconds);
  for (const path of ["src", "src/cli", "src/cli/main.ts"]) at(path, 1000);
  at("dist/main.cjs", 2000);
  assert.equal(call(top, [], env).stderr, "");
  at("src/cli/main.ts", 3000);
  assert.equal(
    call(top, [], env).stderr,
    `The build is older than src/cli/main.ts: npm run prepare --prefix ${top}\n`,
  );
  assert.equal(call(top, []).stderr, "", "scripts and agents aren't");
});

test("what the build of a clone leaves out is nothing that the program or the build reads", () => {
  const house = join(import.meta.dirname, "../..");
  const script = readFileSync(join(house, "scripts/prepare.cjs"), "utf8");
  const list = /OF_DEVELOPMENT = \[([^\]]+)\]/u.exec(script)?.[1] ?? "";
  const left = [...list.matchAll(/"([^"]+)"/gu)].flatMap(([, name]) => name ?? []);
  const { devDependencies } = JSON.parse(readFileSync(join(house, "package.json"), "utf8"));
  assert.ok(left.length > 10);
  for (const name of left) assert.ok(name in devDependencies, name);
  const files = ["src", "web", "scripts/build"].flatMap((folder) =>
    readdirSync(join(house, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.|declarations/u.test(file))
      .map((file) => join(house, folder, file)),
  );
  for (const file of [...files, join(house, "scripts/build.ts")]) {
    const imported = [...readFileSync(file, "utf8").matchAll(/from "([^".][^"]*)"/gu)];
    for (const [, what = ""] of imported)
      assert.ok(
        !left.some((name) => what === name || what.startsWith(`${name}/`)),
        `${file}: ${what}`,
      );
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
  for (const [form, launcher, main] of [
    ["source", "source.cjs", /bug of ours[\s\S]*src\/cli\/main\.ts/],
    ["packed", "cairn.cjs", /bug of ours[\s\S]*dist\/main\.cjs/],
  ] as const) {
    const top = place(t, form, "none");
    const { stderr, status } = call(top, ["throw"], process.env, "", launcher);
    assert.match(stderr, main);
    assert.equal(status, 70);
  }
});

test("a clone that nothing has built yet says how", (t) => {
  const { stderr, status } = call(place(t, "source", "none"), ["status"]);
  assert.match(
    stderr,
    /^PROGRAM_UNBUILT: \S+ holds the sources of cairn alone\n {2}run `npm run prepare` there/u,
  );
  assert.equal(status, 1);
});

test("under an old Node it goes on with the pinned one, and passes everything through", (t) => {
  const top = place(t, "packed", "new");
  const left = call(top, ["exit", "9"], old(top));
  assert.match(left.stdout, /"marks":\[\]/);
  assert.equal(left.status, 9);
  assert.equal(call(top, ["die", "SIGKILL"], old(top)).signal, "SIGKILL");
  assert.equal(call(top, ["die", "SIGTERM"], old(top)).signal, "SIGTERM");
  const echo = call(top, ["echo"], old(top), "in\n");
  assert.match(echo.stdout, /in\n$/);
  assert.equal(echo.stderr, "aside");
});

test(
  "under an old Node a signal reaches the program, and its own answer comes back",
  { timeout: 20_000 },
  async (t) => {
    const top = place(t, "packed", "new");
    const child = spawn(process.execPath, [join(top, "bin/cairn.cjs"), "wait"], {
      env: old(top),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (said === "") child.kill("SIGTERM");
      said += text;
    });
    const ended: unknown[] = await once(child, "close");
    assert.match(said, /told/);
    assert.deepEqual(ended, [7, null]);
  },
);

test(
  "under an old Node a SIGKILL of the launcher ends the program too",
  { timeout: 20_000 },
  async (t) => {
    const top = place(t, "packed", "new");
    const child = spawn(process.execPath, [join(top, "bin/cairn.cjs"), "wait"], {
      env: old(top),
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.setEncoding("utf8").once("data", (text: string) => {
      const { pid } = JSON.parse(text);
      // Whatever comes of it, nothing is left behind.
      t.after(() => spawnSync("kill", ["-9", String(pid)]));
      child.kill("SIGKILL");
    });
    child.stdout.resume();
    // The program holds the pipe open for as long as it lives.
    assert.deepEqual(await once(child, "close"), [null, "SIGKILL"]);
  },
);

test("under an old Node without a newer one beside it, one sentence says what is needed", (t) => {
  for (const pinned of ["none", "old"] as const) {
    const top = place(t, "packed", pinned);
    const { stdout, stderr, status } = call(top, ["exit", "0"], old(top));
    assert.equal(stdout, "");
    assert.match(stderr, /^cairn needs Node 24 or newer, and this is 20\.1\.0: .+\n$/);
    assert.equal(status, 1);
  }
});

/** A user of this system who isn't the one that runs the tests. */
const stranger = 61_234;
const isRoot = process.geteuid?.() === 0;

/** Where code that was compiled is kept by a launcher that is called with this environment, from its folder; "": nowhere. */
const keeps = (top: string, env: NodeJS.ProcessEnv, uid?: number): string => {
  writeFileSync(
    join(top, "dist/main.cjs"),
    'process.stdout.write(require("module").getCompileCacheDir() ?? ""); exports.edition = 1; process.exit();',
  );
  const as = uid === undefined ? {} : { uid, gid: uid };
  const called = spawnSync(process.execPath, [join(top, "bin/cairn.cjs")], {
    env,
    encoding: "utf8",
    ...as,
  });
  assert.equal(called.stderr, "");
  return called.stdout;
};
/** A folder of that user's own, or of whoever runs the tests. */
const folderOf = (path: string, uid?: number, mode = 0o700): string => {
  mkdirSync(path, { recursive: true });
  if (uid !== undefined) chownSync(path, uid, uid);
  chmodSync(path, mode);
  return path;
};

test("what was compiled is kept in a folder of the user's own, which nobody else can read or write", (t) => {
  for (const uid of isRoot ? [undefined, stranger] : [undefined]) {
    const top = place(t, "packed", "none");
    chmodSync(top, 0o755);
    const temporary = folderOf(join(top, "tmp"), undefined, 0o1777);
    const home = folderOf(join(top, "home"), uid);
    const env = { HOME: home, TMPDIR: temporary };
    assert.equal(dirname(keeps(top, env, uid)), join(home, ".cache/cairn"));
    assert.equal(statSync(join(home, ".cache/cairn")).mode & 0o777, 0o700);
    const other = folderOf(join(home, "other"), uid);
    assert.equal(dirname(keeps(top, { ...env, XDG_CACHE_HOME: other }, uid)), join(other, "cairn"));
    // A cache that lies elsewhere is as good, if that is the user's own.
    symlinkSync(other, join(home, "link"));
    assert.equal(
      dirname(keeps(top, { ...env, XDG_CACHE_HOME: join(home, "link") }, uid)),
      join(other, "cairn"),
    );
    assert.deepEqual(readdirSync(temporary), []);
  }
});

test("nothing compiled is kept or read where others could put something", (t) => {
  const top = place(t, "packed", "none");
  const home = folderOf(join(top, "home"));
  const nowhere = (env: NodeJS.ProcessEnv): void =>
    assert.equal(keeps(top, { HOME: home, TMPDIR: top, ...env }), "", JSON.stringify(env));
  nowhere({ HOME: join(top, "missing") });
  assert.equal(existsSync(join(top, "missing")), false);
  nowhere({ XDG_CACHE_HOME: "relative" });
  nowhere({ XDG_CACHE_HOME: folderOf(join(top, "open"), undefined, 0o777) });
  nowhere({
    XDG_CACHE_HOME: folderOf(join(folderOf(join(top, "shared"), undefined, 0o770), "mine")),
  });
  folderOf(join(home, ".cache/cairn"), undefined, 0o755);
  nowhere({});
  rmSync(join(home, ".cache/cairn"), { recursive: true });
  symlinkSync(folderOf(join(top, "aside")), join(home, ".cache/cairn"));
  nowhere({});
  if (!isRoot) return;
  nowhere({ XDG_CACHE_HOME: folderOf(join(top, "foreign"), stranger) });
  const taken = folderOf(join(top, "taken"));
  folderOf(join(taken, "cairn"), stranger);
  nowhere({ XDG_CACHE_HOME: taken });
});

test("what somebody else compiled and left in the temporary folder isn't run", (t) => {
  const top = place(t, "packed", "none");
  const [home, temporary] = [
    folderOf(join(top, "home")),
    folderOf(join(top, "tmp"), undefined, 0o1777),
  ];
  const main = join(top, "dist/main.cjs");
  const saying = (word: string): string => `exports.edition = 1; console.log("${word}");`;
  const [planted, honest] = [saying("planted"), saying("honest.")];
  // As the launcher did it: in a folder that whoever comes first makes.
  writeFileSync(
    join(top, "first.cjs"),
    `require("module").enableCompileCache(); require(${JSON.stringify(main)});`,
  );
  writeFileSync(main, planted);
  const env = { HOME: home, TMPDIR: temporary };
  spawnSync(process.execPath, [join(top, "first.cjs")], { env });
  for (const entry of readdirSync(temporary, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile(),
  )) {
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    // The checksum of the source from which it was made.
    if (bytes.readUInt32LE(12) === crc32(planted)) bytes.writeUInt32LE(crc32(honest), 12);
    writeFileSync(file, bytes);
  }
  writeFileSync(main, honest);
  assert.equal(call(top, [], env).stdout, "honest.\n");
});

test("it is written in what Node 12 can parse", () => {
  const text = readFileSync(join(bin, "cairn.cjs"), "utf8");
  const written = (target: string): string =>
    transformSync(text, { target, format: "cjs", supported: { "dynamic-import": true } }).code;
  assert.equal(written("node12.22"), written("esnext"));
  assert.notEqual(
    transformSync("a?.b", { target: "node12.22" }).code,
    transformSync("a?.b", { target: "esnext" }).code,
  );
});
