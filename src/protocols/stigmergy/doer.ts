// Why: work is begun and judged under a role; who has it stands in the event, also where a person or a file says it.
import { doerName } from "../../core/doer.ts";
import type { Recorded } from "../../core/row.ts";
import type { StigmergyEvent } from "./messages.ts";

export const doer = (event: Recorded<StigmergyEvent>): string | null => {
  switch (event.type) {
    case "StoryStarted":
    case "IssueTaken":
      return doerName(event.data.author.holder);
    case "StoryReviewed":
      return doerName(event.data.by.holder);
    default:
      return null;
  }
};
