// Working time of a run's jobs: the rest of the run is waiting, mostly for a person.
import type { Attempt } from "../runtime/system.ts";
import { span } from "./words.ts";

/** In ms: shorter waits aren't worth mentioning. */
const LEAST_WAIT = 60_000;

/** In ms; concurrent attempts count once. */
export const atWork = (attempts: readonly Pick<Attempt, "from" | "to">[]): number => {
  let [sum, until] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of attempts
    .map((one) => [Date.parse(one.from), Date.parse(one.to)] as const)
    .toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
};

export const timeText = (ms: number, attempts: readonly Pick<Attempt, "from" | "to">[]): string => {
  const busy = atWork(attempts);
  return ms - busy < LEAST_WAIT ? span(ms) : `${span(ms)}, jobs at work for ${span(busy)} of it`;
};
