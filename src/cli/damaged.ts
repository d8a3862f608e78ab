// Damage that is shown in place of what it hides: of a ledger that can't be opened, and of one run. Any other fault stays one.
import { Fault, isUnreadable } from "../core/refusal.ts";

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

/** The code of why a run can't be read, which hides no other run; throws any other error. */
export const unreadBy = (error: unknown): string => {
  if (isUnreadable(error)) return error.code;
  throw error;
};
