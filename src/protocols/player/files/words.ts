// Status vocabulary of sessions, with other players' aliases, for check, adoption and edits.
import type { Aliases } from "../../../core/fields.ts";
import { ownOf } from "../../../core/own.ts";
import type { NodeStatus, Status } from "../state.ts";

/** `archived`: completed, and its folder moved to the archive. */
export type RunWord = Status | "archived";

const runs: Readonly<Record<string, RunWord>> = {
  running: "running",
  paused: "paused",
  completed: "completed",
  failed: "failed",
  aborted: "aborted",
  archived: "archived",
  in_progress: "running",
  active: "running",
  done: "completed",
  complete: "completed",
  error: "failed",
  cancelled: "aborted",
  canceled: "aborted",
};
const nodes: Readonly<Record<string, NodeStatus>> = {
  pending: "pending",
  running: "running",
  completed: "completed",
  skipped: "skipped",
  failed: "failed",
  in_progress: "running",
  done: "completed",
  complete: "completed",
  success: "completed",
  error: "failed",
  skip: "skipped",
};

/** Words that the engine writes. */
export const runWords: readonly RunWord[] = [
  "running",
  "paused",
  "completed",
  "failed",
  "aborted",
  "archived",
];
export const nodeWords: readonly NodeStatus[] = [
  "pending",
  "running",
  "completed",
  "skipped",
  "failed",
];

/** Words that other players write. */
export const otherRunWords: readonly string[] = Object.keys(runs);
export const otherNodeWords: readonly string[] = Object.keys(nodes);
export const sessionAliases: Aliases = { execution_plan: ["topological_order"] };

/** Case-insensitive; returns null for an unknown word. */
export const runWord = (text: string): RunWord | null => ownOf(runs, text.toLowerCase()) ?? null;
export const nodeWord = (text: string): NodeStatus | null =>
  ownOf(nodes, text.toLowerCase()) ?? null;

export const rootKeys: ReadonlySet<string> = new Set([
  "session_id",
  "template_id",
  "template_path",
  "template_name",
  "status",
  "context",
  "execution_plan",
  "current_batch",
  "current_node",
  "last_checkpoint",
  "node_states",
  "created_at",
  "updated_at",
  "completed_at",
]);
export const batchKeys: ReadonlySet<string> = new Set(["batch", "nodes", "parallel"]);
export const workKeys: ReadonlySet<string> = new Set([
  "status",
  "started_at",
  "completed_at",
  "session_id",
  "output_path",
  "artifacts",
  "error",
  "cli_task_id",
]);
/** Keys of a snapshot's root object; its nodes use the node keys. */
export const snapshotKeys: ReadonlySet<string> = new Set([
  "session_id",
  "checkpoint_id",
  "checkpoint_name",
  "saved_at",
  "context_snapshot",
  "node_states_snapshot",
  "last_completed_node",
  "next_node",
]);
export const checkpointKeys: ReadonlySet<string> = new Set([
  "status",
  "saved_at",
  "snapshot_path",
  "auto_continue",
]);
