// Why: who watches a ledger is called the same way by every backend: soon, never in the middle of what called for it, and not once he has stopped.

export type Watchers = {
  /** What it returns stops the watching. */
  add(hint: () => void): () => void;
  /** Calls all that still watch by then. */
  call(): void;
  size(): number;
  clear(): void;
};

export const createWatchers = (): Watchers => {
  const hints = new Set<() => void>();
  return {
    add: (hint) => {
      // The same function may watch twice.
      const own = (): void => hint();
      hints.add(own);
      return () => void hints.delete(own);
    },
    call: () => {
      for (const hint of hints) queueMicrotask(() => hints.has(hint) && hint());
    },
    size: () => hints.size,
    clear: () => hints.clear(),
  };
};
