// Detector of repeated passes without progress: slows the runner, then stops it with a fault.
import { Fault } from "../../core/refusal.ts";

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
