// Types of a player run's state: plain JSON, folded from events and saved in snapshots.
import type { Extras } from "../../kit/document/unknown-keys.ts";
import type { RefusedEdit } from "../../kit/edits/refused-edit.ts";
import type { Digest, Path, Time } from "../../core/row.ts";
import type { Template } from "./template/template.ts";

export type NodeId = string;
export type Status = "running" | "paused" | "completed" | "failed" | "aborted";
export type NodeStatus = "pending" | "running" | "completed" | "skipped" | "failed";
export type Context = Readonly<Record<string, string | boolean>>;
/** Members in the order of the template's nodes. */
export type Batch = { readonly nodes: readonly NodeId[]; readonly parallel: boolean };

/** Output of a node. `text`: at most 32 KiB; `digest`: of all that was kept, null if nothing was. */
export type Output = {
  readonly text: string;
  readonly digest: Digest | null;
  readonly bytes: number;
  /** `agent`: the agent wrote `artifacts/<node>-output.md` itself, so the engine doesn't own that file. */
  readonly by: "engine" | "agent";
  /** Content of the output file that the node named, as it was at its end. */
  readonly copy?: string;
};

/** A node or checkpoint that passed on a person's word; always shown. */
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
  /** Number of attempts started; it only grows, also through retry, release and rollback. */
  readonly attempt: number;
  /** First attempt of the current series; missing before the first start and after a rollback. */
  readonly since?: number;
  /** The engine's own process or child run executes it. */
  readonly hosted: boolean;
  /** Only the engine determines its end: a plain program's exit code, or the end of a nested run. If missing, reports and claims end it, too. */
  readonly check?: true;
  /** For a check: the tree that it ran on, if measured. */
  readonly tree?: string;
  /** The one retry of on_fail is used up, until a person retries or rolls back. */
  readonly autoRetried: boolean;
  /** Consecutive retries of a lost read-only process. */
  readonly lost: number;
  /** Why its outcome is unknown; only while it runs. */
  readonly doubt: string | null;
  readonly session: string | null;
  readonly outputPath: Path | null;
  readonly artifacts: readonly Path[];
  readonly error: string | null;
  readonly task: string | null;
  readonly output: Output | null;
  /** The exact arguments of the last start. */
  readonly args: string | null;
  readonly warnings: readonly string[];
  /** Digest of the last ended attempt's result, to recognise a repetition. */
  readonly result: Digest | null;
  /** Digest of the output file that the agent wrote in a doubtful attempt. */
  readonly left?: Digest;
  /** Data of the previous attempt. */
  readonly last: {
    readonly error: string | null;
    readonly session: string | null;
    /** Digest of its output file: if still unchanged, the file is not the next attempt's. */
    readonly output: Digest | null;
  } | null;
  /** How it ended, as claimed; null if not ended, or adopted. */
  readonly how: string | null;
  /** The agent that took it last or reported its start, as claimed. */
  readonly agent?: string;
  readonly startedAt: Time | null;
  readonly completedAt: Time | null;
};

export type CheckpointState = {
  readonly is: "checkpoint";
  /** `running`: saved, with its question open. */
  readonly status: "pending" | "running" | "completed";
  /** How often it was saved; only grows. */
  readonly saved: number;
  readonly savedAt: Time | null;
};
export type NodeState = WorkState | CheckpointState;

/** State when the checkpoint was saved, before its own change. */
export type Snapshot = {
  readonly at: Time;
  readonly context: Context;
  readonly nodes: Readonly<Record<NodeId, NodeState>>;
  readonly commit: string | null;
  /** The file as adopted; missing if saved here. */
  readonly text?: string;
};

/** The pinned template. `body` is null for a run adopted without one, which can only be viewed. */
export type Pin = {
  readonly id: string;
  readonly name: string;
  /** Relative to the root if inside it, else absolute. */
  readonly path: Path;
  readonly text: string;
  readonly digest: Digest;
  readonly body: Template | null;
};

/** Origin of a nested run: its depth, and the digests of the templates above it. */
export type Nested = { readonly depth: number; readonly templates: readonly Digest[] };

/** A result that arrived after its attempt had ended. */
export type Late = {
  readonly node: NodeId;
  readonly attempt: number;
  readonly task: string;
  readonly exit: number | null;
  readonly why: string;
};

export type State = {
  readonly run: string;
  /** Name of the run's folder: `WFR-<slug>-<YYYYMMDD>-<HHmmss>`. */
  readonly session: string;
  readonly status: Status;
  readonly archived: boolean;
  readonly origin: string | null;
  readonly nested: Nested;
  readonly template: Pin;
  readonly context: Context;
  /** In seconds. */
  readonly nodeTimeout: number;
  readonly plan: readonly Batch[];
  /** Index of the first batch with an unfinished node; the plan's length if there is none. */
  readonly batch: number;
  /** Every node of the plan. */
  readonly nodes: Readonly<Record<NodeId, NodeState>>;
  readonly snapshots: Readonly<Record<NodeId, Snapshot>>;
  readonly lastCheckpoint: NodeId | null;
  /** Commit of the working tree when a node last ended, if the engine saw it. */
  readonly commit: string | null;
  /** Every task id ever bound. `result`: digest of its callback, null until then. */
  readonly tasks: Readonly<
    Record<
      string,
      { readonly node: NodeId; readonly attempt: number; readonly result: Digest | null }
    >
  >;
  readonly bypasses: readonly Bypass[];
  readonly late: readonly Late[];
  readonly extras: readonly Extras[];
  /** The last refused hand edit that still stands. */
  readonly refused: RefusedEdit | null;
  /** Remarks made at adoption; null if the run was started here. */
  readonly adopted: readonly string[] | null;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  readonly completedAt: Time | null;
};
