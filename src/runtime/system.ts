// Why: the one object that surfaces talk to; all that a CLI, MCP server or page may ask stands here and nowhere else.
import type { Job } from "../core/job.ts";
import type { Message } from "../core/message.ts";
import type { Ask, Command, Facts, Protocol, Sender } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Card, Lease, Path, Recorded, Row, Time } from "../core/row.ts";
import type { Criterion, View } from "../core/view.ts";
import type { Outage, RunFilter } from "../ledger/ledger.ts";
import type { Used } from "../core/usage.ts";
import type { RunnerAtWork, Workspace } from "../workspace/workspace.ts";
import type { Config } from "./config.ts";
import type { NotifyTarget } from "./config-notify.ts";
import type { Delivery } from "./delivery.ts";
import type { Doctored, Restored, TextLine, TrustFinding } from "./findings.ts";
import type { Installed } from "./installed.ts";
import type { Lack } from "./lacks.ts";
import type { Outputs } from "./output/outputs.ts";
import type { AskedDecision, Picture, ShownDecision } from "./picture.ts";
import type { Rechecked } from "./recheck.ts";
import type { ResumeReport } from "./resume-report.ts";
import type { RunOptions, RunResult } from "./run-options.ts";
import type { Starts } from "./starts.ts";
import type { Templates } from "./templates.ts";
import type { Attempt } from "./timeline.ts";

export type {
  Doctored,
  DoctorFinding,
  Restored,
  RestoreFinding,
  TextLine,
  TrustFinding,
} from "./findings.ts";
export type { Difference, Prospect } from "./delivery.ts";
export type { WorkCounts } from "./work-counts.ts";
export type { Step } from "./merge.ts";
export type { NotifyTarget } from "./config-notify.ts";
export type { Installed } from "./installed.ts";
export type { Lack } from "./lacks.ts";
export type { Outputs, Transcript } from "./output/outputs.ts";
export type { Outage, ProjectNews } from "../ledger/ledger.ts";
export type {
  AskedDecision,
  Picture,
  ShownDecision,
  ShownJob,
  ShownNode,
  ShownUsage,
} from "./picture.ts";
export type { Attempt } from "./timeline.ts";
export type { Doubt, Left, ResumeReport } from "./resume-report.ts";
export type { Progress, RunOptions, RunResult } from "./run-options.ts";
export type { Templates, Written } from "./templates.ts";

export type Loaded = {
  readonly card: Card;
  readonly protocol: Protocol;
  readonly state: unknown;
  readonly version: number;
};
/** `left`: of what a claimed job's place held, what wasn't taken along, and why. */
export type Sent = {
  readonly run: string;
  readonly events: readonly Recorded[];
  readonly version: number;
  readonly left?: readonly string[];
};
export type Started = {
  readonly run: string;
  readonly protocol: string;
  readonly version: number;
  readonly folder: string;
  readonly files: readonly Path[];
  /** What it will do, in lines for people; null: its protocol doesn't say. */
  readonly preview: string | null;
};
/** A folder that was taken over, or would be. */
export type AdoptedRun = Omit<Started, "preview"> & {
  readonly phase: string;
  /** What was read otherwise than it stands there, a sentence each. */
  readonly corrections: readonly string[];
  /** What was not taken; its bytes are kept. */
  readonly quarantined: readonly { readonly path: Path; readonly why: string }[];
};

/** Where a job is done that isn't done on this machine. `leftMs`: how long its lease still holds without being renewed, by the ledger's clock; below 0: since when it doesn't. `silent`: renewals have failed to come. */
export type HeldOn = {
  readonly machine: string;
  readonly leftMs: number;
  readonly silent: boolean;
};

/** A job as people see it: what state says of it, joined with its lease. */
export type Standing = {
  readonly job: Job;
  readonly lease: Lease | null;
  readonly is: "running" | "ready" | "waiting" | "decision" | "doubt";
  /** Why it isn't running, or what is in doubt and what will be done about it. */
  readonly why: string | null;
  /** Only where its lease is another machine's. */
  readonly on?: HeldOn;
};

/** From which job this process descends. `marks`: of the jobs around it, the innermost first. `lease` null: that job is over, or of another ledger. */
export type OfJob = { readonly marks: readonly string[]; readonly lease: Lease | null };

/** `place`: the folder to work in, where that isn't the user's checkout. `told`: what whoever claims should know, a line each. */
export type Claimed = {
  readonly lease: Lease;
  readonly brief: string;
  readonly place: Path | null;
  readonly told: readonly string[];
};

/** What became of a stuck unit whose checks ran again by a person's word. */
export type CheckedAgain = Sent & {
  readonly unit: string;
  /** How many checks ran. */
  readonly ran: number;
  /** What each said that failed: then nothing was recorded. None: what was recorded lets them run once more, for the record. */
  readonly failed: readonly string[];
  /** The roles that a runner has to serve for that; none: no agent at all. */
  readonly serve: readonly string[];
};

/** What may be meant where nothing is live: newest: the run that was at work last, to look at; only: the one that is over and not put away, where there is no other; away: the only one that was put away. */
export type Over = "newest" | "only" | "away";

/** `id`: as for what is sent. */
type StopHow = {
  readonly fence?: number;
  readonly note?: { readonly text: string; readonly by: Sender; readonly id?: string };
};

export type System = {
  /** The absolute path of the working tree that this process looks at. */
  readonly root: string;
  /** The ledger's address, as it may be shown and handed to other processes: no password stands in it. */
  readonly ledger: string;
  readonly config: Config;
  readonly workspace: Workspace;
  /** That Cairn's own folder isn't where it belongs, and what to do, in one line; null: it is. */
  unmoved(): Promise<string | null>;
  protocol(name: string): Promise<Protocol | Refusal>;
  readonly protocols: readonly string[];
  runs(filter?: RunFilter): Promise<readonly Card[]>;
  /** By id, unique prefix or natural name; null: the only live run of the folder, or what `over` says where none is live. Refusals RUN_UNKNOWN, RUN_AMBIGUOUS list the candidates. */
  find(name: string | null, over?: Over): Promise<Card | Refusal>;
  load(run: string): Promise<Loaded | Refusal>;
  /** The one door. All commands or none; the same id again gets the first answer. Durable when it resolves; files follow (`settle`). */
  send(run: string, commands: readonly Command[], by: Sender, id?: string): Promise<Sent | Refusal>;
  /** `dry`: decides and projects in memory, writes nothing. `then`: commands sent together with the start, all or none. `driven`: it is to be driven at once: fault AGENT_MISSING, and no run, where nobody on this machine can do what it needs. `from`: the commit that it starts from, and the branch that this was found on. `id`: of the run, which no other may have; drawn by chance if not said. */
  start(
    protocol: string,
    data: unknown,
    by: Sender,
    dry?: boolean,
    then?: readonly Command[],
    driven?: Pick<RunOptions, "serve" | "labels">,
    from?: { readonly commit: string; readonly branch: string },
    id?: string,
  ): Promise<Started | Refusal>;
  /** Takes over an existing folder: its originals are kept first. `dry`: the same, and nothing is written at all. */
  adopt(
    folder: string,
    ask: {
      readonly dry: boolean;
      readonly options: Readonly<Record<string, unknown>>;
      readonly by: Sender;
    },
  ): Promise<AdoptedRun | Refusal>;
  rows(run: string, after?: number, limit?: number, cause?: string): Promise<readonly Row[]>;
  /** Of all runs, by seq, after one: what commits later never slips in behind what was read. 10,000 if not said. */
  rowsAfter(seq: number, limit?: number): Promise<readonly Row[]>;
  /** That the ledger's server doesn't answer, as far as is known: it is found out by asking it something. null: it does. */
  outage(): Outage | null;
  /** The seq of the ledger's newest event; 0: it has none. */
  newestSeq(): Promise<number>;
  log(run: string, until?: number | Time): Promise<readonly Recorded[]>;
  view(run: string): Promise<View | Refusal>;
  /** How it stands; with `at` (a version or a time) how it stood, as its rules alone tell it: VERSION_UNKNOWN where it wasn't yet. */
  picture(run: string, at?: number | Time): Promise<Picture | Refusal>;
  /** What it waits for, with what the runs wait for that it started. */
  decisions(run: string): Promise<readonly ShownDecision[] | Refusal>;
  /** One of them, of this very run, with its context; JOB_UNKNOWN: it doesn't wait now. */
  decision(run: string, key: string): Promise<AskedDecision | Refusal>;
  /** Who did which job, when and how often: each lease that events tell of, in the order of their beginning. */
  timeline(run: string): Promise<readonly Attempt[] | Refusal>;
  /** `at`: as it was proved at a version or a time. */
  evidence(run: string, unit?: string, at?: number | Time): Promise<readonly Criterion[] | Refusal>;
  standings(run: string): Promise<readonly Standing[] | Refusal>;
  /** What is done, not done and in doubt, with what `run` would do about each. Changes nothing. */
  resume(run: string): Promise<ResumeReport | Refusal>;
  /** The files of the run as they are or were (a version or a time), from the ledger. */
  files(run: string, at?: number | Time): Promise<Readonly<Record<Path, string>> | Refusal>;
  state(run: string, at?: number | Time): Promise<unknown>;
  folder(card: Card): string;
  /** Absolute: its working tree. */
  rootOf(card: Card): string;
  facts(run: string, ask: Ask): Promise<Facts | Refusal>;
  /** The bytes of a file below the run's tree or its folder, symbolic links resolved; null: none is there. Faults PATH_OUTSIDE, FILE_OVERSIZED. */
  bytes(run: string, path: Path): Promise<Uint8Array | null | Refusal>;
  messages(protocol: string): Promise<readonly Message[]>;
  /** Why nobody on this machine can do what the run needs now or later; null: somebody can, somebody is at work already, or nothing is needed. */
  lacks(run: string): Promise<Lack | null | Refusal>;
  /** The same, but only of roles that the configuration gives to nobody: no program is looked for. */
  unassigned(run: string): Promise<Lack | null | Refusal>;
  /** Who drives which run, on this machine, in whichever terminal. */
  runners(): readonly RunnerAtWork[];
  /** Which agents there are and what would be run for their jobs; nothing is started but for versions, where they are asked. */
  installed(versions: boolean): Promise<Installed>;
  /** Where notices go, by the personal configuration. Fault CONFIG_INVALID. */
  notify(): Promise<readonly NotifyTarget[]>;
  /** Why agents and checks run unfenced here, and what mends it; null: they don't. */
  unfenced(): Promise<string | null>;
  /** The documents that runs are played from. */
  templates(): Promise<Templates>;
  /** What can be begun here, and what runs were begun with. */
  starts(): Promise<Starts>;
  /** The way of runs' work into their user's branches. */
  delivery(): Promise<Delivery>;
  /** What agents' programs write, and what they do by it. */
  outputs(): Promise<Outputs>;
  /** By key, or by the unit it is about where only one fits: JOB_UNKNOWN lists what there is. */
  job(run: string, name: string): Promise<Standing | Refusal>;
  /**
   * Makes a place for it where the run's jobs work in places. Fault SETUP_FAILED, and those of places.
   * @param here for work in the user's checkout: what differs there from the run's base is the job's work
   */
  claim(run: string, job: string, by: Sender, here?: boolean): Promise<Claimed | Refusal>;
  /** What whoever does the job was told: of a hosted one (`fence`: its lease's) what it was given, else as the run has it now. */
  brief(run: string, job: Job, fence: number | null): Promise<string | Refusal>;
  /** Here and wherever else a token is given: refusals TOKEN_STALE, and TOKEN_FOREIGN where this process descends from one job and speaks with the token of another hosted one. */
  renew(run: string, token: string): Promise<Lease | Refusal>;
  release(run: string, token: string, reason: string): Promise<Sent | Refusal>;
  /** A hosted job's report waits in its spool for the process's end; somebody outside's is sent at once and ends the lease. */
  report(run: string, token: string, report: unknown): Promise<Sent | Refusal>;
  /** The same id again gets the first answer. */
  decide(
    run: string,
    decision: string,
    option: string,
    note: string,
    data: unknown,
    by: Sender,
    id?: string,
  ): Promise<Sent | Refusal>;
  /** Who holds which job of any run now; lapsed ones too. */
  held(): Promise<readonly Omit<Lease, "token">[]>;
  /** Who holds this token: the sender that a call with it has. */
  holder(run: string, token: string): Promise<Sender | Refusal>;
  /** The hosted job that this process descends from, whatever its environment says; null: none that can be seen (docs/trust.md). */
  ofJob(): Promise<OfJob | null>;
  /** The words by which this very program drives a run in a process of its own, over the same tree and ledger. */
  runner(run: string): readonly string[];
  /** What a runner needs in its environment beside what it inherits: the ledger's password, where its address held one. */
  readonly runnerEnv?: Readonly<Record<string, string>>;
  /** Drives the run until it ends, waits or is interrupted. */
  drive(run: string, options: RunOptions): Promise<RunResult | Refusal>;
  /** Stops what this machine hosts of the run, of runs that it started too, and records each job as interrupted; their keys. */
  interrupt(run: string, progress: NonNullable<RunOptions["progress"]>): Promise<readonly string[]>;
  /**
   * Stops one job that this machine hosts, by its key or its unit, and records it as interrupted: it is due again.
   * Refused: JOB_UNKNOWN, JOB_IDLE, JOB_ELSEWHERE. `fence`: of the only attempt that is meant, any if not said; `note`: for the next attempt.
   */
  stop(
    run: string,
    job: string,
    how?: StopHow,
  ): Promise<{ readonly run: string; readonly job: string } | Refusal>;
  /** Reads drift of the run's files and deals with it; writes what differs. Every verb does it first. */
  scan(run: string): Promise<void>;
  /** What agents said that jobs of the run took, each its own part. */
  used(run: string): Promise<readonly Used[]>;
  /** Changes nothing, and reads no edit. */
  verify(
    run?: string,
  ): Promise<{ readonly events: number; readonly findings: readonly TrustFinding[] }>;
  /** The run as lines of text, with its kept outputs or without. Fault LEDGER_DAMAGED on the way: its chain is broken. */
  export(
    run: string,
    outputs: boolean,
  ): Promise<{ readonly events: number; readonly lines: AsyncIterable<string> } | Refusal>;
  /** Verifies an export, twice read from `lines`, and adds what is missing; never replaces anything. `dry`: only says what it would do. */
  restore(lines: () => AsyncIterable<TextLine>, dry?: boolean): Promise<Restored | Refusal>;
  /** Looks for drift in one run, or in the whole ledger and around it; with `fix` mends what loses nothing. Without it nothing is changed. */
  doctor(run: string | null, fix: boolean): Promise<Doctored>;
  /** Folders of this working tree, from its top, that hold what a run's folder holds and are no run's of this ledger. */
  strays(): Promise<readonly Path[]>;
  /** Runs the checks of a unit now and compares with their proofs; records nothing. */
  recheck(run: string, unit?: string): Promise<readonly Rechecked[] | Refusal>;
  /** A person mended a stuck unit by hand: its checks run on the state as it is now. Refused: UNIT_UNKNOWN, UNIT_UNSTUCK, CHECK_NONE and what keeps it. */
  checkAgain(run: string, unit: string, by: Sender): Promise<CheckedAgain | Refusal>;
  watch(hint: () => void): () => void;
  /** Waits until every file that is due is written; Fault PROJECTION_BEHIND if one can't be. A surface calls it before it answers. */
  settle(): Promise<void>;
  /** Settles and lets go of everything. */
  close(): Promise<void>;
};
