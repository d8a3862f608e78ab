// Which events people want to hear of while a run goes on, and in which words.
import { newsBy } from "../../core/news.ts";
import { oneLine } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import { eventLine } from "./event-line.ts";
import type { StigmergyEvent } from "./messages.ts";

/** The summary of its entry says it best. */
const line = (event: Recorded<StigmergyEvent>): string =>
  "entry" in event.data ? oneLine(event.data.entry.summary) : eventLine(event);

export const news = newsBy<StigmergyEvent>(
  {
    BlueprintCompleted: "ends",
    StrikeCounted: "again",
    StoryReviewed: "ends",
    StoryCompleted: "proved",
    IssueOpened: "failed",
    IssueResolved: "ends",
    ProjectCompleted: "done",
  },
  line,
);
