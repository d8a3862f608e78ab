// Why: ids of commands begin with the time, so that the ledger's index of them grows at its end and costs the millionth command what it cost the first.
import type { Time } from "../core/row.ts";

/** Milliseconds in 12 hex digits, then 14 characters of chance: no two are equal, wherever they are made. */
export const commandId = (now: Time, chance: (length: number) => string): string =>
  Date.parse(now).toString(16).padStart(12, "0") + chance(14);
