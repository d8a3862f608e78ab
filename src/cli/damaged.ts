// Conversion of damage that prevents opening a ledger into a finding; an unreachable one stays a fault.
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
