// Types of a player run's state: plain JSON, folded from events and saved in snapshots.
import type { Extras } from "../../core/kept-extras.ts";
import type { RefusedEdit } from "../../core/refused-edit.ts";
import type { Digest, Path, Time } from "../../core/row.ts";
import type { Template } from "./template/template.ts";

export type NodeId = string;
export type Status = "running" | "paused" | "completed" | "failed" | "aborted";
export type NodeStatus = "pending" | "running" | "completed" | "skipped" | "failed";
export type Context = Readonly<Record<string, string | boolean>>;
/** Members in the order of the template's nodes. */
export type Batch = { readonly nodes: readonly NodeId[]; readonly parallel: boolean };

/** What a node said. `text`: at most 32 KiB of it; `digest`: of the kept whole, null where nothing was kept. */
export type Output = {
  readonly text: string;
  readonly digest: Digest | null;
  readonly bytes: number;
  /** agent: it wrote `artifacts/<node>-output.md` itself, which is then no file of the engine's. */
  readonly by: "engine" | "agent";
  /** Of the file that it named as its output, as it was at its end. */
  readonly copy?: string;
};

/** A node or checkpoint that a person's word let pass: shown for ever. */
export type Bypass = {
  readonly node: NodeId;
  readonly attempt: number;
  readonly by: string;
  readonly reason: string;
  readonly at: Time;
};

export type WorkState = {
  readonly is: "work";
  readonly status: NodeStatus;
  /** Of tries begun; only grows, through retry, release and rollback alike. */
  readonly attempt: number;
  /** The attempt by which its present line of tries began; not there: none did, at the start and after a rollback. */
  readonly since?: number;
  /** The engine's own process or child does it. */
  readonly hosted: boolean;
  /** Its end is read by the engine alone: a plain program's exit code, or how the run that it is ended. Not there: a report or a claim ends it, too. */
  readonly check?: true;
  /** Of a check: the tree that it saw, where that was measured. */
  readonly tree?: string;
  /** The one retry of on_fail is used up, until a person retries or rolls back. */
  readonly autoRetried: boolean;
  /** Retries in a row of a lost process that only reads. */
  readonly lost: number;
  /** Why nobody knows how it ended; only while it runs. */
  readonly doubt: string | null;
  readonly session: string | null;
  readonly outputPath: Path | null;
  readonly artifacts: readonly Path[];
  readonly error: string | null;
  readonly task: string | null;
  readonly output: Output | null;
  /** Exactly what was told at the last start. */
  readonly args: string | null;
  readonly warnings: readonly string[];
  /** How the last ended attempt ended: digest of its result, by which the same one is known again. */
  readonly result: Digest | null;
  /** Of the output file that its agent wrote in an attempt of which nobody saw the end. */
  readonly left?: Digest;
  /** Of the attempt before. */
  readonly last: {
    readonly error: string | null;
    readonly session: string | null;
    /** Of the output file that its agent wrote: found again unchanged, it is none of the next attempt's. */
    readonly output: Digest | null;
  } | null;
  /** How it came to its end, as claimed; null: not ended, or found at adoption. */
  readonly how: string | null;
  /** The agent that took it last, or whoever said that it began, as claimed. */
  readonly agent?: string;
  readonly startedAt: Time | null;
  readonly completedAt: Time | null;
};

export type CheckpointState = {
  readonly is: "checkpoint";
  /** running: saved, and its question is open. */
  readonly status: "pending" | "running" | "completed";
  /** How often; only grows. */
  readonly saved: number;
  readonly savedAt: Time | null;
};
export type NodeState = WorkState | CheckpointState;

/** Folded when the checkpoint was saved, before its own change. */
export type Snapshot = {
  readonly at: Time;
  readonly context: Context;
  readonly nodes: Readonly<Record<NodeId, NodeState>>;
  readonly commit: string | null;
  /** The file as it was found at adoption; not there: it was saved here. */
  readonly text?: string;
};

/** The template as pinned; `body` null: found without one, to look at only. */
export type Pin = {
  readonly id: string;
  readonly name: string;
  /** From the root if it lies inside, else absolute. */
  readonly path: Path;
  readonly text: string;
  readonly digest: Digest;
  readonly body: Template | null;
};

/** Where a nested run comes from: how deep it lies, and the digests of the templates above it. */
export type Nested = { readonly depth: number; readonly templates: readonly Digest[] };

/** A result that came when its attempt was no longer running. */
export type Late = {
  readonly node: NodeId;
  readonly attempt: number;
  readonly task: string;
  readonly exit: number | null;
  readonly why: string;
};

export type State = {
  readonly run: string;
  /** The run's folder: `WFR-<slug>-<YYYYMMDD>-<HHmmss>`. */
  readonly session: string;
  readonly status: Status;
  readonly archived: boolean;
  readonly origin: string | null;
  readonly nested: Nested;
  readonly template: Pin;
  readonly context: Context;
  /** Seconds. */
  readonly nodeTimeout: number;
  readonly plan: readonly Batch[];
  /** Index of the first batch that isn't wholly completed or skipped; the plan's length when none is left. */
  readonly batch: number;
  /** Each node of the plan. */
  readonly nodes: Readonly<Record<NodeId, NodeState>>;
  readonly snapshots: Readonly<Record<NodeId, Snapshot>>;
  readonly lastCheckpoint: NodeId | null;
  /** Of the working tree when a node ended last, where the engine saw it. */
  readonly commit: string | null;
  /** Every task id that was ever bound; `result`: digest of what its callback said, null until then. */
  readonly tasks: Readonly<
    Record<
      string,
      { readonly node: NodeId; readonly attempt: number; readonly result: Digest | null }
    >
  >;
  readonly bypasses: readonly Bypass[];
  readonly late: readonly Late[];
  readonly extras: readonly Extras[];
  /** The hand edit that stands refused. */
  readonly refused: RefusedEdit | null;
  /** Remarks made when the folder was adopted; null: started here. */
  readonly adopted: readonly string[] | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  readonly completedAt: Time | null;
};
