// Watchdog of a ledger's runners on this machine: tells of a run whose runner was killed while work is due, and ends after the last runner.
import { isRefusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { type Notice, runnerNotice } from "./notice.ts";

/** How long a run stays without a runner before it is told, and how long a watchdog outlives the last runner, in ms. */
export const graceMs = 5_000;

export type WatchdogParts = {
  readonly system: Pick<System, "picture"> & {
    readonly workspace: {
      readonly runners: Pick<System["workspace"]["runners"], "all" | "killed">;
      readonly notices: System["workspace"]["notices"];
    };
  };
  readonly tell: (notice: Notice) => Promise<void>;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
};
type Killed = { readonly run: string; readonly pid: number; readonly seen: number };

/** Looks once at each call; false: no runner has been there for a while, and nothing is left to tell. */
export const createWatchdog = ({
  system,
  tell,
  elapsed,
}: WatchdogParts): (() => Promise<boolean>) => {
  const { runners, notices } = system.workspace;
  const killed = new Map<string, Killed>();
  const settled = new Set<string>();
  let busy = elapsed();

  const told = async (name: string, { run, pid }: Killed): Promise<void> => {
    const shown = await system.picture(run);
    if (isRefusal(shown) || shown.life !== "live") return;
    if (shown.jobs.every(({ kind }) => kind === "decision")) return;
    if ((await notices()).claim(run, `runner ${name}`)) await tell(runnerNotice(shown, pid));
  };

  return async () => {
    const now = elapsed();
    const driven = new Set(runners.all().map(({ run }) => run));
    for (const { run, process } of runners.killed()) {
      const name = `${run} ${process.pid} ${process.start}`;
      if (!settled.has(name) && !killed.has(name))
        killed.set(name, { run, pid: process.pid, seen: now });
    }
    for (const [name, one] of killed) {
      const isDriven = driven.has(one.run);
      if (!isDriven && now - one.seen < graceMs) continue;
      killed.delete(name);
      settled.add(name);
      if (!isDriven) await told(name, one);
    }
    if (driven.size > 0 || killed.size > 0) busy = now;
    return now - busy < graceMs;
  };
};
