// Words of session.json and of the tasks' files: today's, and what earlier ones mean.
import { evidenceTypes } from "../task.ts";
import type { Words } from "../../../kit/document/keys.ts";

export const taskStatus = {
  words: ["open", "in_progress", "resolved", "failed"],
  former: {
    pending: "open",
    blocked: "open",
    todo: "open",
    completed: "resolved",
    complete: "resolved",
    done: "resolved",
    "in-progress": "in_progress",
    running: "in_progress",
    error: "failed",
  },
  anyCase: true,
  code: "STATUS_UNKNOWN",
  what: "status",
  otherwise: "; it is read as open",
} as const satisfies Words;

export const phase = {
  words: ["PLANNING", "EXECUTION", "VERIFICATION", "COMPLETE", "FAILED", "CANCELLED"],
  former: { DOCUMENTATION: "VERIFICATION" },
  anyCase: true,
  code: "PHASE_UNKNOWN",
  what: "phase",
} as const satisfies Words;

export const evidenceType = {
  words: evidenceTypes,
  former: {
    command_execution: "command_output",
    file_operation: "file_content",
    agent_completed: "manual",
  },
  code: "VALUE_UNKNOWN",
  what: "type of evidence",
} as const satisfies Words;

export const complexity = {
  words: ["simple", "standard", "complex"],
  code: "VALUE_UNKNOWN",
  what: "complexity",
  otherwise: "; it is left out",
} as const satisfies Words;

export const plannerStatus = {
  words: ["pending", "running", "completed", "failed"],
  code: "STATUS_UNKNOWN",
  what: "status of the planner",
} as const satisfies Words;
