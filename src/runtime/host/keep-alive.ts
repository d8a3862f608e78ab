// Lease renewal during long tool calls, which also ends unneeded work if no runner does.
import { isOver } from "../../core/over.ts";
import type { Lease } from "../../core/row.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { type Later, realLater } from "../later.ts";

/** The ledger may be unreachable for a while: requests are repeated, and the lease only becomes suspect. */
const againMs = 1_000;
/** Every append of any run causes a hint. */
const quietMs = 250;

/** Renews at a third of the lease; calls `end` once if another holder has it or the run is over. Returns a function that stops. */
export const keepAlive = (
  ledger: Ledger,
  lease: Lease,
  leaseMs: number,
  end: () => void,
  timer: Later = realLater,
): (() => void) => {
  let gone = false;
  const timers = new Set<() => void>();
  const later = (ms: number, what: () => Promise<void>): void => {
    const cancel = timer(ms, () => {
      timers.delete(cancel);
      if (!gone) void what();
    });
    timers.add(cancel);
  };
  const renew = async (): Promise<void> => {
    try {
      const answer = await ledger.lease({
        do: "renew",
        run: lease.run,
        token: lease.token,
        ms: leaseMs,
      });
      if (answer.is === "fenced") end();
      else later(leaseMs / 3, renew);
    } catch {
      later(Math.min(againMs, leaseMs / 3), renew);
    }
  };

  let looking = false;
  let hinted = false;
  const look = async (): Promise<void> => {
    if (gone) return;
    hinted = looking;
    if (looking) return;
    looking = true;
    try {
      const card = (await ledger.runs({ run: lease.run }))[0];
      if (isOver(card?.life)) end();
    } catch {
      // the next hint retries
    }
    later(quietMs, () => {
      looking = false;
      return hinted ? look() : Promise.resolve();
    });
  };
  const unwatch = ledger.watch(() => void look());
  void look();
  later(leaseMs / 3, renew);
  return () => {
    gone = true;
    unwatch();
    for (const cancel of timers) cancel();
  };
};
