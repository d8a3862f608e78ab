// Why: what an event names that is kept elsewhere must be there for the record to be whole.
import type { References } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import type { IterativeEvent } from "./messages.ts";

const of = (event: Recorded<IterativeEvent>): References => {
  switch (event.type) {
    case "PassEnded":
      return event.data.output === null ? {} : { outputs: [event.data.output] };
    case "GateRun":
      return {
        outputs: event.data.checks.flatMap(({ digest }) => (digest === null ? [] : [digest])),
      };
    case "RunAdopted":
      return { outputs: Object.values(event.data.digests) };
    case "CommitRecorded":
      return { commits: [event.data.hash] };
    default:
      return {};
  }
};

export const refers = {
  types: ["PassEnded", "GateRun", "RunAdopted", "CommitRecorded"] as const,
  of,
};
