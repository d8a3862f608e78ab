// Why: passes are begun and ended by the engine; who was at work stands in the event.
import type { Recorded } from "../../core/row.ts";
import type { IterativeEvent } from "./messages.ts";

export const doer = (event: Recorded<IterativeEvent>): string | null => {
  switch (event.type) {
    case "PassBegun":
    case "PassEnded":
    case "VerdictGiven":
    case "ReviewGiven":
      return event.data.holder;
    default:
      return null;
  }
};
