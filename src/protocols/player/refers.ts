// Why: what an event names that is kept elsewhere must be there for the record to be whole.
import type { References } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import type { PlayerEvent } from "./messages.ts";

const there = (digest: string | null | undefined): References => (digest === null || digest === undefined ? {} : { outputs: [digest] });

const of = (event: Recorded<PlayerEvent>): References => {
  if (event.type === "NodeFinished" || event.type === "NodeFailed") return there(event.data.result.output_digest);
  if (event.type === "RunAdopted") return { outputs: Object.values(event.data.digests) };
  return event.type === "NodeAccepted" ? there(event.data.result?.output_digest) : {};
};

export const refers = { types: ["RunAdopted", "NodeFinished", "NodeFailed", "NodeAccepted"] as const, of };
