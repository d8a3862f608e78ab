// Clock of a shared ledger: machines' own clocks may differ by an hour.
import type { Time } from "../core/row.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { clock } from "./clock.ts";

/** How long, in ms, a clock is trusted to run as that of the ledger does. */
const againMs = 60_000;
/** By how much, in ms, this machine's two clocks may come apart: it slept, or somebody set the one that tells the time of day. */
const apartMs = 1_000;
/** An answer that took so long, in ms, says less than what is known already. */
const slowMs = 2_000;

export type LedgerClockParts = {
  /** Milliseconds that only grow, whatever is set. */
  readonly elapsed?: () => number;
  /** This machine's time of day, in ms: only how it moves counts. */
  readonly local?: () => number;
};

/**
 * The ledger's time, reckoned from when it was asked last. A clock that is set while a runner works must not stamp what can't be taken back:
 * until the ledger is asked anew, time goes on as if nothing had been set.
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
    // Of a slow answer nobody knows when it was given: what is known already stands, as far as it can be true.
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
