// One-line text of events on the command line, in their protocol's words.
import { eventLine } from "../../core/words/event-line.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";

export type Teller = (event: Recorded) => string;

/** In the protocol's words, else as plain fields; one line without control characters. */
export const tellerOf = async (system: System, protocol: string): Promise<Teller> => {
  const found = await system.protocol(protocol);
  return (event) => eventLine(isRefusal(found) ? null : found, event);
};
