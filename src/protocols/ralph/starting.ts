// Purpose of ralph, and the opening data of its runs.
import type { Starting } from "../../core/starting.ts";
import type { RalphEvent } from "./events.ts";
import { prdIn } from "./prd.ts";

export const starting: Starting<RalphEvent> = {
  purpose:
    "You list stories. A fresh agent does one at a time, your checks run on it, and a second agent judges each criterion.",
  goal: ["goal"],
  begunWith([first]) {
    if (first?.type !== "RunStarted") return null;
    const { title, text, options, folder } = first.data;
    const stories = prdIn(text).stories.map((story) => ({
      title: story.title,
      criteria: story.criteria,
    }));
    return {
      data: { goal: prdIn(text).description || title, stories, options, folder },
      switches: [],
    };
  },
};
