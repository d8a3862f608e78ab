// Format of the database that this program writes and reads; any other is refused by name.
import { Fault } from "../core/refusal.ts";

export const FORMAT = 1;

/** Fault LEDGER_FORMAT of a ledger that another version wrote. */
export const otherFormat = (ledger: string, format: number): Fault =>
  new Fault(
    "LEDGER_FORMAT",
    `The ledger ${ledger} has format ${format}; this program reads format ${FORMAT} alone. It was left as it is.`,
    "Use the version of Cairn that wrote it.",
  );
