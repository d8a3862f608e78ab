// Clock of a shared ledger: machines' own clocks may differ by an hour.
import type { Time } from "../core/row.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { clock } from "./clock.ts";

/** How long, in ms, to extrapolate the ledger's clock. */
const againMs = 60_000;
/** Maximum drift in ms between this machine's two clocks; more means sleep or a changed clock. */
const apartMs = 1_000;
/** In ms: a slower answer is less precise than the current estimate. */
const slowMs = 2_000;

export type LedgerClockParts = {
  /** Monotonic milliseconds. */
  readonly elapsed?: () => number;
  /** This machine's time of day, in ms: only its changes count. */
  readonly local?: () => number;
};

/**
 * The ledger's time, extrapolated from the last query. A clock change during work must not affect
 * permanent timestamps: until the next query, time continues unaffected.
 */
export const ledgerClock = async (
  ledger: Pick<Ledger, "now">,
  { elapsed = () => performance.now(), local = Date.now }: LedgerClockParts = {},
): Promise<() => Time> => {
  let there = 0;
  let at = elapsed();
  let day = local();
  let asking = false;
  const ask = async (first: boolean): Promise<void> => {
    const before = elapsed();
    const told = Date.parse(await ledger.now());
    const took = elapsed() - before;
    // The time of a slow answer is uncertain: the estimate stays if it can still be true.
    if (first || took < slowMs) there = told + took / 2;
    else there = Math.min(Math.max(there + elapsed() - at, told), told + took);
    at = elapsed();
    day = local();
  };
  await ask(true);
  return clock(() => {
    const since = elapsed() - at;
    if (!asking && (since > againMs || Math.abs(local() - day - since) > apartMs)) {
      asking = true;
      void ask(false)
        .catch(() => undefined)
        .finally(() => (asking = false));
    }
    return Math.round(there + since);
  });
};
