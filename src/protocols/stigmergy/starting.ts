// Purpose of stigmergy, and the opening data of its runs.
import type { Starting } from "../../core/starting.ts";
import type { StigmergyEvent } from "./events.ts";

export const starting: Starting<StigmergyEvent> = {
  purpose:
    "You have an idea for a product. Agents in roles write its documents, divide it into stories, build and review each.",
  goal: ["goal"],
  begunWith([first]) {
    if (first?.type !== "ProjectStarted") return null;
    const { goal, name, autonomy, settings } = first.data;
    return { data: { goal, name, autonomy, settings }, switches: [] };
  },
};
