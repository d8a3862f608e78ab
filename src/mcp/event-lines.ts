// One-line summaries of events for MCP, in the protocol's own words.
import { tellerOf } from "../core/words/event-line.ts";
import { oneLine } from "../core/words/quote.ts";
import type { Recorded } from "../core/row.ts";
import type { Sent } from "../runtime/system.ts";
import type { Call } from "./world.ts";

export const lineOf = async (
  { system }: Call,
  protocol: string,
): Promise<(event: Recorded) => string> => {
  const tell = tellerOf(await system.protocol(protocol));
  return (event) => `#${event.version} ${event.type}  ${oneLine(tell(event), 400)}`.trimEnd();
};

/** The effects of a command, for its sender. */
export const sentText = async (
  call: Call,
  protocol: string,
  { run, events, version, left = [] }: Sent,
): Promise<string> => {
  const tell = await lineOf(call, protocol);
  const done = events.length === 0 ? ["nothing changed: it was so already"] : events.map(tell);
  return [...done, ...left, `run ${run} is at version ${version}`].join("\n");
};
