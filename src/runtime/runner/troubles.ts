// Why: what a moment mends is told to nobody, what lasts is told again and again, and what was told is told to be over.

type Trouble = "behind" | "remote" | "disk";
/** `why` null: it is over. `again` false: it is what is to be expected by now, and isn't repeated. */
export type Tell = (trouble: Trouble, why: string | null, again?: boolean) => void;

const over: Readonly<Record<Trouble, string>> = {
  behind: "what the run's work stands on is here now",
  remote: "what is done here is sent on again",
  disk: "the disk takes what is written again",
};
/** What is over sooner is told to nobody, in ms. */
const usualMomentMs = 10_000;
/** How often what lasts is told again, in ms. */
const againMs = 60_000;

/** `now`: in ms. */
export const createTroubles = (warn: (text: string) => void, now: () => number, momentMs = usualMomentMs): Tell => {
  const troubles = new Map<Trouble, { readonly since: number; toldAt: number | null }>();
  return (trouble, why, again = true) => {
    const before = troubles.get(trouble);
    if (why === null) {
      troubles.delete(trouble);
      if (before !== undefined && before.toldAt !== null) warn(over[trouble]);
      return;
    }
    const lasting = before ?? { since: now(), toldAt: null };
    troubles.set(trouble, lasting);
    const { since, toldAt } = lasting;
    if (toldAt === null ? now() - since < momentMs : !again || now() - toldAt < againMs) return;
    lasting.toldAt = now();
    warn(why);
  };
};
