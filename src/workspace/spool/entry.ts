// Types of spool entries: job, host, claims, exit.
import type { AgentConfig, Launch } from "../../agents/agent.ts";
import type { AgentFault, Job, Proof, RefusedReports, TreeFacts } from "../../core/job.ts";
import type { Digest, Lease, Path, Time } from "../../core/row.ts";
import type { Ground } from "../ground.ts";

/** `job.json`: all that a host needs, so that it depends on no living runner. */
export type SpoolJob = {
  readonly run: string;
  readonly protocol: string;
  /** URL of the ledger, for renewing the lease. */
  readonly ledger: string;
  readonly ground: Ground;
  readonly job: Job;
  readonly lease: Lease;
  readonly leaseMs: number;
  /** Value of CAIRN_MARK in the job's environment: unique to run and fence. */
  readonly mark: string;
  /** Where it works in a place, or looks at a clean checkout; absent: in the checkout itself. */
  readonly spot?: Spot;
  /** What its programs run within; absent: nothing. `writes`: folders besides the one that it works in. `network`: checks reach it, too. */
  readonly fence?: { readonly writes: readonly string[]; readonly network: boolean };
  /** null for checks. */
  readonly agent: {
    readonly name: string;
    readonly config: AgentConfig;
    readonly launch: Launch;
  } | null;
  readonly before: { readonly tree: string | null; readonly head: string | null };
  /** Who made this; a host that never came up is told from one that is about to by this process being gone. */
  readonly runner: ProcessId;
  readonly at: Time;
};
/** `root`: the user's checkout. `from`: the commit that it began on, and its tree. `takes`: what it leaves is taken out. */
export type Spot = {
  readonly root: string;
  readonly key: string;
  readonly unit: string;
  readonly from: { readonly commit: string; readonly tree: string };
  readonly takes: boolean;
  /** What makes the folder ready before the job begins; null: nothing. `kept`: where its result lies, or is put if it may be kept. */
  readonly setup: {
    readonly argv: readonly string[];
    readonly cwd: Path;
    readonly makes: readonly Path[];
    readonly ms: number;
    readonly kept: string;
    readonly keeps: boolean;
  } | null;
  /** Copies of the run's documents: their folder in the tree, the version that they showed, and each by its digest; null: it has none there. */
  readonly lent: {
    readonly folder: Path;
    readonly version: number;
    readonly files: Readonly<Record<Path, Digest>>;
  } | null;
};
/** A job at work, hosted or claimed. */
export type AtWork = Pick<SpoolJob, "job" | "lease" | "ground" | "spot">;
/** Of somebody from outside; without a spot he works in the user's checkout itself. */
export type Claim = AtWork;
export type Claims = {
  /** Of a run, by their fences; broken ones are passed over. */
  of(run: string): Promise<readonly Claim[]>;
  /** null: there is none. Fault CLAIM_BROKEN. */
  read(run: string, fence: number): Promise<Claim | null>;
  keep(claim: Claim): Promise<void>;
  remove(claim: Claim): Promise<void>;
};
/** A process is its number and its start, since numbers come again. `start` is the system's own mark of it. */
export type ProcessId = { readonly pid: number; readonly start: string };
/** `host.json`, made exclusively: whoever makes it first decides whether the job is launched (`host`) or never will be (`void`). */
/** This process, and who of others lives. */
export type Living = { readonly self: ProcessId; alive(process: ProcessId): boolean };

export type SpoolHost =
  | { readonly is: "host"; readonly process: ProcessId }
  | { readonly is: "void"; readonly why: string };
/** `exit.json`, written last: the job is over and all the rest of the folder is complete. */
export type SpoolExit = {
  readonly exit: number | null;
  /** interrupted: killed, because a person wanted it to stop. */
  readonly reason: "exit" | "timeout" | "killed" | "interrupted" | "flooded";
  /** Nothing could be launched: the system's word. */
  readonly unstarted: string | null;
  readonly ms: number;
  readonly bytes: number;
  readonly proofs: readonly Proof[] | null;
  readonly tree: TreeFacts & { readonly head: string | null };
  /** The trouble of its agent's that its host lost patience with. */
  readonly fault?: AgentFault;
  readonly at: Time;
};
export type SpoolEntry = {
  readonly run: string;
  readonly fence: number;
  readonly folder: string;
  readonly job: SpoolJob;
  readonly host: SpoolHost | null;
  readonly exit: SpoolExit | null;
};

export type Spool = {
  /** Where the entry of a lease lies, or will. */
  folderOf(run: string, fence: number): string;
  /** Makes `<run>/<fence>/` with job.json, brief.md and the launch's own files, durable when it resolves. */
  make(job: SpoolJob, brief: string): Promise<string>;
  /** Entries whose job.json is whole; of one run or all. Broken ones are named in `broken`. */
  list(
    run?: string,
  ): Promise<{ readonly entries: readonly SpoolEntry[]; readonly broken: readonly string[] }>;
  /** The highest fence that has a folder, be it a broken one; 0: none has. */
  highest(run: string): Promise<number>;
  read(folder: string): Promise<SpoolEntry | null>;
  /** Exclusive: false if a host.json is there already, or the entry isn't any more. */
  host(folder: string, host: SpoolHost): Promise<boolean>;
  /** The exit of a job, atomically and last. */
  exit(folder: string, exit: SpoolExit): Promise<void>;
  /** out, err or brief.md, at most `bytes` of head and tail together; "" if not there. */
  text(folder: string, name: "out" | "err" | "brief.md", bytes: number): Promise<string>;
  /** report.json as handed in by `cairn report`: one entry a hand-in, in order. */
  reports(folder: string): Promise<readonly unknown[]>;
  report(folder: string, report: unknown): Promise<void>;
  /** Of the reports that didn't count, as far as it could be kept; null: none was refused. */
  refusal(folder: string): Promise<RefusedReports | null>;
  refuse(folder: string, why: string): Promise<void>;
  remove(folder: string): Promise<void>;
  /** Keeps an entry to this process, gone or not, until it lets go; false: another living process has it. */
  hold(folder: string, living: Living): Promise<boolean>;
  letGo(folder: string): Promise<void>;
  /** Calls back soon after something in the spool changed: a hint. */
  watch(hint: () => void): () => void;
};
