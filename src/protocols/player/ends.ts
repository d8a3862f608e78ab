// How attempts at a player's nodes ended, as its events tell it.
import type { AttemptState } from "../../core/attempt-states.ts";
import { byReason, type EndSaid, ofUnit, own, ownBy } from "../../core/attempt-end.ts";
import type { Recorded } from "../../core/row.ts";
import type { PlayerEvent, PlayerEvents } from "./messages.ts";

/** An exit code and another run's end are read by the engine; a report alone proves nothing. */
const isRead = (how: string): boolean => how === "exit" || how === "run";

const reasons: Readonly<Record<string, AttemptState>> = { timeout: "late", no_report: "silent" };

const failed = ({ reason, error }: PlayerEvents["NodeFailed"]["data"]["result"]): EndSaid =>
  ownBy(reasons[reason ?? ""] ?? "failed", error ?? reason ?? "");

export const ends = (event: Recorded<PlayerEvent>): readonly EndSaid[] => {
  switch (event.type) {
    case "NodeFinished":
      return [own(isRead(event.data.result.how) ? "proved" : "reported")];
    case "NodeFailed":
      return [failed(event.data.result)];
    case "NodeDoubted":
      return [own("lost", event.data.why)];
    case "NodeReleased":
      return [byReason(event.data.why)];
    case "NodeRetried":
      return [ofUnit(event.data.node, "returned", event.data.why)];
    case "RunRolledBack":
      return event.data.undone.map((node) =>
        ofUnit(node, "returned", `rolled back to ${event.data.checkpoint}`),
      );
    default:
      return [];
  }
};
