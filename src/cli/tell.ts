// Why: an event reads the same wherever it is shown, and the protocol itself knows best what matters of it.
import { isRefusal } from "../core/refusal.ts";
import type { Recorded } from "../core/row.ts";
import type { System } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";
import { brief } from "./words.ts";

export type Teller = (event: Recorded) => string;

/** In the words of the protocol, else its plain fields; one line, harmless to terminals. */
export const tellerOf = async (system: System, protocol: string): Promise<Teller> => {
  const found = await system.protocol(protocol);
  const own = isRefusal(found) ? undefined : found.eventLine;
  return (event) => (own === undefined ? brief(event.data) : cleanLine(own(event)));
};
