// Host of one job: a process that outlives its runner, and records everything about the job in the spool.
import { dirname, join, resolve } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import type { Time } from "../../core/row.ts";
import { aboutOf } from "../../landing/about.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type {
  SpoolEntry,
  SpoolExit,
  SpoolJob,
  Fenced,
  Workspace,
} from "../../workspace/workspace.ts";
import { sleepBy } from "../later.ts";
import { type Door, openDoor } from "../door/door.ts";
import { momentOf } from "../jobs/default-outcomes.ts";
import { checkoutFor } from "./clean-checkout.ts";
import type { Graces, Program } from "./child.ts";
import { agentEnv, jobEnv, keysIn, plainEnv, slotEnv } from "./env.ts";
import { realHands } from "./hands.ts";
import type { Engine } from "../engine.ts";
import { fenceFor, keysOf } from "./fence-for.ts";
import { keepAlive } from "./keep-alive.ts";
import { makeReady } from "./make-ready.ts";
import { type RetryDeps, watchRetries } from "./retries.ts";

export type HostDeps = RetryDeps & {
  readonly workspace: Workspace;
  /** By the job's URL; only for renewing the lease and noticing the run's end. */
  readonly ledger: (url: string) => Promise<Ledger>;
  readonly now: () => Time;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted: stops the job. Default: TERM and INT to this process, INT as an interruption by a person. */
  readonly stop?: AbortSignal;
  /** Drivers with their default programs; null: no default. */
  readonly drivers?: Engine["drivers"];
  /** The command line of cairn, for calls of a sandboxed agent; undefined: it has no door. */
  readonly program?: readonly string[];
  readonly graces?: Graces;
};

/** Not a job's folder. Exit codes are only read by people. */
const noJob = 2;
/** How long to wait for space on a full disk before dropping the outcome, which leaves the job in doubt. */
const patienceMs = 600_000;

type Exit = Omit<SpoolExit, "at">;
type Around = {
  readonly deps: HostDeps;
  readonly entry: SpoolEntry;
  readonly stop: AbortSignal;
  readonly fenced: Fenced | null;
  /** Inherited by its programs. */
  readonly env: Readonly<Record<string, string>>;
};

const nothing = { bytes: 0, proofs: null } as const;
const unbegun = (unstarted: string): Exit => ({
  exit: null,
  reason: "exit",
  unstarted,
  ms: 0,
  ...nothing,
});

const online = (fenced: Fenced | null): Program["fence"] =>
  fenced === null ? null : { fenced, network: true };

const runAgent = async (around: Around, agent: NonNullable<SpoolJob["agent"]>): Promise<Exit> => {
  const { deps, entry, stop, fenced, env } = around;
  const { job } = entry;
  const { hands = realHands } = deps;
  const { launch } = agent;
  const { stdin } = launch;
  const unready = await readied(around);
  if (unready !== null) return unready;
  const brief =
    stdin === null
      ? null
      : await deps.workspace.spool.text(entry.folder, "brief.md", Buffer.byteLength(stdin));
  const door = await doorOf(around).catch(errorText);
  if (typeof door === "string") return unbegun(`no door could be made for it: ${door}`);
  const files = { out: hands.output(entry.folder, "out"), err: hands.output(entry.folder, "err") };
  const vain = watchRetries(deps, agent);
  // Unfenced it opens the record itself, with its server's password.
  const own = fenced === null && !job.ledger.startsWith("sqlite:") ? ["PGPASSWORD"] : [];
  const keys = keysIn(deps.env, [...(await keysOf(deps, agent.config, env)), ...own]);
  try {
    const ran = await hands.run(
      {
        argv: launch.argv,
        env: agentEnv({ ...env, ...keys }, { ...launch.env, ...fenced?.own }, job, door?.path),
        cwd: resolve(job.ground.root, launch.cwd),
        stdin,
        ...(stdin === null || stdin !== brief ? {} : { stdinFile: join(entry.folder, "brief.md") }),
        mark: job.mark,
        fence:
          fenced === null
            ? null
            : { fenced, network: true, ...(door === null ? {} : { door: dirname(door.path) }) },
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
    const unstarted = started || reason === "killed" ? null : why;
    return { exit, reason, ms, bytes, unstarted, proofs: null, ...fault };
  } finally {
    await door?.close();
    vain.end();
    files.out.close();
    files.err.close();
  }
};

/** The door through which a sandboxed agent calls cairn under its job's identity only; null: not needed. */
const doorOf = async ({ deps, entry: { job }, fenced }: Around): Promise<Door | null> => {
  if (fenced === null || deps.program === undefined) return null;
  const env = agentEnv(plainEnv(deps.env), {}, job);
  return openDoor(fenced.doorway(), {
    program: deps.program,
    env,
    cwd: job.spot.root,
    token: job.lease.token,
  });
};

/** The exit of a job whose folder couldn't be prepared; null: prepared. */
const readied = async ({ deps, entry, stop, fenced, env }: Around): Promise<Exit | null> => {
  const { hands = realHands, workspace, graces } = deps;
  const { spot, ground, mark, job } = entry.job;
  const ready = { setup: spot.setup, root: ground.root, mark, bytes: job.limits.bytes };
  const around = { workspace, env, fence: online(fenced), stop, hands, graces };
  const unstarted = await makeReady({ ...ready, ...around });
  return unstarted === null ? null : unbegun(unstarted);
};

const withinFence = async (around: Around): Promise<Exit> => {
  const { agent } = around.entry.job;
  try {
    return await (agent === null ? checksOf(around) : runAgent(around, agent));
  } finally {
    // A failed handback leaves its files; the job's exit counts anyway.
    await around.fenced?.close().catch(() => undefined);
  }
};

const checksOf = async (around: Around): Promise<Exit> => {
  const { deps, entry, stop, fenced, env } = around;
  const { workspace, graces, hands = realHands } = deps;
  const began = hands.elapsed();
  const { ground, mark, job, spot } = entry.job;
  const unready = await readied(around);
  if (unready !== null) return unready;
  const { runChecks } = await import("./checks.ts");
  const ran = await checkoutFor(workspace, entry.job)
    .then((clean) =>
      runChecks(job.checks ?? [], {
        workspace,
        ground,
        on: momentOf(spot),
        mark,
        bytes: job.limits.bytes,
        env,
        fence: fenced === null ? null : { fenced, network: entry.job.fence?.network === true },
        stop,
        hands,
        known: aboutOf(job)?.work === "trial",
        ...(clean === null ? {} : { clean }),
        ...(graces === undefined ? {} : { graces }),
      }),
    )
    .catch(errorText);
  const ms = Math.round(hands.elapsed() - began);
  if (ran === null || typeof ran === "string") {
    const reason = ran === null ? "killed" : "exit";
    return { exit: null, reason, unstarted: ran, ms, ...nothing };
  }
  const bytes = ran.proofs.reduce((sum, proof) => sum + proof.bytes, 0);
  const wrote = ran.wrote.length === 0 ? {} : { wrote: ran.wrote };
  return {
    exit: 0,
    reason: "exit",
    unstarted: null,
    ms,
    bytes,
    proofs: ran.proofs,
    ...wrote,
  };
};

/** Waiting can't restore a removed entry, or a place with other content. */
const isHopeless = async (
  { workspace }: HostDeps,
  entry: SpoolEntry,
  error: unknown,
): Promise<boolean> =>
  (error instanceof Fault && ["FOLDER_OBSTRUCTED", "PATH_LINKED"].includes(error.code)) ||
  (await workspace.spool.read(entry.folder).catch(() => entry)) === null;

const written = async (
  { deps, entry }: Pick<Around, "deps" | "entry">,
  exit: SpoolExit,
): Promise<void> => {
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

/** Hosts the job of a spool folder from launch to end; returns 0 also if another host has it or there is nothing to do. */
export const runHost = async (folder: string, deps: HostDeps): Promise<number> => {
  const { spool, processes } = deps.workspace;
  const stopping = new AbortController();
  const stop = deps.stop ?? stopping.signal;
  let interrupted = false;
  const asked = (signal: NodeJS.Signals): void => {
    interrupted ||= signal === "SIGINT";
    stopping.abort();
  };
  if (deps.stop === undefined)
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, asked);

  const entry = await spool.read(folder);
  if (entry === null) return noJob;
  if (!(await spool.host(entry.folder, { is: "host", process: processes.self }))) return 0;
  const { job } = entry;
  const ledger = await deps.ledger(job.ledger).catch(errorText);
  if (typeof ledger === "string") {
    const unstarted = `the ledger can't be opened: ${ledger}`;
    await written({ deps, entry }, { ...unbegun(unstarted), at: deps.now() });
    return 0;
  }
  const unwanted = new AbortController();
  const letGo = keepAlive(
    ledger,
    job.lease,
    job.leaseMs,
    () => unwanted.abort(),
    deps.hands?.later,
  );
  const slot = await deps.workspace.runSlot();
  try {
    const env = { ...jobEnv(deps.env, job.passes ?? []), ...slotEnv(slot) };
    const fenced = await fenceFor(deps, entry, env).catch(errorText);
    const own = typeof fenced === "string" ? null : fenced;
    const around = {
      deps,
      entry,
      stop: AbortSignal.any([stop, unwanted.signal]),
      fenced: own,
      env: own?.env ?? env,
    };
    // The agent was started for a sandbox and must not run without one.
    const ended =
      own === null && job.fence !== undefined
        ? unbegun(
            `no fence could be made for it: ${typeof fenced === "string" ? fenced : "the system makes none any more"}`,
          )
        : await withinFence(around);
    const reason = interrupted && ended.reason === "killed" ? "interrupted" : ended.reason;
    await written(around, { ...ended, reason, at: deps.now() });
    return 0;
  } finally {
    slot?.free();
    letGo();
    await ledger.close();
    if (deps.stop === undefined)
      for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, asked);
  }
};
