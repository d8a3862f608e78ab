// Pace at which the page follows a moving pointer: a few reads a second, and always the final position.

/** `busy`: the previous position is still loading. */
export type Slide = { readonly to: (version: number) => void };
type World = {
  readonly go: (version: number) => void;
  readonly busy: () => boolean;
  readonly later: (act: () => void, ms: number) => void;
};

export const everyMs = 120;

/** Moves at once if idle, else to the newest position when possible. */
export const createSlide = ({ go, busy, later }: World): Slide => {
  let wanted: number | null = null;
  let waits = false;
  const beat = (): void => {
    waits = false;
    if (wanted === null) return;
    if (!busy()) {
      const version = wanted;
      wanted = null;
      go(version);
    }
    waits = true;
    later(beat, everyMs);
  };
  return {
    to: (version) => {
      wanted = version;
      if (!waits) beat();
    },
  };
};
