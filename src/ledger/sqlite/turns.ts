// Why: one commit costs a sync of the disk, so writes that come together share one, and writers of many processes take fair turns.
import type { DatabaseSync } from "node:sqlite";
import { Fault } from "../../core/refusal.ts";
import { closed } from "../closed.ts";
import { busy, faultOfOpen, isBusy, moved, unsure } from "./faults.ts";

type Write = {
  readonly work: () => void;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
};

export type Turns = {
  /** Runs `work` in a transaction, together with all that is asked for in the same tick; resolves after its commit. */
  write<T>(work: () => T): Promise<T>;
  /** Runs `work` outside any transaction. What is told of a file that is gone would be believed to be so now. */
  read<T>(work: () => T): Promise<T>;
  /** Resolves when nothing is waiting any more; refuses what comes later. */
  end(): Promise<void>;
};

export type TurnOptions = {
  readonly path: string;
  /** How long a lock of another process is waited for, in ms. */
  readonly patience: number;
  /** Is the file at the path still the one that is open? */
  readonly there: () => boolean;
  /** Around each transaction: after its begin, before its commit, after its rollback. */
  readonly begun: () => void;
  readonly ending: () => void;
  readonly undone: () => void;
  /** Makes what was committed durable; called when the lock is free again. */
  readonly sync: () => void;
};

/** Bounds the memory of one transaction; more than that gains nothing. */
const TOGETHER = 1024;
/** In ms. A lock is held for some microseconds, so the first pauses are as short as timers can be; a crowd needs longer ones. */
const PAUSE = 32;

/** Short, uneven, growing: SQLite's own handler sleeps up to 100 ms a time and never gets its turn beside a writer in a tight loop. */
const pause = (round: number): number => Math.random() * Math.min(PAUSE, 1 + round);

/** Asks twice; null if the lock is taken both times. */
const ask = <T>(work: () => T): { readonly value: T } | null => {
  for (let time = 0; time < 2; time += 1) {
    try {
      return { value: work() };
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  return null;
};

/** Asks again until the lock is free; throws LEDGER_BUSY when that takes longer than `patience` ms. */
export const untilFree = async <T>(path: string, patience: number, work: () => T): Promise<T> => {
  const began = performance.now();
  for (let round = 0; ; round += 1) {
    const answer = ask(work);
    if (answer !== null) return answer.value;
    if (performance.now() - began > patience) throw busy(path, patience);
    await new Promise((resolve) => setTimeout(resolve, pause(round)));
  }
};

export const takeTurns = (
  db: DatabaseSync,
  { path, patience, there, begun, ending, undone, sync }: TurnOptions,
): Turns => {
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  let waiting: Write[] = [];
  let called = false;
  let idle: (() => void)[] = [];
  let ended = false;
  // How many of the first that wait go alone: one that cannot be written must not take down those that came with it.
  let apart = 0;
  let round = 0;
  let since = 0;

  const together = (writes: readonly Write[]): void => {
    if (!there()) throw moved(path);
    begin.run();
    try {
      begun();
      for (const write of writes) write.work();
      ending();
      commit.run();
    } catch (error) {
      if (db.isTransaction) db.exec("rollback");
      undone();
      throw error;
    }
  };

  const leave = (group: readonly Write[]): void => {
    waiting = waiting.slice(group.length);
    apart = Math.max(0, apart - group.length);
    round = 0;
  };

  /** Refusals too wait for the sync: "it is there already" is an acknowledgement. */
  const confirm = (group: readonly Write[]): void => {
    try {
      sync();
    } catch (error) {
      for (const write of group) write.fail(unsure(path, error));
      return;
    }
    for (const write of group) write.done();
  };

  const refuse = (group: readonly Write[], error: unknown): void => {
    if (group.length > 1 && !(error instanceof Fault)) {
      apart = group.length;
      return;
    }
    leave(group);
    for (const write of group) write.fail(faultOfOpen(error, path));
  };

  const turn = (): void => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, apart > 0 ? 1 : TOGETHER);
      try {
        if (ask(() => (together(group), true)) !== null) {
          leave(group);
          confirm(group);
          continue;
        }
        if (round === 0) since = performance.now();
        round += 1;
        if (performance.now() - since <= patience) return void setTimeout(turn, pause(round));
        throw busy(path, patience);
      } catch (error) {
        refuse(group, error);
      }
    }
    called = false;
    for (const told of idle) told();
    idle = [];
  };

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        if (ended) throw closed();
        let settle = (): void => reject(closed());
        const run = (): void => {
          const value = work();
          settle = () => resolve(value);
        };
        waiting.push({ work: run, done: () => settle(), fail: reject });
        // Node comes to this when all promises that could run have run: concurrent sends then stand in one queue, and a single one waits for nothing.
        if (!called) process.nextTick(turn);
        called = true;
      }),
    read: async (work) => {
      if (ended) throw closed();
      try {
        if (!there()) throw moved(path);
        return await untilFree(path, patience, work);
      } catch (error) {
        throw faultOfOpen(error, path);
      }
    },
    end: async () => {
      ended = true;
      if (called) await new Promise<void>((resolve) => idle.push(resolve));
    },
  };
};
