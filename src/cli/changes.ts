// Stream of wake-ups on ledger changes, at least one each second: hints may get lost.
import type { System } from "../runtime/system.ts";

/** Yields once at the start, then after each hint and at least every `atLeastMs`; ends when the signal aborts. */
export async function* changes(
  system: System,
  signal: AbortSignal,
  atLeastMs = 1_000,
): AsyncGenerator<void> {
  let wake = (): void => {};
  let hinted = false;
  const hint = (): void => {
    hinted = true;
    wake();
  };
  const stop = system.watch(hint);
  signal.addEventListener("abort", hint);
  try {
    while (!signal.aborted) {
      hinted = false;
      yield;
      if (hinted || signal.aborted) continue;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, atLeastMs);
      });
      clearTimeout(timer);
    }
  } finally {
    stop();
    signal.removeEventListener("abort", hint);
  }
}
