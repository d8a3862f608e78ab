// Why: where a model server is overloaded, agent programs try again for an hour and say nothing; the host has a clock of its own, so that the job's rules decide instead.
import type { Driver } from "../../agents/agent.ts";
import type { SpoolJob } from "../../workspace/workspace.ts";
import type { HostDeps } from "./host.ts";
import { realHands } from "./hands.ts";

/** How often the end of the output is looked at, and how long a program may do nothing but try again. */
export type Patience = { readonly everyMs: number; readonly ms: number };
const patience: Patience = { everyMs: 5_000, ms: 60_000 };
/** Of each stream: the last events are at its end. */
const tailBytes = 64 * 1024;

type Retries = {
  readonly signal: AbortSignal;
  heard(from: "out" | "err", chunk: Uint8Array): void;
  end(): void;
};

/** Aborts once the program has been in trouble for as long as there is patience, without doing anything else. */
export const watchRetries = (deps: HostDeps, { config }: NonNullable<SpoolJob["agent"]>): Retries => {
  const { elapsed, later } = deps.hands ?? realHands;
  const { everyMs, ms } = deps.patience ?? patience;
  const gaveUp = new AbortController();
  const tails = { out: Buffer.alloc(0), err: Buffer.alloc(0) };
  let driver: Driver | undefined;
  let since: number | null = null;
  let cancel: (() => void) | null = null;

  const look = async (): Promise<void> => {
    driver ??= await deps.driver?.(config.driver);
    if (driver?.stuck === undefined || cancel === null) return;
    const fault = driver.stuck(tails.out.toString("utf8"), tails.err.toString("utf8"));
    since = fault === null ? null : (since ?? elapsed());
    if (since !== null && elapsed() - since >= ms) gaveUp.abort();
    else cancel = later(everyMs, again);
  };
  const again = (): void => void look().catch(() => undefined);
  if (deps.driver !== undefined) cancel = later(everyMs, again);

  return {
    signal: gaveUp.signal,
    heard(from, chunk) {
      tails[from] = Buffer.concat([tails[from], chunk]).subarray(-tailBytes);
    },
    end() {
      cancel?.();
      cancel = null;
    },
  };
};
