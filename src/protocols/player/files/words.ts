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
