// Stream of wake-ups on ledger changes, at least one each second (hints may get lost), and the loop of `--follow` on it.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { has } from "./flags/args.ts";
import { type Answer, type Context, exits } from "./verb.ts";

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

/** Looks at once, and with --follow after each change, until a round says that all is over. */
export const inRounds = async (
  context: Context,
  system: System,
  round: () => Promise<boolean | Refusal>,
): Promise<Answer | Refusal> => {
  // Listens before the first line is out: its reader may press Ctrl-C.
  const signal = has(context.given, "follow") ? context.interrupted() : null;
  const first = await round();
  if (isRefusal(first)) return first;
  if (first || signal === null) return { exit: exits.done };
  for await (const _ of changes(system, signal)) {
    const over = await round();
    if (isRefusal(over)) return over;
    if (over) return { exit: exits.done };
  }
  return { exit: exits.interrupted };
};
