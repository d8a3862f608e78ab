// Tests of the npm package: works alone, no dependencies, no install script.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { z } from "zod";
import { talkOver } from "../mcp/client.ts";

const top = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "cairn-packed-"));
const project = join(folder, "project");
const installed = join(project, "node_modules/cairnkit");
const cairn = join(project, "node_modules/.bin/cairn");
/** No developer's Node, settings or caches: only this Node, and a home of its own. */
const env = {
  HOME: folder,
  PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
  NODE_COMPILE_CACHE: join(folder, "compiled"),
  npm_config_cache: join(folder, "npm"),
  npm_config_update_notifier: "false",
};
const git = (...args: readonly string[]): void =>
  void execFileSync("git", args, { cwd: project, env, stdio: "pipe" });

before(() => {
  mkdirSync(project);
  const packed: unknown = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", folder], {
      cwd: top,
      env: { ...process.env, ...env },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  assert.ok(Array.isArray(packed) && packed.length === 1);
  writeFileSync(
    join(project, "package.json"),
    '{ "name": "project", "private": true, "type": "module" }',
  );
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  assert.ok(archive !== undefined);
  execFileSync(
    "npm",
    ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(folder, archive)],
    {
      cwd: project,
      env,
      stdio: "pipe",
    },
  );
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("the package holds the program and its papers, and nothing of the workshop", () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  for (const needed of [
    "bin/cairn.cjs",
    "dist/main.cjs",
    "dist/index.js",
    "dist/index.d.ts",
    "dist/web/index.html",
    "dist/third-party-licenses.txt",
    "examples/demo.mjs",
    "README.md",
    "LICENSE",
  ]) {
    assert.ok(files.includes(needed), `${needed} is missing`);
  }
  assert.deepEqual(
    files.filter((file) =>
      /^(src|test|scripts|bench|docs(?!$|\/guide$|\/guide\/own-agent\.md$|\/postgres\.md$)|\.)|\.test\.ts|node_modules/.test(
        file,
      ),
    ),
    [],
  );
  assert.ok(files.length <= 300, `${files.length} files`);
  const licences = readFileSync(join(installed, "dist/third-party-licenses.txt"), "utf8");
  for (const bundled of [
    "zod",
    "@modelcontextprotocol/server",
    "hono",
    "@hono/node-server",
    "react",
    "react-dom",
    "wouter",
    // Within others, or of a bundler.
    "ajv",
    "fast-uri",
    "vite",
  ])
    assert.ok(licences.includes(`\n${bundled}\n\n`) || licences.startsWith(bundled), bundled);
});

test("it depends on nothing and wants no install script", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.ok(
    typeof manifest === "object" &&
      manifest !== null &&
      "scripts" in manifest &&
      typeof manifest.scripts === "object" &&
      manifest.scripts !== null,
  );
  assert.ok(!("dependencies" in manifest));
  assert.deepEqual(
    Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$/.test(name)),
    [],
  );
});

test("what messages point to is in the package", () => {
  const dist = join(installed, "dist");
  const pages = readdirSync(join(top, "docs"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".md"),
  );
  for (const file of readdirSync(dist).filter((name) => /\.c?js$/u.test(name))) {
    const code = readFileSync(join(dist, file), "utf8");
    for (const page of pages.map((name) => `docs/${name}`))
      if (!existsSync(join(installed, page)))
        assert.ok(!code.includes(page), `${file} names ${page}: say \`cairn help TOPIC\``);
  }
});

/** Nodes of the machine that are too old for the program. */
const oldNodes = (process.env["PATH"] ?? "").split(":").flatMap((place) => {
  const node = join(place, "node");
  const { stdout } = place.includes("node_modules")
    ? { stdout: "" }
    : spawnSync(node, ["--version"], { encoding: "utf8" });
  return /^v(?:1\d|2[0-3])\./u.test(stdout ?? "") ? [node] : [];
});

test(
  "a Node that is too old is told in one sentence",
  { skip: oldNodes.length === 0 ? "no old Node on PATH" : false },
  () => {
    const { status, stdout, stderr } = spawnSync(
      oldNodes[0] ?? "",
      [join(installed, "bin/cairn.cjs"), "status"],
      {
        cwd: project,
        env,
        encoding: "utf8",
      },
    );
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /^cairn needs Node 24 or newer, and this is [\d.]+: [^\n]+\n$/u);
  },
);

test("`cairn` says its version and its help", () => {
  const version = spawnSync(cairn, ["--version"], { cwd: project, env, encoding: "utf8" });
  assert.equal(version.stderr, "");
  assert.match(version.stdout, /^cairn \d+\.\d+\.\d+ /);
  const help = spawnSync(cairn, ["--help"], { cwd: project, env, encoding: "utf8" });
  assert.equal(help.status, 0);
  assert.match(help.stdout, /ultrawork|start/);
});

test("agents are served over MCP", async () => {
  const child = spawn(cairn, ["mcp"], { cwd: project, env, stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "exit");
  const { call, strays } = await talkOver(child.stdin, child.stdout, "2026-07-28");
  const { text, wrong } = await call("status");
  assert.match(text, /^(no )?runs? /u);
  assert.equal(wrong, false);
  child.stdin.end();
  await gone;
  assert.deepEqual([child.exitCode, strays], [0, []]);
});

test("the page is served, with nothing but its own files, and ends with the server", async () => {
  const child = spawn(cairn, ["serve", "--port", "0", "--json"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  const [line]: unknown[] = await once(child.stdout.setEncoding("utf8"), "data");
  const { url, mcp } = z
    .object({ url: z.url(), mcp: z.object({ url: z.url(), token: z.string() }) })
    .parse(JSON.parse(String(line)));
  const entered = await fetch(url);
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await (await fetch(new URL("/", url), { headers: { cookie } })).text();
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/gu)].map((match) => match[1] ?? "");
  assert.ok(
    files.some((file) => file.endsWith(".js")) && files.some((file) => file.endsWith(".css")),
    page,
  );
  assert.doesNotMatch(
    page,
    /<script>|<style|https?:/u,
    "its policy forbids what isn't a file of its own",
  );
  for (const file of files)
    assert.equal((await fetch(new URL(file, url), { headers: { cookie } })).status, 200, file);
  const here = await fetch(new URL("/api/here", url), { headers: { cookie } });
  assert.match(await here.text(), /"ultrawork"/u);
  const listed = await fetch(mcp.url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${mcp.token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  assert.match(await listed.text(), /"claim"/u);
  const live = await fetch(new URL("/api/live", url), { headers: { cookie } });
  const begun = process.hrtime.bigint();
  child.kill("SIGINT");
  await gone;
  assert.equal(child.exitCode, 0);
  assert.ok(
    Number(process.hrtime.bigint() - begun) / 1e6 < 2_000,
    "though a page follows the ledger",
  );
  await live.body?.cancel().catch(() => {});
});

test("a run is started, looked at and verified", () => {
  writeFileSync(join(project, ".gitignore"), "node_modules/\n.cairn/\n");
  git("init", "-q");
  git(
    "-c",
    "user.name=ana",
    "-c",
    "user.email=ana@example.org",
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    "start",
  );
  const call = (...args: readonly string[]): unknown => {
    const { status, stdout, stderr } = spawnSync(cairn, [...args, "--json"], {
      cwd: project,
      env,
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  const started = call(
    "run",
    "--later",
    "ultrawork",
    "Add JWT login",
    "--home",
    join(folder, "home"),
  );
  assert.ok(
    typeof started === "object" &&
      started !== null &&
      "run" in started &&
      typeof started.run === "string",
  );
  const status = call("status", started.run);
  assert.ok(typeof status === "object" && status !== null && "phase" in status);
  assert.equal(status.phase, "PLANNING");
  const file = join(folder, "one.jsonl");
  call("export", started.run, "--to", file);
  assert.match(readFileSync(file, "utf8"), /"RunStarted"/u);
  const verified = call("verify", started.run);
  assert.ok(typeof verified === "object" && verified !== null && "ok" in verified);
  assert.equal(verified.ok, true);
});

/** What is read of dist/ at most, in bytes: a call's time follows from it. */
const most = {
  main: 293_000,
  // Of those that declare their commands as values, these and their schemas lie in it, too.
  ultrawork: 63_000,
  player: 161_000,
  iterative: 287_000,
  stigmergy: 220_000,
  ralph: 43_000,
  model: 153_000,
};
/** What protocols of the same kind share; one that reads a JSON document has `fields` and `redact` besides. */
const kits: Readonly<Record<string, string | readonly string[]>> = {
  ralph: "model",
  ultrawork: "model",
};

test("a call reads the file that all need, and the rules of the run that it is about; nothing grows with what it doesn't need", () => {
  const hook = join(folder, "reads.cjs");
  const list = join(folder, "reads.json");
  writeFileSync(
    hook,
    `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
  );
  const dist = join(installed, "dist");
  const call = (
    ...args: readonly string[]
  ): { readonly out: string; readonly reads: readonly string[] } => {
    const argv = ["--require", hook, join(installed, "bin/cairn.cjs"), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
      cwd: project,
      env,
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    const read: unknown = JSON.parse(readFileSync(list, "utf8"));
    assert.ok(Array.isArray(read));
    return {
      out: stdout,
      reads: read
        .map(String)
        .flatMap((file) => (dirname(file) === dist ? [basename(file, ".cjs")] : [])),
    };
  };
  const start = (...args: readonly string[]): string => {
    const started: unknown = JSON.parse(call("run", "--later", ...args, "--json").out);
    assert.ok(typeof started === "object" && started !== null && "run" in started);
    return String(started.run);
  };
  call("template", "compose", "look", "--step", "analyze");
  const runs = {
    ultrawork: start("ultrawork", "look", "--home", join(folder, "home")),
    player: start("player", "--template", "look", "--goal", "it"),
    iterative: start("iterative", "Add a look", "--slug", "look"),
    stigmergy: start("stigmergy", "A look"),
    ralph: start("ralph", "A look"),
  };
  assert.deepEqual(
    Object.keys(runs).sort(),
    readdirSync(join(top, "src/protocols")).sort(),
    "each protocol has a run here",
  );
  assert.deepEqual(call("--version").reads, ["main"]);
  for (const [protocol, run] of Object.entries(runs))
    for (const verb of ["status", "log", "status --next", "status --state"])
      assert.deepEqual(
        call(...verb.split(" "), run).reads.toSorted(),
        ["main", "work-rules", protocol, kits[protocol] ?? []].flat().toSorted(),
        `${verb} of ${protocol}`,
      );
  for (const [name, limit] of Object.entries(most)) {
    const { size } = statSync(join(dist, `${name}.cjs`));
    assert.ok(
      size <= limit,
      `${name}.cjs has ${size} bytes of ${limit}: put what a look doesn't need behind an import() and a seam (scripts/build/seams.ts)`,
    );
  }
});

test("the public API is there, with its types", () => {
  const asked = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      'console.log(Object.keys(await import("cairnkit")).includes("open"))',
    ],
    { cwd: project, env, encoding: "utf8" },
  );
  assert.equal(asked.stdout.trim(), "true", asked.stderr);
  writeFileSync(
    join(project, "use.ts"),
    'import { open } from "cairnkit";\nexport const opened: number = open;\n',
  );
  const options =
    "--noEmit --strict --module nodenext --target esnext --types node use.ts --typeRoots".split(
      " ",
    );
  options.push(join(top, "node_modules/@types"));
  const checked = spawnSync(join(top, "node_modules/typescript/bin/tsc"), options, {
    cwd: project,
    env,
    encoding: "utf8",
  });
  // The one error that is meant: what is exported is typed, so it is no number.
  assert.deepEqual(checked.stdout.match(/error TS\d+/g), ["error TS2322"], checked.stdout);
});
