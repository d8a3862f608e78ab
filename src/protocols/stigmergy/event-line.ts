// Why: whoever follows a run reads one line an event: the entry that it left in the history says it best.
import { oneLine } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { StigmergyEvent } from "./messages.ts";

/** One line about an event, without its name. */
export const eventLine = (event: Recorded<StigmergyEvent>): string => {
  switch (event.type) {
    case "CheckRecorded": {
      const { n, result } = event.data;
      return `check ${n + 1}, ${result.void ? "void" : result.passed ? "passed" : "failed"}${result.why === null ? "" : `: ${oneLine(result.why, 120)}`}`;
    }
    case "ChecksReset":
      return `all checks are run again, asked by ${oneLine(event.data.by, 60)}`;
    case "AttemptCounted":
      return `${event.data.job}: ${oneLine(event.data.reason)}`;
    case "AutonomyAsked":
      return `asked by ${oneLine(event.data.by, 60)}`;
    case "DocumentFound":
      return `${event.data.path} was changed while its gate waits: it asks anew`;
    case "EditRefused":
      return `${event.data.path}, ${event.data.code}`;
    default: {
      const { agent, signal, summary } = event.data.entry;
      return `${oneLine(agent, 60)} · ${oneLine(signal, 60)} · ${oneLine(summary)}`;
    }
  }
};
