// Helper of host tests: a spool, a working tree and a lease for each test.
import { mkdtemp, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { scriptedDriver } from "../../src/agents/scripted.ts";
import type { Launch } from "../../src/agents/agent.ts";
import type { Check, Job } from "../../src/core/job.ts";
import type { Lease } from "../../src/core/row.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { openMemory } from "../fixtures/memory-ledger.ts";
import { nowhere } from "../fixtures/nowhere.ts";
import { runHost } from "../../src/runtime/host/host.ts";
import type { HostDeps } from "../../src/runtime/host/host.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { SpoolEntry, SpoolExit, Workspace } from "../../src/workspace/workspace.ts";

/** Short enough for a test, long enough for a process to hear a signal. */
export const quick = { interruptMs: 200, killMs: 200, drainMs: 100 };

export type Bench = {
  readonly home: string;
  readonly root: string;
  readonly workspace: Workspace;
  readonly ledger: Ledger;
  /** Makes a spool entry; `url`: the ledger that the job names. */
  spool(what: {
    readonly launch?: Launch;
    readonly checks?: readonly Check[];
    readonly ms?: number;
    readonly bytes?: number;
    readonly leaseMs?: number;
    readonly ledger?: Ledger;
    readonly url?: string;
  }): Promise<SpoolEntry>;
  /** A launch of the scripted agent that plays these steps. */
  script(steps: readonly unknown[], brief?: string): Promise<Launch>;
  host(entry: SpoolEntry, more?: Partial<HostDeps>): Promise<SpoolExit>;
  out(entry: SpoolEntry): Promise<string>;
};

export const makeBench = async (t: TestContext): Promise<Bench> => {
  const top = await realpath(await mkdtemp(join(tmpdir(), "cairn-host-")));
  t.after(() => rm(top, { recursive: true, force: true, maxRetries: 5 }));
  const root = join(top, "tree");
  const home = join(root, ".cairn");
  await mkdir(root);
  const workspace = await openWorkspace({ home });
  const ledger = openMemory({});
  let jobs = 0;

  const bench: Bench = {
    home,
    root,
    workspace,
    ledger,
    async spool({
      launch,
      checks,
      ms = 20_000,
      bytes = 1_000_000,
      leaseMs = 60_000,
      url = "memory:",
      ledger: used = ledger,
    }) {
      jobs += 1;
      const kind = checks === undefined ? "agent" : "check";
      const job: Job = {
        key: `job-${jobs}`,
        about: null,
        subject: "1",
        kind,
        role: "worker",
        why: null,
        begun: false,
        writes: "anything",
        reads: [],
        limits: { ms, bytes, tries: 1 },
        doubt: "retry",
        ...(checks === undefined ? {} : { checks }),
      };
      const holder = { name: "task-1", agent: "bot", conversation: "c" };
      const taken = await used.lease({
        do: "take",
        run: "r1",
        job: job.key,
        holder,
        ms: leaseMs,
        host: "here",
      });
      if (taken.is !== "granted") throw new Error("the lease is taken");
      const { lease }: { readonly lease: Lease } = taken;
      const ground = { root, place: null, ignores: [] };
      const agent =
        launch === undefined
          ? null
          : {
              name: "bot",
              config: { driver: "scripted", argv: [], done: "report" as const, env: {} },
              launch,
            };
      const folder = await workspace.spool.make(
        {
          run: "r1",
          protocol: "toy",
          ledger: url,
          ground,
          job,
          lease,
          leaseMs,
          mark: `${top}.${lease.fence}`,
          agent,
          spot: { ...nowhere, root },
          runner: workspace.processes.self,
          at: "2026-01-08T12:00:00.000Z",
        },
        launch?.stdin ?? "",
      );
      const entry = await workspace.spool.read(folder);
      if (entry === null) throw new Error("no entry");
      return entry;
    },
    async script(steps, brief = "do it") {
      const file = join(top, `script-${jobs + 1}.json`);
      await writeFile(file, JSON.stringify({ jobs: [{ steps }] }));
      const job = { key: "job", subject: "1", role: "worker" };
      const whole: Job = {
        ...job,
        about: null,
        kind: "agent",
        why: null,
        begun: false,
        writes: "anything",
        reads: [],
        limits: { ms: 1, bytes: 1, tries: 1 },
        doubt: "retry",
      };
      return scriptedDriver({ root, path: "" }).start(
        whole,
        brief,
        { driver: "scripted", argv: [file], done: "report", env: {} },
        {
          words: { run: "r1" },
          folder: root,
          conversation: "",
          resume: null,
          outside: [],
          fenced: false,
          mcp: [],
        },
      );
    },
    async host(entry, more = {}) {
      const open: Ledger = { ...ledger, close: () => Promise.resolve() };
      const code = await runHost(entry.folder, {
        workspace,
        ledger: () => Promise.resolve(open),
        now: () => "2026-01-08T12:30:00.000Z",
        env: process.env,
        stop: new AbortController().signal,
        graces: quick,
        ...more,
      });
      const after = await workspace.spool.read(entry.folder);
      if (code !== 0 || after?.exit === null || after?.exit === undefined)
        throw new Error(`the host ended with ${code} and no exit`);
      return after.exit;
    },
    out: (entry) => workspace.spool.text(entry.folder, "out", 10_000_000),
  };
  return bench;
};

/** Whether any process of the job is left. */
export const leftOver = async ({ workspace }: Bench, entry: SpoolEntry): Promise<number> =>
  workspace.processes.sweep(entry.job.mark, 0);
