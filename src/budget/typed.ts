// Limits of a budget, written as people would type them.
import { type Limits, type Unit, units } from "./limits.ts";

const typed: Readonly<Record<Unit, (amount: number) => string>> = {
  usd: (amount) => `${amount}usd`,
  tokens: (amount) => `${amount}tok`,
  ms: (amount) => (amount % 3_600_000 === 0 ? `${amount / 3_600_000}h` : `${amount / 60_000}min`),
  jobs: (amount) => `${amount}jobs`,
};
/** Formats limits as a person types them; inverse of `limitsOf`. */
export const limitsTyped = (limits: Limits): string =>
  units
    .flatMap((unit) => (limits[unit] === undefined ? [] : [typed[unit](limits[unit])]))
    .join(" ");
