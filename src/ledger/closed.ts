// Error of a closed ledger, the same for every backend.
import { Fault } from "../core/refusal.ts";

export const closed = (): Fault =>
  new Fault(
    "LEDGER_CLOSED",
    "The ledger was closed already.",
    "Open it again: it was closed while it was still in use.",
  );
