// Alias tables of older and hand-made ultrawork sessions: one line per variant.
import type { Aliases } from "../../../core/fields.ts";
import type { Phase } from "../state.ts";
import type { EvidenceType, TaskStatus } from "../task.ts";

export const sessionAliases: Aliases = { child_tasks: ["tasks"] };
export const taskAliases: Aliases = {
  blocked_by: ["blockedBy", "depends_on", "dependencies"],
  subject: ["title"],
  success_criteria: ["criteria"],
  completed_at: ["resolved_at"],
  worker_agent_id: ["agent_id", "worker"],
};
export const evidenceAliases: Aliases = { criteria: ["criterion"] };

export const statuses: Readonly<Record<string, TaskStatus>> = {
  open: "open",
  in_progress: "in_progress",
  resolved: "resolved",
  failed: "failed",
  pending: "open",
  blocked: "open",
  todo: "open",
  completed: "resolved",
  complete: "resolved",
  done: "resolved",
  "in-progress": "in_progress",
  running: "in_progress",
  error: "failed",
};

export const phases: Readonly<Record<string, Phase>> = {
  PLANNING: "PLANNING",
  EXECUTION: "EXECUTION",
  VERIFICATION: "VERIFICATION",
  DOCUMENTATION: "VERIFICATION",
  COMPLETE: "COMPLETE",
  FAILED: "FAILED",
  CANCELLED: "CANCELLED",
};

export const evidenceTypes: Readonly<Record<string, EvidenceType>> = {
  command_output: "command_output",
  test_result: "test_result",
  api_response: "api_response",
  file_content: "file_content",
  screenshot: "screenshot",
  manual: "manual",
  command_execution: "command_output",
  file_operation: "file_content",
  agent_completed: "manual",
};

export const version = "1.0";
export const olderVersion = /^(?:[56](?:\.\d+)*|7(?:\.0)*)$/u;
export const isOlderVersion = (text: string): boolean => olderVersion.test(text);

/** Words of others that would end the work without proof. */
export const disbelieved: readonly string[] = ["skip_verify", "verifier_passed"];
