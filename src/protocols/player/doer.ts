// Why: nodes are started by the engine; which agent it started stands in the event.
import type { Recorded } from "../../core/row.ts";
import type { PlayerEvent } from "./messages.ts";

export const doer = (event: Recorded<PlayerEvent>): string | null =>
  event.type === "NodeStarted" ? (event.data.agent ?? null) : null;
