// Notice of a runner that waits for other machines' jobs: which and how long.
import { isSilent } from "../../core/patience.ts";
import type { Lease, Time } from "../../core/row.ts";
import { span } from "../../core/span-words.ts";
import type { Driving } from "./driving.ts";
import { granterOf } from "./granter.ts";

/** Shorter waits aren't reported, in ms. */
const wonderMs = 3_000;

type Seen = { readonly since: number; readonly told: "nothing" | "waits" | "silent" };

/** `busy`: leases of other runners; those of this machine show in their own terminals. Each is reported once if it persists, and whenever its machine falls silent. `now`: by the clock of leases. */
export type Awaited = (busy: readonly Lease[], now: Time) => void;

export const createAwaited = ({ engine, tell }: Pick<Driving, "engine" | "tell">): Awaited => {
  let seen: ReadonlyMap<number, Seen> = new Map();
  return (busy, now) => {
    const at = Date.parse(now);
    const next = new Map<number, Seen>();
    for (const lease of busy) {
      const { machine } = granterOf(lease);
      if (machine === engine.machine) continue;
      const before = seen.get(lease.fence) ?? { since: at, told: "nothing" };
      const leftMs = Date.parse(lease.until) - at;
      const is = isSilent(leftMs)
        ? "silent"
        : before.told === "nothing" && at - before.since < wonderMs
          ? "nothing"
          : "waits";
      next.set(lease.fence, { since: before.since, told: is });
      if (is === before.told || (is === "waits" && before.told === "silent")) continue;
      const where =
        is === "silent" ? `in hand on ${machine}, which is silent` : `in hand on ${machine}`;
      tell({
        is: "job",
        key: lease.job,
        what: "waits",
        note: `${where}; its lease ends in ${span(leftMs)} unless it is renewed`,
      });
    }
    seen = next;
  };
};
