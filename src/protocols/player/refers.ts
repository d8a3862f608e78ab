// Why: what an event names that is kept elsewhere must be there for the record to be whole.
import type { References } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import type { PlayerEvent } from "./messages.ts";

const of = (event: Recorded<PlayerEvent>): References => {
  if (event.type === "NodeFinished" || event.type === "NodeFailed") return { outputs: [event.data.result.output_digest] };
  if (event.type === "RunAdopted") return { outputs: Object.values(event.data.digests) };
  return event.type === "NodeAccepted" ? { outputs: [event.data.result?.output_digest ?? null] } : {};
};

export const refers = { types: ["RunAdopted", "NodeFinished", "NodeFailed", "NodeAccepted"] as const, of };
