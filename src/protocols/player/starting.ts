// Purpose of the player, and the opening data of its runs.
import type { Starting } from "../../core/starting.ts";
import type { PlayerEvent } from "./events.ts";

export const starting: Starting<PlayerEvent> = {
  purpose:
    "You have written the steps once, as a template. They are played in order, and you can roll back to a checkpoint.",
  goal: ["context", "goal"],
  begunWith([first]) {
    if (first?.type !== "RunStarted") return null;
    const { template_path: template, context, node_timeout_s } = first.data;
    return { data: { template, context, node_timeout_s }, switches: [] };
  },
};
