// Turns of requests that share a few connections, in the order of their arrival.

/** `most`: how many have their turn at once. */
export const openTurns = (most: number) => {
  let free = most;
  let queue: PromiseWithResolvers<void>[] = [];

  /** Ends a turn. */
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next.resolve();
  };
  return {
    /** Waits for a turn, unless `late` rejects before. */
    enter: async (late: Promise<never>): Promise<void> => {
      if (free > 0) {
        free -= 1;
        return;
      }
      const turn = Promise.withResolvers<void>();
      queue.push(turn);
      await Promise.race([turn.promise, late]).catch((error: unknown) => {
        turn.promise.then(leave, () => {});
        throw error;
      });
    },
    leave,
    /** Rejects all that wait for a turn. */
    fail: (error: unknown): void => {
      for (const { reject } of queue) reject(error);
      queue = [];
    },
  };
};
