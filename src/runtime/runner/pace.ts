// Pace of a runner: sleeps between passes until a hint, slower where passes repeat without progress, and in the end a fault.
import { type Later, realLater } from "../later.ts";
import { Fault } from "../../core/refusal.ts";

type Wake = {
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

/** How often one action may repeat at one version of a run without a pause. */
const free = 4;
/** Limit of repetitions, each pause twice as long as the one before. */
const limit = 12;
/** In ms. */
const firstMs = 50;
const longestMs = 5_000;

/** @returns a function that receives a pass's actions at a version and returns the pause in ms. Throws the Fault RUN_STANDSTILL. */
export const createStandstill = (
  run: string,
): ((version: number, did: readonly string[]) => number) => {
  let at = -1;
  let times = new Map<string, number>();
  return (version, did) => {
    if (version !== at) times = new Map();
    at = version;
    for (const what of new Set(did)) times.set(what, (times.get(what) ?? 0) + 1);
    const [what, most] = [...times].reduce(
      (one, other) => (other[1] > one[1] ? other : one),
      ["", 0],
    );
    if (most > limit)
      throw new Fault(
        "RUN_STANDSTILL",
        `no progress in run ${run} at version ${version}: ${what} ${most} times`,
        `\`cairn doctor\` shows what is left over and what hinders; mend that, then \`cairn run ${run}\` goes on`,
      );
    return most <= free ? 0 : Math.min(longestMs, firstMs * 2 ** (most - free - 1));
  };
};
