// Why: what an event names that is kept elsewhere must be there for the record to be whole.
import type { References } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import type { StigmergyEvent } from "./messages.ts";

const of = (event: Recorded<StigmergyEvent>): References => {
  switch (event.type) {
    case "CheckRecorded":
      return event.data.result.output === null ? {} : { outputs: [event.data.result.output] };
    case "ProjectAdopted":
      return { outputs: Object.values(event.data.digests) };
    default:
      return {};
  }
};

export const refers = { types: ["CheckRecorded", "ProjectAdopted"] as const, of };
