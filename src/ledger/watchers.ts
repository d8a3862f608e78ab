// The watchers of a ledger, called soon, never in the middle of what called for it, and not once they have stopped.

export type Watchers = {
  /** What it returns stops the watching. */
  add(hint: () => void): () => void;
  /** Calls all that still watch by then. */
  call(): void;
  clear(): void;
};

/** What is done while anybody watches: `begin` at once, `look` every `ms`. `rest`: when nobody does any more. */
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
      // The same function may watch twice.
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
