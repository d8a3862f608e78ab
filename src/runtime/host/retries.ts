// Time limit for an agent program that keeps retrying an overloaded model server, so that the job's rules decide.
import type { Driver } from "../../agents/agent.ts";
import type { AgentFault } from "../../core/job.ts";
import { type Patience, patienceBy } from "../../core/agents/patience.ts";
import type { SpoolJob } from "../../workspace/workspace.ts";
import { type Hands, realHands } from "./hands.ts";

export type RetryDeps = {
  /** Finds the driver that detects endless retries; undefined: no detection. */
  readonly driver?: (name: string) => Promise<Driver | undefined>;
  /** For programs that only retry. */
  readonly patience?: Patience;
  readonly hands?: Hands;
};

/** Retrying doesn't fix a refused login or key. */
const patienceWith = ({ kind }: AgentFault, retriesMs: number): number =>
  kind === "auth" ? retriesMs / 4 : retriesMs;

/** Of each stream: the latest events are at its end. */
const tailBytes = 64 * 1024;

type Retries = {
  readonly signal: AbortSignal;
  /** The problem at which patience ended; null: it didn't, or the model was silent without a known reason. */
  readonly trouble: () => AgentFault | null;
  heard(from: "out" | "err", chunk: Uint8Array): void;
  end(): void;
};

/** Aborts once the program has only retried, or waited silently for its model, as long as patience allows. */
export const watchRetries = (
  deps: RetryDeps,
  { config }: NonNullable<SpoolJob["agent"]>,
): Retries => {
  const { elapsed, later } = deps.hands ?? realHands;
  const { everyMs, retriesMs, silenceMs } = deps.patience ?? patienceBy({}).patience;
  const gaveUp = new AbortController();
  const tails = { out: Buffer.alloc(0), err: Buffer.alloc(0) };
  let driver: Driver | undefined;
  let since: number | null = null;
  let trouble: AgentFault | null = null;
  let heardAt = elapsed();
  let cancel: (() => void) | null = null;

  const look = async (): Promise<void> => {
    driver ??= await deps.driver?.(config.driver);
    if (driver === undefined || cancel === null) return;
    const [out, err] = [tails.out.toString("utf8"), tails.err.toString("utf8")];
    const stuck = driver.stuck?.(out, err) ?? null;
    since = stuck === null ? null : (since ?? elapsed());
    const tired =
      stuck !== null && since !== null && elapsed() - since >= patienceWith(stuck, retriesMs);
    if (tired || (elapsed() - heardAt >= silenceMs && driver.waits?.(out, err) === true)) {
      trouble = stuck;
      gaveUp.abort();
    } else cancel = later(everyMs, again);
  };
  const again = (): void => void look().catch(() => undefined);
  if (deps.driver !== undefined) cancel = later(everyMs, again);

  return {
    signal: gaveUp.signal,
    trouble: () => trouble,
    heard(from, chunk) {
      heardAt = elapsed();
      // Progress clears earlier problems.
      if (from === "out") tails.err = Buffer.alloc(0);
      tails[from] = Buffer.concat([tails[from], chunk]).subarray(-tailBytes);
    },
    end() {
      cancel?.();
      cancel = null;
    },
  };
};
