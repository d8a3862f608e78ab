// Watchers of a ledger: called soon, never reentrantly, and not after they have stopped.

export type Watchers = {
  /** Returns a function that stops watching. */
  add(hint: () => void): () => void;
  /** Calls all watchers that remain. */
  call(): void;
  clear(): void;
};

/** Work while there are watchers: `begin` at once, `look` every `ms`; `rest` when the last one leaves. */
export type Polling = {
  readonly ms: number;
  readonly begin: () => void;
  readonly look: () => void;
  readonly rest?: () => void;
};

export const createWatchers = (polling?: Polling): Watchers => {
  const hints = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  const rest = (): void => {
    if (timer === null) return;
    clearInterval(timer);
    timer = null;
    polling?.rest?.();
  };
  return {
    add: (hint) => {
      // The same function may be added twice.
      const own = (): void => hint();
      hints.add(own);
      if (polling !== undefined && timer === null) {
        timer = setInterval(polling.look, polling.ms).unref();
        polling.begin();
      }
      return () => {
        hints.delete(own);
        if (hints.size === 0) rest();
      };
    },
    call: () => {
      for (const hint of hints) queueMicrotask(() => hints.has(hint) && hint());
    },
    clear: () => {
      hints.clear();
      rest();
    },
  };
};
