// Why: what an event names that is kept elsewhere must be there for the record to be whole.
import type { References } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import type { PlayerEvent } from "./messages.ts";

type Result = {
  readonly output_digest: string | null;
  readonly commit?: string | null | undefined;
};

const there = (result: Result | null): References => ({
  outputs: [result?.output_digest ?? null].filter((digest) => digest !== null),
  commits: [result?.commit ?? null].filter((commit) => commit !== null),
});

const of = (event: Recorded<PlayerEvent>): References => {
  if (event.type === "NodeFinished" || event.type === "NodeFailed") return there(event.data.result);
  if (event.type === "RunAdopted") return { outputs: Object.values(event.data.digests) };
  return event.type === "NodeAccepted" ? there(event.data.result) : {};
};

export const refers = {
  types: ["RunAdopted", "NodeFinished", "NodeFailed", "NodeAccepted"] as const,
  of,
};
