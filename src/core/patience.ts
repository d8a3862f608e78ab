// Why: how long an agent program may get nowhere is said by two variables; each counts by itself, and what is no number of seconds is told instead of passed over.

/** How often the end of its output is looked at, how long a program may do nothing but try again, and how long its model may leave it without any answer. */
export type Patience = { readonly everyMs: number; readonly retriesMs: number; readonly silenceMs: number };
/** `odd`: what is set and doesn't count, a sentence each. */
export type PatienceSaid = { readonly patience: Patience; readonly odd: readonly string[] };

const usualMs = { everyMs: 5_000, retriesMs: 60_000, silenceMs: 900_000 };

/** In seconds; parts of one are for proofs that can't wait. Empty: not said. */
export const patienceBy = (env: Readonly<Record<string, string | undefined>>): PatienceSaid => {
  const odd: string[] = [];
  const ms = (name: string, usual: number): number => {
    const said = (env[name] ?? "").trim();
    const seconds = Number(said);
    if (said === "") return usual;
    if (Number.isFinite(seconds) && seconds > 0) return seconds * 1_000;
    odd.push(`${name} is no number of seconds above 0, so the usual ${usual / 1_000} count`);
    return usual;
  };
  const [retriesMs, silenceMs] = [ms("CAIRN_PATIENCE_S", usualMs.retriesMs), ms("CAIRN_SILENCE_S", usualMs.silenceMs)];
  return { patience: { everyMs: Math.min(usualMs.everyMs, retriesMs / 4, silenceMs / 4), retriesMs, silenceMs }, odd };
};
