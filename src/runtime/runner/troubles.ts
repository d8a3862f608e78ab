// Debounces warnings: skips transient problems, repeats persistent ones, announces their end.

type Trouble = "behind" | "remote" | "show" | "disk";
/** `why` null: resolved. */
export type Tell = (trouble: Trouble, why: string | null) => void;

const over: Readonly<Record<Trouble, string>> = {
  behind: "what the run's work stands on is here now",
  remote: "the remote is back: what waited for it is recorded",
  show: "the run's branch is shown on the remote",
  disk: "the disk takes what is written again",
};
/** Shorter problems aren't reported, in ms. */
const usualMomentMs = 10_000;
/** Interval for repeating reports of persistent problems, in ms. */
const againMs = 60_000;

/** `now`: in ms. */
export const createTroubles = (
  warn: (text: string) => void,
  now: () => number,
  momentMs = usualMomentMs,
): Tell => {
  const troubles = new Map<Trouble, { readonly since: number; toldAt: number | null }>();
  return (trouble, why) => {
    const before = troubles.get(trouble);
    if (why === null) {
      troubles.delete(trouble);
      if (before !== undefined && before.toldAt !== null) warn(over[trouble]);
      return;
    }
    const lasting = before ?? { since: now(), toldAt: null };
    troubles.set(trouble, lasting);
    const { since, toldAt } = lasting;
    if (toldAt === null ? now() - since < momentMs : now() - toldAt < againMs) return;
    lasting.toldAt = now();
    warn(why);
  };
};
