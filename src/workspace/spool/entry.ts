// Types of spool entries: job, host, claims, exit.
import type { AgentConfig, Launch } from "../../agents/agent.ts";
import type { AgentFault, Job, Proof, RefusedReports } from "../../core/job.ts";
import type { Digest, Lease, Path, Time } from "../../core/row.ts";
import type { Ground } from "../ground.ts";
import type { FenceFound } from "../fence/fence.ts";

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
  /** Value of CAIRN_MARK in the job's environment: unique per run and fence. */
  readonly mark: string;
  /** The place or clean checkout where it works. */
  readonly spot: Spot;
  /** Variables that its programs get although they look like secrets; absent: none. */
  readonly passes?: readonly string[];
  /** The sandbox of its programs; absent: none. `writes`: folders besides its working folder. `shows`: keys and logins that aren't hidden. `network`: checks have network access, too. */
  readonly fence?: {
    readonly writes: readonly string[];
    readonly shows: readonly string[];
    readonly network: boolean;
    readonly found?: FenceFound;
  };
  /** null for checks. */
  readonly agent: {
    readonly name: string;
    readonly config: AgentConfig;
    readonly launch: Launch;
    /** It goes on with an earlier conversation. */
    readonly resumes?: true;
  } | null;
  /** The process that created this; tells a host that never started from one about to start. */
  readonly runner: ProcessId;
  readonly at: Time;
};
/** `root`: the user's checkout. `from`: its initial commit and tree. `takes`: whether its work is taken. */
export type Spot = {
  readonly root: string;
  readonly key: string;
  readonly unit: string;
  readonly from: { readonly commit: string; readonly tree: string };
  /** The commit that the run started from. */
  readonly base: string;
  readonly takes: boolean;
  /** The setup before the job begins; null: none. `kept`: where its result may lie; the first that is there counts. `keeps`: where it goes; null: nowhere. `mayFail`: the job begins anyway. */
  readonly setup: {
    readonly argv: readonly string[];
    readonly cwd: Path;
    readonly makes: readonly Path[];
    readonly ms: number;
    readonly kept: readonly string[];
    readonly keeps: string | null;
    readonly mayFail?: true;
  } | null;
  /** Files that tell agents what to do, as in the base here, and the tree with them. */
  readonly told?: { readonly files: readonly Path[]; readonly tree: string } | undefined;
  /** Copies of the run's documents: their folder in the tree, their version, and digests; null: none there. */
  readonly lent: {
    readonly folder: Path;
    readonly version: number;
    readonly files: Readonly<Record<Path, Digest>>;
  } | null;
};
/** An active job, hosted or claimed. No `spot`: a person claimed it to work in the checkout. */
export type AtWork = Pick<SpoolJob, "job" | "lease" | "ground"> & { readonly spot?: Spot };
/** Of an external worker. */
export type Claim = AtWork;
export type Claims = {
  /** Claims of a run by fence; skips broken ones. */
  of(run: string): Promise<readonly Claim[]>;
  /** null: none, or a broken one. */
  read(run: string, fence: number): Promise<Claim | null>;
  keep(claim: Claim): Promise<void>;
  remove(claim: Claim): Promise<void>;
};
/** A process's number and start, since numbers are reused. `start` is the system's own mark of it. */
export type ProcessId = { readonly pid: number; readonly start: string };
/** `host.json`, made exclusively: whoever makes it first decides whether the job is launched (`host`) or never will be (`void`). */
/** This process, and a liveness test for others. */
export type Living = { readonly self: ProcessId; alive(process: ProcessId): boolean };

export type SpoolHost =
  | { readonly is: "host"; readonly process: ProcessId }
  | { readonly is: "void"; readonly why: string };
/** `exit.json`, written last: the job is over and the rest of the folder is complete. */
export type SpoolExit = {
  readonly exit: number | null;
  /** interrupted: killed on a person's request. */
  readonly reason: "exit" | "timeout" | "killed" | "interrupted" | "flooded";
  /** Why the launch failed: the system's message. */
  readonly unstarted: string | null;
  readonly ms: number;
  readonly bytes: number;
  readonly proofs: readonly Proof[] | null;
  /** Checks that rewrote files of the commit, which the run didn't change. */
  readonly wrote?: readonly string[];
  /** The agent's problem at which its host's patience ended. */
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
  /** The folder of a lease's entry, existing or not. */
  folderOf(run: string, fence: number): string;
  /** Creates `<run>/<fence>/` with job.json, brief.md and the launch's own files, durable when it resolves. */
  make(job: SpoolJob, brief: string): Promise<string>;
  /** Entries with a complete job.json; of one run or all. `broken` lists the others. */
  list(
    run?: string,
  ): Promise<{ readonly entries: readonly SpoolEntry[]; readonly broken: readonly string[] }>;
  /** The highest fence with a folder, even a broken one; 0: none. */
  highest(run: string): Promise<number>;
  /** The entry of a lease, as `list` has it; null: none, so Cairn doesn't host the job. */
  of(run: string, fence: number): Promise<SpoolEntry | null>;
  read(folder: string): Promise<SpoolEntry | null>;
  /** Exclusive: false if a host.json exists already, or the entry is gone. */
  host(folder: string, host: SpoolHost): Promise<boolean>;
  /** Writes the job's exit, atomically and last. */
  exit(folder: string, exit: SpoolExit): Promise<void>;
  /** out, err or brief.md, at most `bytes` of head and tail together; "" if missing. */
  text(folder: string, name: "out" | "err" | "brief.md", bytes: number): Promise<string>;
  /** report.json as submitted by `cairn job report`: one entry per submission, in order. */
  reports(folder: string): Promise<readonly unknown[]>;
  report(folder: string, report: unknown): Promise<void>;
  /** The stored refused reports; null: none. */
  refusal(folder: string): Promise<RefusedReports | null>;
  refuse(folder: string, why: string): Promise<void>;
  remove(folder: string): Promise<void>;
  /** Reserves an entry, existing or not, for this process until it releases it; false: another living process has it. */
  hold(folder: string, living: Living): Promise<boolean>;
  letGo(folder: string): Promise<void>;
  /** Calls back soon after something in the spool changed: a hint. */
  watch(hint: () => void): () => void;
};
