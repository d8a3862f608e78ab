// Subjects of strikes, issues, questions and guidance.
import { ownOf } from "../../core/json/own.ts";
import type { IssueId, State, StoryId, Subject, Tally } from "./state.ts";

const plain: readonly string[] = ["brief", "prd", "ux", "architecture", "manifest", "project"];

export const isSubject = (text: string): text is Subject =>
  plain.includes(text) || /^(?:story-file|story|review):./u.test(text);

/** The story of a subject; null if none. */
export const storyOf = (subject: Subject): StoryId | null =>
  /^(?:story-file|story|review):(.+)$/su.exec(subject)?.[1] ?? null;

/** The story in `story:ID`, as a work subject or a gate; null for others. */
export const workOf = (name: string): StoryId | null =>
  name.startsWith("story:") ? name.slice("story:".length) : null;

/** Subject of an event; unknown subjects count as the project. */
export const subjectFrom = (text: string): Subject => (isSubject(text) ? text : "project");

export const freshTally: Tally = { tries: 1, strikes: [], issues: 0, questions: 0, guidance: [] };
export const tallyOf = ({ tallies }: Pick<State, "tallies">, subject: Subject): Tally =>
  ownOf(tallies, subject) ?? freshTally;

/** The word before the colon at the start of an issue's summary, from which the subject can be parsed: `Story 1.2`, `Prd`, `Project`. */
export const subjectWord = (subject: Subject): string => {
  const story = storyOf(subject);
  if (story === null) return subject.charAt(0).toUpperCase() + subject.slice(1);
  if (workOf(subject) !== null) return `Story ${story}`;
  return `${subject.startsWith("review:") ? "Review" : "Story file"} ${story}`;
};

const unsettled = ["OPEN", "IN_PROGRESS"];
export const isUnsettled = ({ status }: { readonly status: string }): boolean =>
  unsettled.includes(status);
export const unsettledIssue = (
  { issues }: Pick<State, "issues">,
  subject: Subject,
): IssueId | null =>
  issues.find((issue) => issue.subject === subject && isUnsettled(issue))?.id ?? null;

/** The subject at the start of an issue's summary; null if there is none, or its story doesn't exist. */
export const subjectSaid = (summary: string, isStory: (id: StoryId) => boolean): Subject | null => {
  const [, word = ""] = /^([^:\n]{1,240}): /u.exec(summary) ?? [];
  const [, kind = "", story = ""] = /^(story file|story|review) (.+)$/iu.exec(word) ?? [];
  if (story !== "" && isStory(story)) {
    const named = kind.toLowerCase();
    return named === "story file"
      ? `story-file:${story}`
      : named === "review"
        ? `review:${story}`
        : `story:${story}`;
  }
  const lower = word.toLowerCase();
  return !lower.includes(":") && isSubject(lower) ? lower : null;
};
