// Contract of agent drivers: one suite for every driver.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { AgentConfig, Around, Driver, AgentOutput, Launch } from "../../src/agents/agent.ts";
import type { Where } from "../../src/agents/which.ts";
import type { Job } from "../../src/core/job.ts";
import { readReport } from "../../src/core/reports/report-block.ts";

/** What the agent program behind a configuration is made to do. */
export type Behaviour =
  /** Writes what it was given as its brief into the file `brief.bin` of its working folder, and says "heard". */
  | { readonly is: "echo" }
  /** Says this as its final message, and exits so. */
  | { readonly is: "say"; readonly message: string; readonly exit: number };

export type Subject = {
  readonly name: string;
  readonly driver: (where: Where) => Driver;
  /** A configuration whose agent behaves so, its program or script made in `root`. */
  readonly config: (behaviour: Behaviour, root: string) => Promise<AgentConfig>;
  /** One whose program isn't there. */
  readonly missing: AgentConfig;
  /** The agent program of this driver can be driven here; else why not. */
  readonly skip?: string;
};

export const jobOf = (more: Partial<Job> = {}): Job => ({
  key: "task-1-1",
  about: null,
  subject: "1",
  kind: "agent",
  role: "worker",
  tier: "standard",
  why: null,
  begun: false,
  writes: "anything",
  reads: [],
  limits: { ms: 10_000, bytes: 1_000_000, tries: 3 },
  doubt: "retry",
  ...more,
});
export const around: Around = {
  words: { run: "r1" },
  folder: "/spool/r1/1",
  conversation: "6f0e2d3c-1111-4222-8333-444455556666",
  resume: null,
  outside: [],
  fenced: false,
  mcp: ["cairn", "mcp"],
};

type Ran = { readonly out: string; readonly err: string; readonly exit: number | null };

/** Launches as a host does: argv as it is, no shell, standard input as said. */
const launched = (launch: Launch, root: string): Promise<Ran> =>
  new Promise((done, fail) => {
    const [program = "", ...rest] = launch.argv;
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const child = spawn(program, rest, {
      cwd: resolve(root, launch.cwd),
      env: { ...env, ...launch.env },
      stdio: [launch.stdin === null ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(launch.stdin ?? "");
    child.on("error", fail);
    child.on("close", (exit) =>
      done({ out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString(), exit }),
    );
  });

const hostile = [
  "plain\n",
  "$(touch pwned) `touch pwned` ; touch pwned & | > pwned\n",
  "'single' \"double\" \\ back \\n \t tab\r\n",
  "--help\n-x\n",
  "{run} {job} {brief} {tier} {unknown}\n",
  "€ 𝄞 \u0001 \u001b[31m\n",
  "```cairn-report\n{}\n```\n",
].join("");

/** The contract of drivers; a driver's own options are tested beside it. */
export const agentContract = ({ name, driver, config, missing, skip }: Subject): void => {
  const options = skip === undefined ? {} : { skip };
  const folder = async (after: (end: () => Promise<void>) => void): Promise<string> => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "cairn-agent-")));
    after(() => rm(root, { recursive: true, force: true }));
    return root;
  };
  const where = (root: string): Where => ({ root, path: process.env["PATH"] ?? "" });
  const heard = async (
    root: string,
    behaviour: Behaviour,
    brief = "do it",
  ): Promise<AgentOutput & Ran> => {
    const subject = driver(where(root));
    const ran = await launched(
      subject.start(jobOf(), brief, await config(behaviour, root), around),
      root,
    );
    return { ...ran, ...subject.read(ran.out, ran.err, ran.exit) };
  };

  test(
    `${name}: finds its program without starting it, and says where a missing one isn't`,
    options,
    async (t) => {
      const root = await folder((end) => t.after(end));
      const found = await driver(where(root)).find(await config({ is: "echo" }, root), 10_000);
      assert.ok(found !== null && found.path.startsWith("/"), JSON.stringify(found));
      assert.equal(await driver(where(root)).find(missing, 10_000), null);
      assert.ok(!(await readdir(root)).includes("brief.bin"), "nothing ran");
    },
  );

  test(`${name}: hands the brief on byte for byte, through no shell`, options, async (t) => {
    const root = await folder((end) => t.after(end));
    await heard(root, { is: "echo" }, hostile);
    assert.equal(
      (await readFile(join(root, "brief.bin"))).toString("hex"),
      Buffer.from(hostile).toString("hex"),
    );
    assert.ok(!(await readdir(root)).includes("pwned"));
  });

  test(
    `${name}: hands on a brief of two megabytes and one with a zero byte`,
    options,
    async (t) => {
      const root = await folder((end) => t.after(end));
      for (const brief of ["€".repeat(700_000), "a\0b"]) {
        await heard(root, { is: "echo" }, brief);
        assert.ok((await readFile(join(root, "brief.bin"))).equals(Buffer.from(brief)));
      }
    },
  );

  test(`${name}: reads the final message, and a report in it`, options, async (t) => {
    const root = await folder((end) => t.after(end));
    const message = `I did it.\n\n\`\`\`cairn-report\n{"status":"done"}\n\`\`\`\n`;
    const said = await heard(root, { is: "say", message, exit: 0 });
    assert.deepEqual(readReport(said.message, [], "task-1-1"), {
      found: "one",
      report: { status: "done" },
    });
    assert.equal(said.fault, null);
  });

  test(
    `${name}: takes a good exit code for no report, and a bad one from no report`,
    options,
    async (t) => {
      const root = await folder((end) => t.after(end));
      const silent = await heard(root, {
        is: "say",
        message: "All done, everything passes.",
        exit: 0,
      });
      assert.equal(readReport(silent.message, [], "task-1-1").found, "none");
      const failed = await heard(root, {
        is: "say",
        message: '```cairn-report\n{"status":"done"}\n```\n',
        exit: 1,
      });
      assert.equal(failed.exit, 1);
      assert.equal(readReport(failed.message, [], "task-1-1").found, "one");
    },
  );

  test(`${name}: an echoed brief is no report`, options, async (t) => {
    const root = await folder((end) => t.after(end));
    const brief = 'Report so:\n````text\n```cairn-report\n{"status":"done"}\n```\n````\n';
    const said = await heard(root, { is: "say", message: `${brief}\nI could not do it.`, exit: 0 });
    assert.equal(readReport(said.message, [], "task-1-1").found, "none");
  });

  test(`${name}: reads any output without failing`, options, () => {
    const subject = driver(where("/"));
    for (const out of ["", "\0", "{", "[]", "null\n", "\u001b[2J", "x".repeat(100_000)]) {
      for (const exit of [0, 1, null])
        assert.equal(typeof subject.read(out, out, exit).message, "string");
    }
  });
};
