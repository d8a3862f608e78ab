// Why: what a moment mends is told to nobody, and what was told is told to be over.

type Trouble = "pull" | "push" | "behind" | "look";
/** `why` null: it is over. */
export type Tell = (trouble: Trouble, why: string | null) => void;

const over: Readonly<Record<Trouble, string>> = {
  pull: "what others did is brought here again",
  push: "what was done here is sent on now",
  behind: "this checkout has now what the run's work stands on",
  look: "this checkout can be looked at again",
};
/** In ms. */
const momentMs = 10_000;

/** `now`: in ms. */
export const createTroubles = (warn: (text: string) => void, now: () => number): Tell => {
  const troubles = new Map<Trouble, { readonly since: number; told: string }>();
  return (trouble, why) => {
    const before = troubles.get(trouble);
    if (why === null) {
      troubles.delete(trouble);
      if (before !== undefined && before.told !== "") warn(over[trouble]);
      return;
    }
    const lasting = before ?? { since: now(), told: "" };
    troubles.set(trouble, lasting);
    if (now() - lasting.since < momentMs || lasting.told === why) return;
    lasting.told = why;
    warn(why);
  };
};
