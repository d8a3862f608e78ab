// Sleep of the runner between passes: ended by hints or a slow poll.
import { type Later, realLater } from "../later.ts";

export type Wake = {
  /** Resolves at a hint, an abort, or after `ms`; hints since the last wait count. */
  wait(ms: number): Promise<void>;
  stop(): void;
};

/** Minimum time between passes, whatever hints come: an agent with much output causes many. */
const quietMs = 40;

export const createWake = (
  sources: readonly ((hint: () => void) => () => void)[],
  signal: AbortSignal | undefined,
  later: Later = realLater,
): Wake => {
  let hinted = false;
  let wake: (() => void) | null = null;
  const hint = (): void => {
    hinted = true;
    wake?.();
  };
  const letGo = sources.map((source) => source(hint));
  signal?.addEventListener("abort", hint);
  const sleep = (ms: number, early: boolean): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        cancel();
        wake = null;
        resolve();
      };
      const cancel = later(ms, done);
      if (early) wake = done;
    });
  return {
    async wait(ms) {
      if (signal?.aborted === true) return;
      await sleep(Math.min(ms, quietMs), false);
      if (!hinted && ms > quietMs) await sleep(ms - quietMs, true);
      hinted = false;
    },
    stop() {
      for (const stop of letGo) stop();
      signal?.removeEventListener("abort", hint);
    },
  };
};
