// Vocabularies of older stigmergy files, translated to current words.
import type { IssueStatus, Status, StoryStatus } from "../state.ts";
import { autonomyWords, epicWords, issueWords, statusWords, storyWords } from "../words.ts";

type Old<T> = ReadonlyMap<string, T>;
const all = <T extends string>(
  to: T,
  ...from: readonly string[]
): readonly (readonly [string, T])[] => from.map((one) => [one, to]);

const oldStories: Old<StoryStatus> = new Map([
  ...all<StoryStatus>("PENDING", "APPROVED", "Draft"),
  ...all<StoryStatus>("IN_PROGRESS", "CODING_IN_PROGRESS"),
  ...all<StoryStatus>(
    "AWAITING_VERIFICATION",
    "CODING_COMPLETE",
    "QA_PENDING",
    "QA_PASSED",
    "PO_PENDING",
    "PO_VERIFIED",
    "AWAITING_QA",
  ),
  ...all<StoryStatus>("COMPLETE", "DONE", "COMPLETED"),
]);
const oldStatuses: Old<Status> = new Map([
  ...all<Status>("NEEDS_BRIEFING", "NEEDS_INITIALIZATION", "AWAITING_APPROVAL_BRIEF"),
  ...all<Status>(
    "NEEDS_PLANNING",
    "PLANNING_IN_PROGRESS",
    "GRAND_BLUEPRINT_PHASE",
    "NEEDS_PRD",
    "NEEDS_ARCHITECTURE",
    "NEEDS_BLUEPRINT",
    "AWAITING_APPROVAL_PRD",
    "AWAITING_APPROVAL_ARCHITECTURE",
  ),
  ...all<Status>(
    "READY_FOR_EXECUTION",
    "AWAITING_APPROVAL_BLUEPRINT",
    "AWAITING_EXECUTION_APPROVAL",
  ),
  ...all<Status>("EXECUTION_IN_PROGRESS", "EPIC_COMPLETE", "SYSTEM_AUDIT_PENDING", "AWAITING_QA"),
  ...all<Status>("EXECUTION_HALTED", "EXECUTION_FAILED"),
]);
const oldIssues: Old<IssueStatus> = new Map(all<IssueStatus>("RESOLVED", "CLOSED"));

/** `what`: display name; `old`: words of older files, mapped to `words`. */
export type Vocabulary<T extends string> = {
  readonly what: string;
  readonly words: readonly T[];
  readonly old: Old<T>;
};
const none = new Map<string, never>();
export const vocabulary = {
  autonomy: { what: "mode", words: autonomyWords, old: none },
  project: { what: "status of a project", words: statusWords, old: oldStatuses },
  epic: { what: "status of an epic", words: epicWords, old: none },
  story: { what: "status of a story", words: storyWords, old: oldStories },
  issue: { what: "status of an issue", words: issueWords, old: oldIssues },
} as const;

/** Statuses that stand for another status, or for a person's request. */
export const pausedWord = "PAUSED_BY_USER";
export const askingWord = "HUMAN_INPUT_REQUIRED";

/** Signals of the original and of this engine; all others are unknown. */
const signals: ReadonlySet<string> = new Set(
  (
    "INIT PROJECT_ADOPTED BRIEF_COMPLETE PRD_COMPLETE UX_COMPLETE ARCHITECTURE_COMPLETE MANIFEST_COMPLETE MANIFEST_EXTENDED BLUEPRINT_COMPLETE " +
    "BRIEF_APPROVED EXECUTION_APPROVED STORY_APPROVED REVISION_REQUESTED STORY_CREATED STORY_STARTED STORY_IMPLEMENTATION_SUCCESS STORY_QA_PASSED " +
    "FAILURE_DETECTED STORY_VERIFIED_BY_PO STORY_COMPLETE EPIC_COMPLETE PROJECT_COMPLETE ESCALATION_REQUIRED ISSUE_IN_PROGRESS ISSUE_LINKED " +
    "ISSUE_RESOLVED ISSUE_UNRESOLVED EXECUTION_HALTED EXECUTION_RESUMED HUMAN_INPUT_REQUIRED INPUT_PROVIDED BLUEPRINT_CHANGED BLUEPRINT_RESTORED " +
    "BLUEPRINT_AMENDED STORY_REOPENED STORY_WITHDRAWN BYPASS SYSTEM_AUDIT_COMPLETE AUDIT_SKIPPED AUTONOMY_SET SETTINGS_CHANGED NOTE PROJECT_RENAMED " +
    "PROJECT_PAUSED PROJECT_RESUMED PROJECT_CANCELLED PROJECT_ARCHIVED CODE_APPROVED_BY_QA EPIC_VERIFIED MILESTONE_APPROVED UNREADABLE"
  ).split(" "),
);
export const isKnownSignal = (signal: string): boolean =>
  signal === "" || signals.has(signal.replace(/^CLAIMED_/u, ""));
