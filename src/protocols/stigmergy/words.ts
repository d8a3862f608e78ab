// The words of the state file and of the settings; types, schemas, readers and refusals follow from them.

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

export const playingWords = ["agent", "engine", "person", "hand"] as const;
export const gateWords = ["brief", "blueprint", "story"] as const;
export const auditWords = ["on-trouble", "never", "always"] as const;
export const reviewerWords = ["other-session", "other-agent", "person"] as const;
