// Port to the folder on disk (git, projections, outputs, spool, processes), replaceable in tests.
import type { Anchor } from "./anchors.ts";
import type { KeptTranscript } from "./transcripts.ts";
import type { DropIn } from "../core/run-files.ts";
import type { Fault } from "../core/refusal.ts";
import type { Ask, Facts } from "../core/protocol.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import type { Used } from "../core/agents/usage.ts";
import type { Fences } from "./fence/fence.ts";
import type { Ground } from "./ground.ts";
import type { Places } from "./places.ts";
import type { Drift, Last, Projected, Projection, Settled, Written } from "./projection.ts";
import type { Claims, Living, ProcessId, Spool } from "./spool/entry.ts";

export type { Anchor } from "./anchors.ts";
export type { FenceAsk, Fenced, FenceHere, Way as FenceWay } from "./fence/fence.ts";
export type { Ground } from "./ground.ts";
export type {
  Author,
  ChangedLines,
  Delivered,
  LandedSpan,
  Customs,
  Signers,
  LeftOut,
  LineSum,
  Onto,
  Pin,
  Places,
  PutHow,
  Reach,
  Published as PublishedBranch,
  BranchState as ShownBranch,
  Site as PlaceSite,
  Span,
  Start as RunBase,
  Collected,
  Merged,
  MergeHow,
} from "./places.ts";
export type { Base, Drift, Last, Projected, Projection, Settled, Written } from "./projection.ts";
export type { KeptTranscript } from "./transcripts.ts";
export type RunSlot = { readonly number: number; free(): void };
export type {
  AtWork,
  Claim,
  Claims,
  ProcessId,
  Spool,
  SpoolEntry,
  SpoolExit,
  SpoolHost,
  SpoolJob,
  Spot,
} from "./spool/entry.ts";

/** A process that was started before its task is known. */
export type Detached = {
  readonly pid: number;
  /** Sends its task as one line of JSON on standard input, and closes that. Fault PROCESS_GONE. */
  tell(text: string): Promise<void>;
  /** Releases it without a task by closing its input. After `tell` it does nothing. */
  drop(): void;
};
/** An ancestor of a process. `mark`: CAIRN_MARK of its environment at start; null: none, or unreadable. `ofCairn`: by the same, cairn started it on its own. */
export type Kin = {
  readonly process: ProcessId;
  readonly mark: string | null;
  readonly ofCairn: boolean;
  /** Not an ancestor, but the leader of an ancestor's group or session. */
  readonly beside?: { readonly parent: number };
};

export type Processes = Living & {
  /** This process, its parent, and so on upward, each with the leaders of its group and session, as far as the system tells. Nearest first. */
  kin(): readonly Kin[];
  /** Asks it to stop if it is still the same process; false: already gone. `how`: INT for an interruption by a person, default TERM. */
  stop(process: ProcessId, how?: "SIGTERM" | "SIGINT"): boolean;
  /** Starts a process in its own session without waiting. If we die before it has a task, its input closes. */
  detach(
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd: string,
  ): Promise<Detached>;
  /** Ends every process with the mark in its environment, gracefully first; resolves to their number when none is left. */
  sweep(mark: string, graceMs: number): Promise<number>;
};

/** A process of this machine that drives a run. */
export type RunnerAtWork = {
  readonly run: string;
  readonly process: ProcessId;
  readonly since: Time;
};
export type Runners = {
  /** Registers this process as the run's driver until the returned function is called. */
  begin(run: string, since: Time): () => void;
  /** Live ones, of all runs. A hint for people: unreadable records are skipped. */
  all(): readonly RunnerAtWork[];
  /** Those that were killed or crashed, until the next one begins here. */
  killed(): readonly RunnerAtWork[];
  /** Registers this process as the runners' watchdog until the returned function is called. */
  watch(): () => void;
  /** Live ones. */
  watchdogs(): readonly ProcessId[];
};

/** A process of this machine that serves the runs of a ledger. `origin`: without any token. */
export type ServerUp = { readonly origin: string; readonly ledger: string; readonly since: Time };
export type Servers = {
  /** Registers this process until the returned function is called. null: Cairn has no folder here yet. */
  begin(server: ServerUp): (() => void) | null;
  /** Live ones. A hint for people: unreadable records are skipped. */
  all(): readonly ServerUp[];
};

/** Notices about a run that were sent to absent people. A cache: without it, each process sends its own. */
export type Notices = {
  /** Marks of sent notices, read before the run is examined. */
  sent(run: string): readonly string[];
  /** Whether this process should send it. */
  claim(run: string, what: string): boolean;
  /** Removes those of `marked` that aren't in `still`: a repeated question is sent again. */
  forget(run: string, marked: readonly string[], still: readonly string[]): void;
};

/** The content of a folder that has no run yet. */
export type FoundFolder = {
  /** Absolute, without symbolic links. */
  readonly folder: string;
  readonly files: Readonly<Record<Path, Uint8Array>>;
  /** Symbolic links, special files, and everything beyond the limits. `hides`: there may be files behind it. */
  readonly unread: readonly { readonly path: Path; readonly why: string; readonly hides?: true }[];
  /** Names beside it. */
  readonly beside: readonly string[];
  /** What `~` stands for. */
  readonly userHome: string;
};

/** Files of the working tree that people own, by path relative to its root. Faults: PATH_OUTSIDE and the disk's. */
export type OwnFiles = {
  /** Creates a file with its parent folders; false: the path exists, and stays. */
  add(path: Path, text: string): Promise<boolean>;
  /** Replaces a file by `change` of its text (null: none), one process at a time. `broken`: where the old bytes were set aside, else null. */
  rewrite(
    path: Path,
    change: (text: string | null) => { readonly text: string; readonly broken: boolean },
  ): Promise<string | null>;
};

/** The digests of free documents when last read on this machine; null: missing. */
export type SeenDocuments = Readonly<Record<Path, Digest | null>>;
/** Documents that agents and people write freely; machines that share a run synchronize them with the record. */
export type FreeDocuments = {
  /** A cache: without it, existing documents count as written here. */
  seen(run: string): Promise<SeenDocuments>;
  /** Adds observations. */
  note(run: string, seen: SeenDocuments): Promise<void>;
  /** Creates a document with its parent folders, or replaces bytes with the digest `over`; null: none there. false: other content is there, and stays. Faults: PATH_OUTSIDE and the disk's. */
  bring(
    run: string,
    ground: Ground,
    path: Path,
    bytes: Uint8Array,
    over: Digest | null,
  ): Promise<boolean>;
};

export type Parked = { readonly until: Time; readonly why: string };

export type Workspace = {
  /** Absolute path of Cairn's folder: `cairn` in the git directory, without git `.cairn` in the root. */
  readonly home: string;
  /** Exactly the requested facts. Paths outside root and place: Fault PATH_OUTSIDE. Leaves no trace. */
  facts(ground: Ground, ask: Ask, at: Time): Promise<Facts>;
  /** The bytes of a regular file below root or place, up to 64 MiB, symbolic links resolved; null: none. Outside: Fault PATH_OUTSIDE; larger: Fault FILE_OVERSIZED. */
  bytes(ground: Ground, path: Path): Promise<Uint8Array | null>;
  /** null: none is remembered. */
  projected(run: string): Promise<Written | null>;
  /** `dropIns`: where files added by hand are expected. */
  drift(run: string, folder: string, dropIns: readonly DropIn[]): Promise<readonly Drift[]>;
  /** What is remembered of the run's files. */
  last(run: string): Promise<Readonly<Record<Path, Last>>>;
  /** Edits were dealt with: from now on their bytes may be replaced. */
  settle(run: string, settled: readonly Settled[]): Promise<void>;
  /** Calls back soon after something changed in the folder or one of its sub-folders: a hint. Doesn't keep the process alive. `only`: limits it to these names. */
  watch(
    folder: string,
    subfolders: readonly Path[],
    hint: () => void,
    only?: readonly Path[],
  ): () => void;
  /** Atomic per file, writes only differences, never over foreign bytes. */
  project(projection: Projection): Promise<Projected>;
  /** Stores a drifted file's bytes under `refused/<run>/`, with the reason beside; returns the copy's absolute path. */
  aside(run: string, folder: string, path: Path, why: string): Promise<string>;
  /** Stores other bytes there in the same way: unreadable content of an adopted folder. */
  setAside(run: string, path: Path, bytes: Uint8Array, why: string): Promise<string>;
  /** Reads a whole folder, or `only` these files in it: of at most 64 MiB, 256 MiB and 5,000 files in total; follows no link. null: no folder. */
  found(folder: string, only?: readonly Path[]): Promise<FoundFolder | null>;
  /** The folder of a file, with that file and its direct neighbours; null: no plain file. */
  beside(file: string): Promise<(FoundFolder & { readonly file: string }) | null>;
  /** Why Cairn's folder isn't writable, tested by writing; null: it is, or is missing. */
  unwritable(): Promise<Fault | null>;
  /** Why this process's resource limits are too low for a run; null: they aren't, or it can't be known. */
  lowLimits(): Promise<Fault | null>;
  /** Why an absolute folder can't be created or written; null: it can. Creates nothing. */
  unmakeable(folder: string): Promise<Fault | null>;
  /** Whether the path is a folder, or a symbolic link to one. */
  isFolder(path: string): Promise<boolean>;
  /** A path without symbolic links; unchanged if missing. */
  real(path: string): Promise<string>;
  /**
   * Renames a run's folder as a whole, never over another. `at`: the version whose event requested the place; older ones write and move nothing from now on.
   * `owns`: the run's only files in a shared folder; only they are moved.
   */
  move(run: string, from: string, to: string, at: number, owns?: readonly Path[]): Promise<void>;
  /** Content-addressed: redacted outputs, screenshots. */
  keep(bytes: string | Uint8Array): Promise<Digest>;
  kept(digest: Digest): Promise<Uint8Array | null>;
  /** Adds a line to `anchors/<run>`. */
  anchor(run: string, anchor: Anchor): Promise<void>;
  /** In the order of addition: lines are permanent, even if a later one contradicts them. */
  anchors(run: string): Promise<readonly Anchor[]>;
  /** The runs that have anchors, in order. */
  anchored(): Promise<readonly string[]>;
  /** Writes a run's newest anchor to git, too (`refs/cairn/<run>`), unless `always` at most once in 5 s. Returns why that failed; null: done, not due, or no repository. */
  anchorInGit(ground: Ground, run: string, always: boolean): Promise<string | null>;
  /** A run's anchors in git; null: the ground is in no repository. Faults: git's. */
  anchorsInGit(ground: Ground, run: string): Promise<readonly Anchor[] | null>;
  /** The runs with anchors in git, in order; empty without a repository. Faults: git's. */
  anchoredInGit(ground: Ground): Promise<readonly string[]>;
  /** Remembers the location of a ledger whose runs are anchored here. */
  noteLedger(id: string, url: string): Promise<void>;
  /** The location of the ledger with this id; null: unknown, or gone as far as can be seen from here. */
  ledgerAt(id: string): Promise<string | null>;
  /** The conversation in which an agent last worked on a thread of a run's jobs; null: none, or dropped. A cache: without it each job begins a new one. */
  conversation(run: string, agent: string, thread: string): Promise<string | null>;
  /** null: the next job begins a new one. */
  noteConversation(
    run: string,
    agent: string,
    thread: string,
    conversation: string | null,
  ): Promise<void>;
  /** Agents whose model server has told when their limit is over, and until then. A cache: a lost entry costs one vain start. */
  parked(now: Time): Promise<Readonly<Record<string, Parked>>>;
  park(agent: string, now: Time, to: Parked): Promise<void>;
  /** Usage of the run's jobs as reported by agents. A cache: lost entries count as unreported. */
  used(run: string): Promise<readonly Used[]>;
  noteUsed(run: string, used: Used): Promise<void>;
  keepTranscript(run: string, fence: number, transcript: KeptTranscript): Promise<void>;
  /** null: none stored on this machine. */
  transcript(run: string, fence: number): Promise<KeptTranscript | null>;
  /** Sentences about changes of git and these agents' programs, by path or content, since the last check. A cache: the first check reports nothing. */
  programs(root: string, agents: Readonly<Record<string, string>>): Promise<readonly string[]>;
  readonly runners: Runners;
  /** Takes the lowest number that nothing under way on this machine has for this ledger; null: none can be taken. */
  runSlot(): Promise<RunSlot | null>;
  servers(): Promise<Servers>;
  notices(): Promise<Notices>;
  readonly spool: Spool;
  readonly processes: Processes;
  claims(): Promise<Claims>;
  places(): Promise<Places>;
  fences(): Promise<Fences>;
  /** Names of the subfolders of an absolute path that contain a file of this name. `name`: only this one (`.`: the parent). */
  foldersWith(parent: string, file: Path, name?: string): Promise<readonly string[]>;
  ownFiles(root: string): Promise<OwnFiles>;
  documents(): Promise<FreeDocuments>;
  /** Closes its caches until they are used again. */
  close(): Promise<void>;
};
