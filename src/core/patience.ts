// Timeouts of agents and leases from environment variables, with a message for wrong values.

/** How often the end of its output is looked at, how long a program may do nothing but try again, and how long its model may leave it without any answer. */
export type Patience = {
  readonly everyMs: number;
  readonly retriesMs: number;
  readonly silenceMs: number;
};
/** `odd`: what is set and doesn't count, a sentence each. */
export type PatienceSaid = { readonly patience: Patience; readonly odd: readonly string[] };
/** How long a runner's lease of a job holds without being renewed. */
export type LeaseSaid = { readonly leaseMs: number; readonly odd: readonly string[] };

const usualMs = { everyMs: 5_000, retriesMs: 60_000, silenceMs: 900_000 };

type Env = Readonly<Record<string, string | undefined>>;

/** In seconds; parts of one are for proofs that can't wait. Empty: not said. */
const msIn = (env: Env, name: string, usual: number, odd: string[]): number => {
  const said = (env[name] ?? "").trim();
  const seconds = Number(said);
  if (said === "") return usual;
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1_000;
  odd.push(`${name} is no number of seconds above 0, so the usual ${usual / 1_000} count`);
  return usual;
};

export const patienceBy = (env: Env): PatienceSaid => {
  const odd: string[] = [];
  const retriesMs = msIn(env, "CAIRN_PATIENCE_S", usualMs.retriesMs, odd);
  const silenceMs = msIn(env, "CAIRN_SILENCE_S", usualMs.silenceMs, odd);
  return {
    patience: {
      everyMs: Math.min(usualMs.everyMs, retriesMs / 4, silenceMs / 4),
      retriesMs,
      silenceMs,
    },
    odd,
  };
};

/** How long a lease holds without being renewed, where nothing else is said. */
export const usualLeaseMs = 60_000;
/** `leftMs`: of a lease that is renewed whenever a third of it is over; with less than half of it left, renewals have failed to come. How long another machine's is, it doesn't tell. */
export const isSilent = (leftMs: number, leaseMs = usualLeaseMs): boolean => leftMs < leaseMs / 2;
/** A lease is never renewed more often than ten times a second, and a timer takes a day. */
const leaseBounds = { least: 300, most: 86_400_000 };

export const leaseBy = (env: Env): LeaseSaid => {
  const odd: string[] = [];
  const said = msIn(env, "CAIRN_LEASE_S", usualLeaseMs, odd);
  return {
    leaseMs: Math.min(leaseBounds.most, Math.max(leaseBounds.least, Math.round(said))),
    odd,
  };
};
