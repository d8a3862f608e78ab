// Why: a job's process must outlive the runner that started it, so it is hosted apart; what the host leaves in the spool is all that is known of it.
import { join, resolve } from "node:path";
import type { Driver } from "../../agents/agent.ts";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import type { Time } from "../../core/row.ts";
import type { Patience } from "../../core/patience.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { SpoolEntry, SpoolExit, SpoolJob, Workspace } from "../../workspace/workspace.ts";
import { sleepBy } from "../later.ts";
import { unmeasured } from "../unseen.ts";
import { runChecks } from "./checks.ts";
import { settlerOf } from "./clean-checkout.ts";
import type { Graces } from "./child.ts";
import { agentEnv, plainEnv } from "./env.ts";
import { type Hands, realHands } from "./hands.ts";
import { keepAlive } from "./keep-alive.ts";
import { makeReady } from "./make-ready.ts";
import { watchRetries } from "./retries.ts";

export type HostDeps = {
  readonly workspace: Workspace;
  /** By the URL that the job names; only for renewing the lease and seeing the run's end. */
  readonly ledger: (url: string) => Promise<Ledger>;
  readonly now: () => Time;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted: the job is stopped. Without it TERM and INT to this process do so. */
  readonly stop?: AbortSignal;
  /** Asked whether a program that is under way only tries again and again; undefined: nobody asks. */
  readonly driver?: (name: string) => Promise<Driver | undefined>;
  /** With a program that only tries again and again. */
  readonly patience?: Patience;
  readonly graces?: Graces;
  readonly hands?: Hands;
};

/** A folder that isn't a job's. Codes of the process, read by nobody but people. */
const noJob = 2;
/** How long a full disk is waited for before what happened is given up: the job is then in doubt. */
const patienceMs = 600_000;

/** tree: null where it is still to be measured. */
type Exit = Omit<SpoolExit, "at" | "tree"> & { readonly tree: SpoolExit["tree"] | null };
type Around = { readonly deps: HostDeps; readonly entry: SpoolEntry; readonly stop: AbortSignal };

const runAgent = async ({ deps, entry, stop }: Around, agent: NonNullable<SpoolJob["agent"]>): Promise<Exit> => {
  const { job } = entry;
  const { hands = realHands } = deps;
  const { launch } = agent;
  const { stdin } = launch;
  const unready = await readied({ deps, entry, stop });
  if (unready !== null) return unready;
  const brief = stdin === null ? null : await deps.workspace.spool.text(entry.folder, "brief.md", Buffer.byteLength(stdin));
  const files = { out: hands.output(entry.folder, "out"), err: hands.output(entry.folder, "err") };
  const vain = watchRetries(deps, agent);
  try {
    const ran = await hands.run(
      {
        argv: launch.argv,
        env: agentEnv(plainEnv(deps.env), launch.env, job),
        cwd: resolve(job.ground.root, launch.cwd),
        stdin,
        ...(stdin === null || stdin !== brief ? {} : { stdinFile: join(entry.folder, "brief.md") }),
        mark: job.mark,
        ms: job.job.limits.ms,
        bytes: job.job.limits.bytes,
        output: (from, chunk) => {
          files[from].write(chunk);
          vain.heard(from, chunk);
        },
      },
      deps.workspace.processes,
      AbortSignal.any([stop, vain.signal]),
      deps.graces,
    );
    const { exit, reason, ms, bytes, started, why } = ran;
    const trouble = reason === "killed" ? vain.trouble() : null;
    const fault = trouble === null ? {} : { fault: trouble };
    return { exit, reason, ms, bytes, unstarted: started || reason === "killed" ? null : why, proofs: null, tree: null, ...fault };
  } finally {
    vain.end();
    files.out.close();
    files.err.close();
  }
};

/** How a job ends whose folder couldn't be made ready; null: it is. */
const readied = async ({ deps, entry, stop }: Around): Promise<Exit | null> => {
  const { hands = realHands, workspace, graces } = deps;
  const unstarted = await makeReady({ workspace, job: entry.job, env: plainEnv(deps.env), stop, hands, graces });
  if (unstarted === null) return null;
  return { exit: null, reason: "exit", unstarted, ms: 0, bytes: 0, proofs: null, tree: null };
};

const measured = async ({ deps, entry }: Around): Promise<SpoolExit["tree"]> => {
  const { before, ground, spot } = entry.job;
  const { workspace } = deps;
  // What is left in a place is taken out by whoever settles the job.
  if (spot !== undefined) return { ...unmeasured(before.tree), head: before.head };
  try {
    const { tree, head } = await workspace.tree(ground);
    const changed = before.tree === null ? [] : await workspace.changed(ground, before.tree, tree);
    const commits = await workspace.commits(ground, before.head, head);
    return { before: before.tree, after: tree, changed, commits, head };
  } catch {
    return { ...unmeasured(before.tree), head: null };
  }
};

const checksOf = async (around: Around): Promise<Exit> => {
  const { deps, entry, stop } = around;
  const { workspace, graces, hands = realHands } = deps;
  const began = hands.elapsed();
  const { ground, mark, job } = entry.job;
  const unready = await readied(around);
  if (unready !== null) return unready;
  const ran = await settlerOf(workspace, entry.job)
    .then((settle) =>
      runChecks(job.checks ?? [], {
        workspace,
        ground,
        mark,
        bytes: job.limits.bytes,
        env: plainEnv(deps.env),
        stop,
        hands,
        ...(settle === null ? {} : { settle }),
        ...(graces === undefined ? {} : { graces }),
      }),
    )
    .catch(errorText);
  const ms = Math.round(hands.elapsed() - began);
  if (ran === null || typeof ran === "string")
    return { exit: null, reason: ran === null ? "killed" : "exit", unstarted: ran, ms, bytes: 0, proofs: null, tree: null };
  const bytes = ran.proofs.reduce((sum, proof) => sum + proof.bytes, 0);
  const [before, after] = [ran.began, ran.tree];
  const tree = { before: before.tree, after: after.tree, changed: [], commits: [], head: after.head, headBefore: before.head };
  return { exit: 0, reason: "exit", unstarted: null, ms, bytes, proofs: ran.proofs, tree };
};

/** Waiting brings back no entry that was removed, nor a place that something else has taken. */
const isHopeless = async ({ workspace }: HostDeps, entry: SpoolEntry, error: unknown): Promise<boolean> =>
  (error instanceof Fault && ["FOLDER_OBSTRUCTED", "PATH_LINKED"].includes(error.code)) ||
  (await workspace.spool.read(entry.folder).catch(() => entry)) === null;

const written = async ({ deps, entry }: Around, exit: SpoolExit): Promise<void> => {
  const { elapsed, later } = deps.hands ?? realHands;
  for (const since = elapsed(); ; await sleepBy(later, 1_000)) {
    try {
      await deps.workspace.spool.exit(entry.folder, exit);
      return;
    } catch (error) {
      if (elapsed() - since > patienceMs || (await isHopeless(deps, entry, error))) throw error;
    }
  }
};

/** Hosts the job of a spool folder from its launch to its end; 0 also where another host or nobody was to do it. */
export const runHost = async (folder: string, deps: HostDeps): Promise<number> => {
  const { spool, processes } = deps.workspace;
  const stopping = new AbortController();
  const stop = deps.stop ?? stopping.signal;
  const asked = (): void => stopping.abort();
  if (deps.stop === undefined) for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, asked);

  const entry = await spool.read(folder);
  if (entry === null) return noJob;
  if (!(await spool.host(entry.folder, { is: "host", process: processes.self }))) return 0;
  const { job } = entry;
  const ledger = await deps.ledger(job.ledger).catch(errorText);
  if (typeof ledger === "string") {
    const tree = { ...unmeasured(job.before.tree), head: null };
    const unstarted = `the ledger can't be opened: ${ledger}`;
    await written({ deps, entry, stop }, { exit: null, reason: "exit", unstarted, ms: 0, bytes: 0, proofs: null, tree, at: deps.now() });
    return 0;
  }
  const unwanted = new AbortController();
  const letGo = keepAlive(ledger, job.lease, job.leaseMs, () => unwanted.abort(), deps.hands?.later);
  try {
    const around = { deps, entry, stop: AbortSignal.any([stop, unwanted.signal]) };
    const ended = await (job.agent === null ? checksOf(around) : runAgent(around, job.agent));
    const tree = ended.tree ?? (await measured(around));
    await written(around, { ...ended, tree, at: deps.now() });
    return 0;
  } finally {
    letGo();
    await ledger.close();
    if (deps.stop === undefined) for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, asked);
  }
};
