// Coalesced writes of runs' files: at most a tenth of the time is spent on them.
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import type { Later } from "../later.ts";

/** Pause after a write, as a multiple of its duration. */
const restShare = 9;

type Pending<Look> = {
  running: Promise<void> | null;
  wanted: boolean;
  looks: readonly Look[];
  cancel: (() => void) | null;
  restUntil: number;
  failed: unknown;
};
/** A moved ledger says itself what is recorded. */
const behind = (run: string, cause: unknown): Fault =>
  cause instanceof Fault && cause.code === "LEDGER_MOVED"
    ? cause
    : new Fault(
        "PROJECTION_BEHIND",
        `run ${run}: all is recorded, but its files could not be written: ${errorText(cause)}`,
        cause instanceof Fault ? cause.hint : "mend that, then any verb on the run writes them",
        cause,
      );

/** @param guess how long the first write of a run will take, in ms */
export const coalesced = <Look>(
  { elapsed, later }: { readonly elapsed: () => number; readonly later: Later },
  write: (run: string, looks: readonly Look[]) => Promise<void>,
  guess: (run: string) => number,
) => {
  const pending = new Map<string, Pending<Look>>();
  const entryOf = (run: string): Pending<Look> => {
    const rest = { running: null, wanted: false, looks: [], cancel: null, failed: null };
    const entry = pending.get(run) ?? { ...rest, restUntil: elapsed() + restShare * guess(run) };
    pending.set(run, entry);
    return entry;
  };

  const start = (run: string, entry: Pending<Look>): void => {
    entry.wanted = false;
    entry.cancel?.();
    entry.cancel = null;
    const began = elapsed();
    const { looks } = entry;
    entry.looks = [];
    entry.running = write(run, looks)
      .then(() => void (entry.failed = null))
      .catch((error: unknown) => void (entry.failed = error))
      .finally(() => {
        const ended = elapsed();
        entry.restUntil = ended + restShare * (ended - began);
        entry.running = null;
        if (entry.wanted) schedule(run, entry);
      });
  };

  const schedule = (run: string, entry: Pending<Look>): void => {
    if (entry.running !== null || entry.cancel !== null) return;
    entry.cancel = later(Math.max(0, entry.restUntil - elapsed()), () => {
      entry.cancel = null;
      start(run, entry);
    });
  };

  const finish = async (run: string, entry: Pending<Look>): Promise<void> => {
    while (entry.running !== null || entry.wanted) {
      if (entry.running === null) start(run, entry);
      await entry.running;
    }
    const cause = entry.failed;
    entry.failed = null;
    if (cause !== null) throw behind(run, cause);
  };

  return {
    due(run: string): void {
      const entry = entryOf(run);
      entry.wanted = true;
      schedule(run, entry);
    },
    /** Writes immediately. `looks`: observations to include. Faults: PROJECTION_BEHIND, LEDGER_MOVED. */
    now(run: string, looks: readonly Look[]): Promise<void> {
      const entry = entryOf(run);
      entry.wanted = true;
      entry.looks = [...entry.looks, ...looks];
      return finish(run, entry);
    },
    /** Waits until all pending writes are done. Faults: PROJECTION_BEHIND, LEDGER_MOVED. */
    async settle(): Promise<void> {
      for (const [run, entry] of pending) await finish(run, entry);
    },
  };
};
