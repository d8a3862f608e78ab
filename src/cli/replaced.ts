// Detector of a new ledger in the place of the open one, as after a restore, for a running server.
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";

const lookMs = 1_000;

/** A ledger that isn't the opened one any more reports that to readers. */
const isMoved = async (system: Pick<System, "runs">): Promise<boolean> => {
  try {
    await system.runs({ run: "" });
    return false;
  } catch (error) {
    return error instanceof Fault && error.code === "LEDGER_MOVED";
  }
};

/** A ledger that was only moved away leaves nothing to show, and continues when it is back. */
const isThere = async (open: () => Promise<System>): Promise<boolean> => {
  try {
    const found = await open();
    try {
      return (await found.newestSeq()) > 0;
    } finally {
      await found.close();
    }
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
};

/** true: another ledger with events is in its place; false: interrupted before. `open`: opens the current one, besides the system. */
export const replaced = async (
  system: Pick<System, "runs">,
  open: () => Promise<System>,
  signal: AbortSignal,
): Promise<boolean> => {
  for (;;) {
    await sleep(lookMs, null, { signal }).catch(() => null);
    if (signal.aborted) return false;
    if ((await isMoved(system)) && (await isThere(open))) return true;
  }
};
