// Queue of writes: a commit costs a disk sync, so concurrent ones share it.
import { Fault } from "../core/refusal.ts";

export type Waiting = { readonly fail: (error: unknown) => void };

export type Queue<W> = {
  add(write: W): void;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
};

/** Bounds one commit; larger ones gain nothing. */
const TOGETHER = 1024;

/** `commit`: commits all or none; false: not yet, retried with all items that arrived since. `fit`: how many of the first items fit into one commit. */
export const createQueue = <W extends Waiting>(
  commit: (group: readonly W[]) => Promise<boolean>,
  fit: (waiting: readonly W[]) => number = () => TOGETHER,
): Queue<W> => {
  let waiting: W[] = [];
  let called = false;
  let idle: (() => void)[] = [];
  // How many of the first items go alone: one that can't be written must not fail its companions.
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
  // nextTick runs after all ready promises: concurrent sends then share a group, and a single one isn't delayed.
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
