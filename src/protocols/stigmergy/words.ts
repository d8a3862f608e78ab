// Why: the live words of the state file are said once; types, schemas, readers and refusals all follow from them (seed; specification, section 2).

export const autonomyWords = ["supervised", "autonomous"] as const;
export const statusWords = [
  "NEEDS_BRIEFING",
  "NEEDS_PLANNING",
  "READY_FOR_EXECUTION",
  "EXECUTION_IN_PROGRESS",
  "EXECUTION_HALTED",
  "PROJECT_COMPLETE",
] as const;
export const epicWords = ["PENDING", "IN_PROGRESS", "COMPLETE"] as const;
export const storyWords = [
  "PENDING",
  "IN_PROGRESS",
  "AWAITING_VERIFICATION",
  "COMPLETE",
  "FAILED",
] as const;
export const issueWords = ["OPEN", "IN_PROGRESS", "RESOLVED", "FAILED_TO_RESOLVE"] as const;
