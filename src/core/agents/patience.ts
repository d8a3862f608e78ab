// Timeouts of agents and leases from environment variables, with a message for wrong values.

/** How often to check the end of an agent's output, how long it may only retry, and how long its model may give no answer. */
export type Patience = {
  readonly everyMs: number;
  readonly retriesMs: number;
  readonly silenceMs: number;
};
/** `odd`: ignored settings, one sentence each. */
export type PatienceSaid = { readonly patience: Patience; readonly odd: readonly string[] };
/** Duration of a runner's lease without renewal. */
export type LeaseSaid = { readonly leaseMs: number; readonly odd: readonly string[] };

const usualMs = { everyMs: 5_000, retriesMs: 60_000, silenceMs: 900_000 };

type Env = Readonly<Record<string, string | undefined>>;

/** In seconds; fractions are allowed for tests. Empty means not set. */
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

/** Default duration of a lease without renewal. */
export const usualLeaseMs = 60_000;
/** Whether renewals have stopped: a lease is renewed after each third of its duration, so less than half should never be left. `leftMs`: remaining time. Another machine's duration is unknown. */
export const isSilent = (leftMs: number, leaseMs = usualLeaseMs): boolean => leftMs < leaseMs / 2;
/** At most ten renewals a second, and at most a day, because of timers' limits. */
const leaseBounds = { least: 300, most: 86_400_000 };

export const leaseBy = (env: Env): LeaseSaid => {
  const odd: string[] = [];
  const said = msIn(env, "CAIRN_LEASE_S", usualLeaseMs, odd);
  return {
    leaseMs: Math.min(leaseBounds.most, Math.max(leaseBounds.least, Math.round(said))),
    odd,
  };
};
