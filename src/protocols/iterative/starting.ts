// Purpose of work in passes, and the opening data of its runs.
import type { Starting } from "../../core/starting.ts";
import type { IterativeEvent } from "./events.ts";

export const starting: Starting<IterativeEvent> = {
  purpose:
    "You say what done means. Agents work alone for hours in small steps, and a second look confirms each one.",
  goal: ["request"],
  begunWith([first]) {
    if (first?.type !== "RunStarted") return null;
    const { request, mode, domain, domains, settings } = first.data;
    return {
      data: { request, mode, domain: domains.length > 1 ? domains.join(",") : domain, settings },
      switches: [],
    };
  },
};
