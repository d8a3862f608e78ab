// Why: where machines share a ledger their clocks may differ by an hour; what happened, and what is due, is told by the one clock that they share.
import type { Time } from "../core/row.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { clock } from "./clock.ts";

/** How long, in ms, a clock is trusted to run as that of the ledger does. */
const againMs = 60_000;

/** The ledger's time, reckoned from this machine's clock and how far they were apart when it was asked last. `local`: in ms. */
export const ledgerClock = async (ledger: Pick<Ledger, "now">, local: () => number = Date.now): Promise<() => Time> => {
  let apart = 0;
  let asked = 0;
  let asking = false;
  const ask = async (): Promise<void> => {
    const before = local();
    const there = Date.parse(await ledger.now());
    const after = local();
    asked = after;
    // A slow answer says less than what is known already.
    if (after >= before && after - before < 2_000) apart = there - (before + after) / 2;
  };
  await ask();
  return clock(() => {
    const now = local();
    if (!asking && Math.abs(now - asked) > againMs) {
      asking = true;
      void ask()
        .catch(() => undefined)
        .finally(() => (asking = false));
    }
    return Math.round(now + apart);
  });
};
