// Damage that is shown in place of what it hides: of a ledger that can't be opened, and of one run. Any other fault stays one.
import { Fault } from "../core/refusal.ts";

const damages: readonly string[] = ["LEDGER_DAMAGED", "LEDGER_FOREIGN"];

/** The result, or `found` applied to a damage of the ledger. */
export const orDamage = async <T>(
  look: () => Promise<T>,
  found: (damage: Fault) => T,
): Promise<T> => {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Fault && damages.includes(error.code)) return found(error);
    throw error;
  }
};

/** Errors that concern a single run. */
const unreadable: readonly string[] = ["LEDGER_DAMAGED", "EVENTS_UNREADABLE", "PROTOCOL_UNKNOWN"];
/** The code of why a run can't be read, which hides no other run; throws any other error. */
export const unreadBy = (error: unknown): string => {
  if (error instanceof Fault && unreadable.includes(error.code)) return error.code;
  throw error;
};
