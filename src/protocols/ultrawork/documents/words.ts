// Words of session.json and of the tasks' files, and what those of earlier files mean.
import type { Words } from "../../../kit/document/keys.ts";
import { evidenceTypes } from "../../../kit/check/shape.ts";

export const taskStatus = {
  words: ["open", "in_progress", "resolved", "failed"],
  former: { blocked: "open", pending: "open" },
  anyCase: true,
  code: "STATUS_UNKNOWN",
  what: "status",
  otherwise: "; it is read as open",
} as const satisfies Words;
export type TaskWord = (typeof taskStatus.words)[number];

export const phaseWords = {
  words: ["PLANNING", "EXECUTION", "VERIFICATION", "COMPLETE", "FAILED", "CANCELLED"],
  former: { DOCUMENTATION: "VERIFICATION" },
  anyCase: true,
  code: "PHASE_UNKNOWN",
  what: "phase",
  otherwise: "; the tasks tell it",
} as const satisfies Words;
export type Phase = (typeof phaseWords.words)[number];

export const evidenceType = {
  words: evidenceTypes,
  code: "VALUE_UNKNOWN",
  what: "type of evidence",
  otherwise: "; it is read as manual",
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
export type PlannerWord = (typeof plannerStatus.words)[number];
