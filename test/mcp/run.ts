// Run of the official MCP client and conformance suite against our program (npm run test:mcp).
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { guarded } from "../../src/mcp/http.ts";
import { everything } from "./everything.ts";
import { mount } from "./mount.ts";

const official = join(import.meta.dirname, "official");
const cairn = join(import.meta.dirname, "../../bin/source.cjs");
const bin = (name: string): string => join(official, "node_modules/.bin", name);
const run = promisify(execFile);

type Ran = { readonly exit: number; readonly out: string };
const runIn = async (
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> => {
  try {
    const options = {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 300_000,
    };
    const { stdout } = await run(process.execPath, [program, ...args], options);
    return { exit: 0, out: stdout };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { exit: typeof code === "number" ? code : 1, out: `${String(stdout)}${String(stderr)}` };
  }
};

const failures: string[] = [];
const expect = (what: string, { exit, out }: Ran, wanted: RegExp): void => {
  const good = exit === 0 && wanted.test(out);
  console.log(`${good ? "ok  " : "FAIL"} ${what}`);
  if (!good)
    failures.push(`${what}: exit ${exit}, without ${wanted.source}:\n${out.slice(-4_000)}`);
};

/** The inspector starts the program as every client does, in both eras. */
const inspected = async (folder: string): Promise<void> => {
  const root = join(folder, "shop");
  const home = { HOME: folder, CAIRN_ULTRAWORK_HOME: join(folder, "sessions") };
  execFileSync("git", ["init", "--quiet", root]);
  await runIn(root, cairn, ["run", "--later", "ultrawork", "A look", "--session", "look"], home);
  const ask = (...args: readonly string[]): Promise<Ran> =>
    runIn(root, bin("mcp-inspector"), ["--cli", process.execPath, cairn, "mcp", ...args], home);
  expect("inspector: tools/list", await ask("--method", "tools/list"), /"status"[^]*"send"/u);
  expect(
    "inspector: no schema that some client can't use",
    await ask("--method", "tools/list", "--strict"),
    /"status"/u,
  );
  expect(
    "inspector: tools/call status",
    await ask("--method", "tools/call", "--tool-name", "status"),
    /run \w{12} \(ultrawork\): A look/u,
  );
  const read = ["--method", "tools/call", "--tool-name", "read", "--tool-arg", "what=session.json"];
  expect("inspector: tools/call read", await ask(...read), /A look/u);
};

/** Revisions with a frozen set of what they require are held to it, the older one to all scenarios that fit it. Each with the year of what is expected to fail. */
const suites = [
  ["2026", "--requirements", "2026-07-28"],
  ["2025", "--requirements", "2025-11-25"],
  ["2025", "--spec-version", "2025-06-18", "--suite", "active"],
] as const;

const conforming = async (folder: string): Promise<void> => {
  const { port, close } = await mount(guarded(everything));
  for (const [year, ...suite] of suites) {
    const expected = [
      "--expected-failures",
      join(official, `expected-failures-${year}.yml`),
      "--output-dir",
      join(folder, "results"),
    ];
    const args = ["server", "--url", `http://localhost:${port}/mcp`, ...suite, ...expected];
    expect(
      `conformance: ${suite.join(" ")}`,
      await runIn(folder, bin("conformance"), args),
      /\d+ passed/u,
    );
  }
  await close();
};

if (!existsSync(bin("conformance"))) {
  console.error(
    "NOT RUN: the official client and suite are not installed: npm ci --prefix test/mcp/official",
  );
  process.exit(1);
}
const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-mcp-")));
try {
  await inspected(folder);
  await conforming(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.error(`\n${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
