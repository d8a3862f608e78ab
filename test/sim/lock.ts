// Simulated projection lock, released by the death of its process.
import type { Proc } from "./machine.ts";

export type Lock = {
  /** What it resolves with lets go. */
  lock(proc: Proc): Promise<() => void>;
  /** Waits till nobody has it, then acts at once. */
  alone(act: () => void): void;
};

export const makeLock = (): Lock => {
  const waiting: (() => void)[] = [];
  let locked = false;
  const unlock = (): void => {
    locked = false;
    waiting.shift()?.();
  };
  return {
    lock: (proc) =>
      new Promise((resolve) => {
        const take = (): void => {
          if (!proc.alive) {
            waiting.shift()?.();
            return;
          }
          locked = true;
          let held = true;
          const release = (): void => {
            if (held) unlock();
            held = false;
          };
          proc.gone.push(release);
          resolve(release);
        };
        if (locked) waiting.push(take);
        else take();
      }),
    alone(act) {
      if (!locked) act();
      else
        waiting.push(() => {
          act();
          unlock();
        });
    },
  };
};
