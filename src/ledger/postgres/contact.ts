// Outage tracker of a PostgreSQL server: notices at 1 s, 30 s, each minute; 10 s grace for leases.
import type { Outage } from "../ledger.ts";

/** In ms: after an outage that long nothing counts as lapsed for `graceMs`, in which hosts of jobs come back and renew their leases (lease-function.ts has the same for a server that just started). */
const longMs = 5_000;
export const graceMs = 10_000;

/** In ms: an answer usually takes some; after so long without one the silence is told, while it is waited for. */
export const quietMs = 3_000;

/** In ms from its beginning: an outage shorter than the first is told to nobody. Then each minute. */
const tellMs = [1_000, 30_000] as const;
const tellEveryMs = 60_000;

export type Contact = {
  /** An answer came. */
  heard(): void;
  /** None came. `full`: see Outage. */
  missed(why: string, full?: boolean): void;
  /** None came yet to something that was asked `ms` ago. */
  silent(ms: number, why: string): void;
  /** The last that was asked wasn't answered. */
  away(): boolean;
  /** Some answer came, at some time. */
  known(): boolean;
  /** For how many ms from now on nothing may count as lapsed. */
  grace(): number;
};

/** `outage`: see PostgresOptions. `elapsed`: milliseconds that only grow. */
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
      // A server that answers others meanwhile has only this to think about.
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
