// How attempts at a stigmergy run's jobs ended, as its events tell it.
import { byReason, type EndSaid, ofUnit, own } from "../../core/attempt-end.ts";
import type { Recorded } from "../../core/row.ts";
import type { StigmergyEvent, StigmergyEvents } from "./messages.ts";
import { storyOf, subjectFrom, workOf } from "./subjects.ts";

/** What a reviewer or a check finds is said of the story's work; any other strike is about whoever had the job. */
const strike = ({
  subject,
  kind,
  reason,
}: StigmergyEvents["StrikeCounted"]["data"]): readonly EndSaid[] => {
  const story = workOf(subject) ?? storyOf(subjectFrom(subject));
  if (story !== null && kind === "check") return [ofUnit(story, "returned", reason)];
  if (story !== null && kind === "review" && workOf(subject) !== null)
    return [own("judged", reason), ofUnit(story, "returned", reason)];
  return [kind === "timeout" ? own("late", reason) : byReason(reason)];
};

export const ends = (event: Recorded<StigmergyEvent>): readonly EndSaid[] => {
  switch (event.type) {
    case "BriefFinished":
    case "PrdFinished":
    case "UxFinished":
    case "ArchitectureFinished":
    case "ManifestReplaced":
    case "StoryFileRecorded":
    case "AuditFinished":
      return [own("written", event.data.entry.summary)];
    case "WorkFinished":
      return [own("reported", event.data.entry.summary)];
    case "IssueResolved":
      return [own("reported", event.data.solution)];
    case "IssueUnresolved":
    case "AuditSkipped":
      return [byReason(event.data.reason)];
    case "IssueOpened":
    case "IssueLinked":
      return [own("failed", event.data.entry.summary)];
    case "QuestionAsked":
      return [own("asked", event.data.text)];
    case "AttemptCounted":
      return [byReason(event.data.reason)];
    case "CheckRecorded": {
      const { void: counts, passed, why, exit } = event.data.result;
      if (counts) return [own("void", why ?? "the files changed meanwhile")];
      return [passed ? own("passed") : own("failed", why ?? `exit ${exit ?? "unknown"}`)];
    }
    case "StrikeCounted":
      return strike(event.data);
    case "StoryReviewed":
      return [own("judged", event.data.entry.summary)];
    case "StoryCompleted":
      return [ofUnit(event.data.story, "done")];
    case "StoryReopened":
      return event.data.stories.map((story) => ofUnit(story, "returned", event.data.reason));
    default:
      return [];
  }
};
