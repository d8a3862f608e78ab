// Clock of a server's outages: when they are told, and how long no lease lapses afterwards.
import type { Outage } from "../ledger.ts";

/** In ms: after an outage this long nothing lapses for `graceMs`, in which job hosts reconnect and renew their leases (lease-function.ts does the same after a server start). */
const longMs = 5_000;
export const graceMs = 10_000;

/** In ms from the start: shorter outages aren't told. Then every minute. */
const tellMs = [1_000, 30_000] as const;
const tellEveryMs = 60_000;

/** `tell`: null when it is over. `elapsed`: monotonic milliseconds. */
export const outageClock = (
  tell: (outage: Outage | null) => void,
  elapsed: () => number = () => performance.now(),
) => {
  let since: number | null = null;
  let notices = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let calmAt = Number.NEGATIVE_INFINITY;
  const nextMs = (): number => tellMs[notices] ?? tellEveryMs * (notices - tellMs.length + 1);
  /** No answer arrived. `full`: see Outage. */
  const missed = (why: string, full = false): void => {
    since ??= elapsed();
    const ms = elapsed() - since;
    if (ms < nextMs()) return;
    while (ms >= nextMs()) notices += 1;
    tell({ since: Date.now() - ms, why, ...(full ? { full } : {}) });
  };
  return {
    /** An answer arrived. */
    heard() {
      heardAt = elapsed();
      if (since !== null && heardAt - since >= longMs) calmAt = heardAt + graceMs;
      since = null;
      if (notices > 0) tell(null);
      notices = 0;
    },
    missed,
    /** A request made `ms` ago has no answer yet. */
    silent(ms: number, why: string) {
      // Where the server answers other requests, this one is only slow.
      if (since !== null || elapsed() - heardAt < ms) return;
      since = elapsed() - ms;
      missed(why);
    },
    /** Whether the last request failed. */
    isAway: () => since !== null,
    /** Whether any answer ever arrived. */
    isKnown: () => heardAt > Number.NEGATIVE_INFINITY,
    /** For how many ms from now nothing counts as lapsed. */
    grace: () => Math.max(0, calmAt - elapsed()),
  };
};

export type OutageClock = ReturnType<typeof outageClock>;
