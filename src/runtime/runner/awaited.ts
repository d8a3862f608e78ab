// Why: a runner that only waits for another machine's jobs must say for which and how long, or its screen looks as if it hung.
import { isSilent } from "../../core/patience.ts";
import type { Lease, Time } from "../../core/row.ts";
import { span } from "../../core/span-words.ts";
import type { Driving } from "./driving.ts";
import { granterOf } from "./granter.ts";

/** `busy`: leases of other runners; those of this machine stand in its own terminals. Each is told once, and again whenever its machine falls silent. `now`: by the clock that leases lapse by. */
export type Awaited = (busy: readonly Lease[], now: Time) => void;

export const createAwaited = ({ engine, tell }: Pick<Driving, "engine" | "tell">): Awaited => {
  let told: ReadonlyMap<number, boolean> = new Map();
  return (busy, now) => {
    const before = told;
    const silences = new Map<number, boolean>();
    for (const lease of busy) {
      const { fence, job } = lease;
      const { machine } = granterOf(lease);
      if (machine === engine.machine) continue;
      const leftMs = Date.parse(lease.until) - Date.parse(now);
      const silent = isSilent(leftMs);
      silences.set(fence, silent);
      if (before.get(fence) === silent || (before.has(fence) && !silent)) continue;
      const where = silent ? `in hand on ${machine}, which is silent` : `in hand on ${machine}`;
      tell({ is: "job", key: job, what: "waits", note: `${where}; its lease ends in ${span(leftMs)} unless it is renewed` });
    }
    told = silences;
  };
};
