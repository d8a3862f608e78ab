// Port to the folder on disk (git, projections, outputs, spool, processes), replaceable in tests.
import type { Anchor } from "./anchors.ts";
import type { KeptTranscript } from "./transcripts.ts";
import type { DropIn } from "../core/dialect.ts";
import type { Fault } from "../core/refusal.ts";
import type { Ask, Change, Facts } from "../core/protocol.ts";
import type { Digest, Path, Time } from "../core/row.ts";
import type { Used } from "../core/usage.ts";
import type { Fences } from "./fence/fence.ts";
import type { Ground } from "./ground.ts";
import type { Places } from "./places.ts";
import type { Drift, Projected, Projection } from "./projection.ts";
import type { Claims, Living, ProcessId, Spool } from "./spool/entry.ts";

export type { Anchor } from "./anchors.ts";
export type { FenceAsk, Fenced, FenceHere, Way as FenceWay } from "./fence/fence.ts";
export type { Ground } from "./ground.ts";
export type {
  ChangedLines,
  Left,
  LineSum,
  Pin,
  Places,
  Published as PublishedBranch,
  Shown as ShownBranch,
  Site as PlaceSite,
  Span,
  Start as RunBase,
  Taken,
} from "./places.ts";
export type { Drift, Former, Projected, Projection } from "./projection.ts";
export type { KeptTranscript } from "./transcripts.ts";
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

/** A process that was started ahead of what it is to do. */
export type Detached = {
  readonly pid: number;
  /** Says on its standard input what it is to do, as one line of JSON, and ends that. Fault PROCESS_GONE. */
  tell(text: string): Promise<void>;
  /** Lets it go untold: its input ends. After `tell` it does nothing. */
  drop(): void;
};
/** One of whom a process descends. `mark`: CAIRN_MARK of the environment that it was given when its program was started; null: none, or nobody may see it. `ofCairn`: by the same, cairn started it of its own accord. */
export type Kin = {
  readonly process: ProcessId;
  readonly mark: string | null;
  readonly ofCairn: boolean;
  /** It is no ancestor, but leads the group or session of one. */
  readonly beside?: { readonly parent: number };
};

export type Processes = Living & {
  /** This process, whoever made it, and so on upward, each with the leaders of its group and session: as far as the system tells. Nearest first. */
  kin(): readonly Kin[];
  /** Asks it to stop if it is still this very process; false: it is gone already. `how`: INT where a person interrupts, TERM if not said. */
  stop(process: ProcessId, how?: "SIGTERM" | "SIGINT"): boolean;
  /** Starts a process of its own session and doesn't wait. If we die before it is told anything, its input ends. */
  detach(
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd: string,
  ): Promise<Detached>;
  /** Ends every process that carries the mark in its environment, kindly at first; resolves when none is left, with how many there were. */
  sweep(mark: string, graceMs: number): Promise<number>;
};

/** A process of this machine that drives a run. */
export type RunnerAtWork = {
  readonly run: string;
  readonly process: ProcessId;
  readonly since: Time;
};
export type Runners = {
  /** This process drives the run from now on, until it says that it ended. */
  begin(run: string, since: Time): () => void;
  /** Those that live, of all runs. A hint for people: what can't be read isn't among them. */
  all(): readonly RunnerAtWork[];
};

/** A process of this machine that shows the runs of a ledger. `origin`: without any token. */
export type ServerUp = { readonly origin: string; readonly ledger: string; readonly since: Time };
export type Servers = {
  /** This process is one from now on, until it says that it ended. null: Cairn has no folder of its own here yet. */
  begin(server: ServerUp): (() => void) | null;
  /** Those that live. A hint for people: what can't be read isn't among them. */
  all(): readonly ServerUp[];
};

/** What was sent of a run to people who aren't looking. A cache: without it, each process sends its own. */
export type Notices = {
  /** The marks of what was sent, as they are before the run is looked at. */
  sent(run: string): readonly string[];
  /** Whether this process is the one to send it. */
  claim(run: string, what: string): boolean;
  /** Takes away those of `marked` that mean nothing of `still`: asked once more, they are sent once more. */
  forget(run: string, marked: readonly string[], still: readonly string[]): void;
};

/** A folder that no run has yet, as it was read. */
export type FoundFolder = {
  /** Absolute, without symbolic links. */
  readonly folder: string;
  readonly files: Readonly<Record<Path, Uint8Array>>;
  /** Symbolic links, what is no plain file, and what goes beyond the bounds. `hides`: there may be files behind it. */
  readonly unread: readonly { readonly path: Path; readonly why: string; readonly hides?: true }[];
  /** Names beside it. */
  readonly beside: readonly string[];
  /** What `~` stands for. */
  readonly userHome: string;
};

/** What is on the disk beside all that has a meaning: looked at by `doctor` alone. Paths are absolute. */
export type Remains = {
  /** What killed writers left in a run's folder; the next projection takes it away, and saves an edit among it. */
  inRun(folder: string, subfolders: readonly Path[]): Promise<readonly string[]>;
  /** What killed writers left in Cairn's own folder. */
  own(): Promise<readonly string[]>;
  /** Takes one of these away, if it is still left over. */
  drop(path: string): Promise<void>;
  /** Folders of the spool that are half made or half removed, and whose maker is dead. */
  entries(): Promise<readonly string[]>;
  dropEntries(): Promise<void>;
  /** How many lines of a run's anchors are none; `cut`: the last one lacks its end. */
  tornAnchors(run: string): Promise<{ readonly lines: number; readonly cut: boolean }>;
  /** Names of the folders in a folder that hold a file of this name. */
  foldersWith(parent: string, file: Path): Promise<readonly string[]>;
  /** Names of the files in a folder that end so. */
  filesIn(folder: string, ending: string): Promise<readonly string[]>;
  /** Why the cache of projections can't be used; null: it can, or there is none. */
  cache(): Promise<string | null>;
  /** Takes a broken cache away: it is made anew. */
  dropCache(): Promise<void>;
};

/** Files of the working tree that people own, by their paths from its root. Faults: PATH_OUTSIDE and the disk's. */
export type OwnFiles = {
  /** Makes a file whole, with the folders above it; false: something is there, and stays. */
  add(path: Path, text: string): Promise<boolean>;
  /** Replaces a file by what `change` makes of its text (null: none), one process at a time. `broken`: the old bytes are kept aside; where, else null. */
  rewrite(
    path: Path,
    change: (text: string | null) => { readonly text: string; readonly broken: boolean },
  ): Promise<string | null>;
};

/** What lay at the paths of free documents when they were looked at last on this machine; null: nothing. */
export type SeenDocuments = Readonly<Record<Path, Digest | null>>;
/** Documents that agents and people write freely; on machines that share a run they follow what is recorded of them. */
export type FreeDocuments = {
  /** A cache: without it, what lies there was written there. */
  seen(run: string): Promise<SeenDocuments>;
  /** Adds to what was seen. */
  note(run: string, seen: SeenDocuments): Promise<void>;
  /** Makes a document whole, with the folders above it, or replaces the bytes whose digest is `over`; null: nothing is there. false: something else is, and stays. Faults: PATH_OUTSIDE and the disk's. */
  bring(
    run: string,
    ground: Ground,
    path: Path,
    bytes: Uint8Array,
    over: Digest | null,
  ): Promise<boolean>;
};

/** Digest of the content of a working tree, and HEAD, at one moment. */
export type Measured = { readonly tree: string; readonly head: string | null };

export type Workspace = {
  /** Absolute path of Cairn's own folder: `cairn` in the git directory, without git `.cairn` in the root. */
  readonly home: string;
  /** What was asked for and nothing else. Paths that lead out of root and place: Fault PATH_OUTSIDE. `seen`: the tree as it was measured just now; it isn't looked at again. */
  facts(ground: Ground, ask: Ask, at: Time, seen?: Measured): Promise<Facts>;
  /** As `facts`, and leaves no trace, whatever it measures: neither a cache nor a time that git renews. */
  glance(ground: Ground, ask: Ask, at: Time): Promise<Facts>;
  /** The bytes of a regular file below root or place, up to 64 MiB, symbolic links resolved; null: none is there. Outside: Fault PATH_OUTSIDE; larger: Fault FILE_OVERSIZED. */
  bytes(ground: Ground, path: Path): Promise<Uint8Array | null>;
  /** Digest of the content of tracked and untracked unignored files, and HEAD. */
  tree(ground: Ground): Promise<Measured>;
  changed(ground: Ground, from: string, to: string): Promise<readonly Change[]>;
  /** Commits that are in `to` and not in `from`, oldest first. */
  commits(ground: Ground, from: string | null, to: string | null): Promise<readonly string[]>;
  /** The versions between which all projections are remembered, the `last` of them being on disk; null: none is. */
  projected(run: string): Promise<{ readonly first: number; readonly last: number } | null>;
  /** `dropIns`: where files that were added by hand are looked for. */
  drift(run: string, folder: string, dropIns: readonly DropIn[]): Promise<readonly Drift[]>;
  /** Calls back soon after something changed in the folder or one of its sub-folders: a hint. Keeps no process alive. `only`: nothing but these names counts. */
  watch(
    folder: string,
    subfolders: readonly Path[],
    hint: () => void,
    only?: readonly Path[],
  ): () => void;
  /** Atomic per file, only what differs, never over bytes that are not ours. */
  project(projection: Projection): Promise<Projected>;
  /** Keeps a drifted file's bytes under `refused/<run>/`, and beside them why; the path of the copy, absolute. */
  aside(run: string, folder: string, path: Path, why: string): Promise<string>;
  /** Keeps other bytes there in the same way: what an adopted folder held and nobody could read. */
  setAside(run: string, path: Path, bytes: Uint8Array, why: string): Promise<string>;
  /** Reads a folder whole: files of at most 64 MiB, 256 MiB and 5,000 files together; follows no link. null: no folder is there. */
  found(folder: string): Promise<FoundFolder | null>;
  /** The folder of a file, with that and what lies right beside it; null: no plain file is there. */
  beside(file: string): Promise<(FoundFolder & { readonly file: string }) | null>;
  /** Why nothing can be written in Cairn's own folder, found out by writing; null: it can be, or there is none. */
  unwritable(): Promise<Fault | null>;
  /** Why an absolute folder can't be made or written in; null: it can be. Nothing of it is made. */
  unmakeable(folder: string): Promise<Fault | null>;
  /** Whether a folder is there, or a symbolic link to one. */
  isFolder(path: string): Promise<boolean>;
  /** A path without symbolic links; as it is where nothing is there. */
  real(path: string): Promise<string>;
  /**
   * Renames a run's folder whole, never over another. `at`: the version whose event asked for the place; older ones write nothing from now on, and move nothing.
   * `back`: a hand carried it to `from`, and it returns to where it was last. `owns`: the run's only files in a folder that others share; they alone are moved.
   */
  move(
    run: string,
    from: string,
    to: string,
    at: number,
    how?: { readonly back?: boolean; readonly owns?: readonly Path[] },
  ): Promise<void>;
  /** Content-addressed: redacted outputs, screenshots. */
  keep(bytes: string | Uint8Array): Promise<Digest>;
  kept(digest: Digest): Promise<Uint8Array | null>;
  /** Adds a line to `anchors/<run>`. */
  anchor(run: string, anchor: Anchor): Promise<void>;
  /** In the order in which they were added: what was written once stays, also where a later one contradicts it. */
  anchors(run: string): Promise<readonly Anchor[]>;
  /** The runs that have anchors, in order. */
  anchored(): Promise<readonly string[]>;
  /** Puts a run's newest anchor into git too (`refs/cairn/<run>`), unless `always` at most once in 5 s. The reason why that failed; null: done, not due, or no repository. */
  anchorInGit(ground: Ground, run: string, always: boolean): Promise<string | null>;
  /** The anchors that git keeps of a run; null: the ground lies in no repository. Faults: git's. */
  anchorsInGit(ground: Ground, run: string): Promise<readonly Anchor[] | null>;
  /** The runs that git keeps anchors of, in order; none without a repository. Faults: git's. */
  anchoredInGit(ground: Ground): Promise<readonly string[]>;
  /** Remembers where a ledger is whose runs are anchored here. */
  noteLedger(id: string, url: string): Promise<void>;
  /** Where the ledger of this id still stands; null: none of that id has anchored here, it is gone, or, unless `unseen` ones count, nobody can see it from here. */
  ledgerAt(id: string, unseen?: boolean): Promise<string | null>;
  /** The conversation in which an agent last worked on a thread of a run's jobs; null: none, or it was forgotten. A cache: without it each begins afresh. */
  conversation(run: string, agent: string, thread: string): Promise<string | null>;
  /** null: the next begins afresh. */
  noteConversation(
    run: string,
    agent: string,
    thread: string,
    conversation: string | null,
  ): Promise<void>;
  /** What agents said that jobs of a run took. A cache: what is lost of it wasn't told. */
  used(run: string): Promise<readonly Used[]>;
  noteUsed(run: string, used: Used): Promise<void>;
  keepTranscript(run: string, fence: number, transcript: KeptTranscript): Promise<void>;
  /** null: none was kept on this machine. */
  transcript(run: string, fence: number): Promise<KeptTranscript | null>;
  /** What is another one than at the last look, by path or content, of git and of these programs of agents, in sentences. A cache: the first look tells nothing. */
  programs(root: string, agents: Readonly<Record<string, string>>): Promise<readonly string[]>;
  readonly runners: Runners;
  servers(): Promise<Servers>;
  notices(): Promise<Notices>;
  readonly spool: Spool;
  readonly processes: Processes;
  claims(): Promise<Claims>;
  places(): Promise<Places>;
  fences(): Promise<Fences>;
  remains(): Promise<Remains>;
  ownFiles(root: string): Promise<OwnFiles>;
  documents(): Promise<FreeDocuments>;
};
