// Turns of writers and readers of a ledger's file, fair between many processes.
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { closed } from "../closed.ts";
import { createQueue, type Waiting } from "../queue.ts";
import { faultOfOpen, moved, unsure } from "./faults.ts";
import { ask, pauses, untilFree } from "./until-free.ts";

type Write = Waiting & { readonly work: () => void; readonly done: () => void };

export type Turns = {
  /** Runs `work` in a transaction together with all requests of the same tick; resolves after its commit. */
  write<T>(work: () => T): Promise<T>;
  /** Runs `work` outside any transaction. Fails if the file is gone: its content would pass for current. */
  read<T>(work: () => T): Promise<T>;
  /** Resolves when nothing is waiting; refuses later requests. */
  end(): Promise<void>;
};

export type TurnOptions = {
  readonly path: string;
  /** How long to wait for another process's lock, in ms. */
  readonly patience: number;
  /** Whether the path still names the open file. */
  readonly there: () => boolean;
  /** Hooks of each transaction: after its begin, before its commit, after its rollback. */
  readonly begun: () => void;
  readonly ending: () => void;
  readonly undone: () => void;
  /** Makes commits durable; called after the lock is released. */
  readonly sync: () => void;
};

const writeOf = <T>(
  work: () => T,
  resolve: (value: T) => void,
  fail: (error: unknown) => void,
): Write => {
  let settle = (): void => fail(closed());
  const run = (): void => {
    const value = work();
    settle = () => resolve(value);
  };
  return { work: run, done: () => settle(), fail };
};

/** One transaction of several writes. */
const together = (
  db: DatabaseSync,
  { path, there, begun, ending, undone }: TurnOptions,
): ((writes: readonly Write[]) => void) => {
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  return (writes) => {
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
};

/** Refusals wait for the sync too: "it is there already" is an acknowledgement. */
const confirm = (group: readonly Write[], { path, sync }: TurnOptions): void => {
  try {
    sync();
  } catch (error) {
    throw unsure(path, error);
  }
  for (const write of group) write.done();
};

export const takeTurns = (db: DatabaseSync, options: TurnOptions): Turns => {
  const { path, patience, there } = options;
  const commit = together(db, options);
  let pause = pauses(path, patience);
  const queue = createQueue<Write>(async (group) => {
    try {
      if (ask(() => (commit(group), true)) === null) {
        await sleep(pause());
        return false;
      }
    } catch (error) {
      pause = pauses(path, patience);
      throw error;
    }
    pause = pauses(path, patience);
    confirm(group, options);
    return true;
  });
  let ended = false;
  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        if (ended) throw closed();
        queue.add(writeOf(work, resolve, (error) => reject(faultOfOpen(error, path))));
      }),
    read: async (work) => {
      if (ended) throw closed();
      try {
        return await untilFree(path, patience, () => {
          if (!there()) throw moved(path);
          return work();
        });
      } catch (error) {
        throw faultOfOpen(error, path);
      }
    },
    end: () => {
      ended = true;
      return queue.idle();
    },
  };
};
