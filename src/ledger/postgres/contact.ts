// Outage tracker of a PostgreSQL server: notices at 1 s, 30 s, each minute; 10 s grace for leases.
import type { Outage } from "../ledger.ts";

/** In ms: after an outage this long nothing lapses for `graceMs`, in which job hosts reconnect and renew their leases (lease-function.ts does the same after a server start). */
const longMs = 5_000;
export const graceMs = 10_000;

/** In ms: silence this long is reported while the request keeps waiting. */
export const quietMs = 3_000;

/** In ms from the start: shorter outages aren't reported. Then every minute. */
const tellMs = [1_000, 30_000] as const;
const tellEveryMs = 60_000;

export type Contact = {
  /** An answer arrived. */
  heard(): void;
  /** No answer arrived. `full`: see Outage. */
  missed(why: string, full?: boolean): void;
  /** A request made `ms` ago has no answer yet. */
  silent(ms: number, why: string): void;
  /** Whether the last request failed. */
  away(): boolean;
  /** Whether any answer ever arrived. */
  known(): boolean;
  /** For how many ms from now nothing counts as lapsed. */
  grace(): number;
};

/** `outage`: see PostgresOptions. `elapsed`: monotonic milliseconds. */
export const createContact = (
  outage: (outage: Outage | null) => void,
  elapsed: () => number = () => performance.now(),
): Contact => {
  let since: number | null = null;
  let known = false;
  let told = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let silentSince: number | null = null;
  let calmAt = Number.NEGATIVE_INFINITY;
  const nextMs = (): number => tellMs[told] ?? tellEveryMs * (told - tellMs.length + 1);
  return {
    heard() {
      known = true;
      heardAt = elapsed();
      if (since !== null && heardAt - since >= longMs) calmAt = heardAt + graceMs;
      since = null;
      silentSince = null;
      if (told > 0) outage(null);
      told = 0;
    },
    missed(why, full = false) {
      since ??= silentSince ?? elapsed();
      const ms = elapsed() - since;
      if (ms < nextMs()) return;
      while (ms >= nextMs()) told += 1;
      outage({ since: Date.now() - ms, why, ...(full ? { full } : {}) });
    },
    silent(ms, why) {
      // The server answers other requests, so this one is only slow.
      if (told > 0 || since !== null || elapsed() - heardAt < ms) return;
      silentSince = elapsed() - ms;
      told = 1;
      outage({ since: Date.now() - ms, why });
    },
    away: () => since !== null,
    known: () => known,
    grace: () => Math.max(0, calmAt - elapsed()),
  };
};
