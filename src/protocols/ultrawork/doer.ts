// Why: jobs are begun by the engine; whom it began them with stands in the event.
import { doerName } from "../../core/doer.ts";
import type { Recorded } from "../../core/row.ts";
import type { UltraworkEvent } from "./messages.ts";

export const doer = (event: Recorded<UltraworkEvent>): string | null => {
  switch (event.type) {
    case "ExplorerStarted":
    case "PlannerStarted":
    case "VerifierStarted":
    case "TaskStarted":
      return doerName(event.data.holder);
    default:
      return null;
  }
};
