// The queue of writes: a commit costs a sync of the disk, so those that come together share one.
import { Fault } from "../core/refusal.ts";

export type Waiting = { readonly fail: (error: unknown) => void };

export type Queue<W> = {
  add(write: W): void;
  /** Resolves when nothing is waiting any more. */
  idle(): Promise<void>;
};

/** Bounds one commit; more than that gains nothing. */
const TOGETHER = 1024;

/** `commit`: of all or none; false: it couldn't yet, and is asked again with all that came since. `fit`: how many of the first fit into one. */
export const createQueue = <W extends Waiting>(
  commit: (group: readonly W[]) => Promise<boolean>,
  fit: (waiting: readonly W[]) => number = () => TOGETHER,
): Queue<W> => {
  let waiting: W[] = [];
  let called = false;
  let idle: (() => void)[] = [];
  // How many of the first that wait go alone: one that cannot be written must not take down those that came with it.
  let apart = 0;
  const turn = async (): Promise<void> => {
    const group = waiting.slice(0, apart > 0 ? 1 : Math.min(TOGETHER, fit(waiting)));
    const settled = await commit(group).catch((error: unknown) => {
      const whole = group.length === 1 || error instanceof Fault;
      if (whole) for (const { fail } of group) fail(error);
      else apart = group.length;
      return whole;
    });
    if (settled) {
      waiting = waiting.slice(group.length);
      apart = Math.max(0, apart - group.length);
    }
    if (waiting.length > 0) return call();
    called = false;
    for (const told of idle) told();
    idle = [];
  };
  // Node comes to this when all promises that could run have run: concurrent sends then stand in one queue, and a single one waits for nothing.
  const call = (): void => process.nextTick(() => void turn());
  return {
    add: (write) => {
      waiting.push(write);
      if (!called) call();
      called = true;
    },
    idle: async () => {
      if (called) await new Promise<void>((resolve) => idle.push(resolve));
    },
  };
};
