// One pass over a run in fixed order: adopt finished jobs, tend unheld ones, stop unneeded ones, start due ones.
import type { Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import { type RunOptions, type RunResult, warn } from "../run-options.ts";
import { createAdopter } from "./adopt.ts";
import { createCloser } from "./budget.ts";
import type { Driving } from "./driving.ts";
import type { Look } from "./look.ts";
import type { createFollower } from "../landing/branch.ts";
import { sweepClaims } from "../claims/place.ts";
import { land } from "../landing/land.ts";
import { againMs, isAway } from "../carry/remote.ts";
import { createShower } from "../carry/show.ts";
import type { createArrivals } from "../carry/bring.ts";
import { createTender } from "./nested.ts";
import { createRefusals } from "./refusals.ts";
import { createStarter } from "./start.ts";
import { createTroubles } from "./troubles.ts";
import { tendUnheld } from "./unheld.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { isSilent } from "../../core/agents/patience.ts";
import type { Lease, Time } from "../../core/row.ts";
import { span } from "../../core/words/how-many.ts";
import { granterOf } from "./granter.ts";

/** Shorter waits aren't reported, in ms. */
const wonderMs = 3_000;

type Seen = { readonly since: number; readonly told: "nothing" | "waits" | "silent" };

/** `busy`: leases of other runners; those of this machine show in their own terminals. Each is reported once if it persists, and whenever its machine falls silent. `now`: by the clock of leases. */
type Awaited = (busy: readonly Lease[], now: Time) => void;

const createAwaited = ({ engine, tell }: Pick<Driving, "engine" | "tell">): Awaited => {
  let seen: ReadonlyMap<number, Seen> = new Map();
  return (busy, now) => {
    const at = Date.parse(now);
    const next = new Map<number, Seen>();
    for (const lease of busy) {
      const { machine } = granterOf(lease);
      if (engine.isHere(machine)) continue;
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

/** Time for a running job to submit after it is no longer due. */
const dropMs = 30_000;

type Stopper = (seen: Look, live: readonly SpoolEntry[]) => void;

/** A host stops its whole process tree on request and notes it in the spool; it is asked once. */
const createStopper = ({ engine, tell }: Driving): Stopper => {
  const dropped = new Map<string, number>();
  const asked = new Set<string>();
  const stop = ({ folder, host, job }: SpoolEntry, why: string): void => {
    if (asked.has(folder) || host?.is !== "host") return;
    asked.add(folder);
    if (engine.workspace.processes.stop(host.process))
      tell({ is: "job", key: job.job.key, what: "stopped", note: why });
  };
  return (seen, live) => {
    const now = Date.parse(engine.now());
    const due = new Set(seen.jobs.map(({ key }) => key));
    const over = isOver(seen.life);
    for (const entry of live) {
      if (over) stop(entry, "the run is over");
      // A paused run may or may not list its jobs: running ones continue.
      else if (seen.life === "paused" || due.has(entry.job.job.key)) dropped.delete(entry.folder);
      else if (!dropped.has(entry.folder)) dropped.set(entry.folder, now);
      else if (now - (dropped.get(entry.folder) ?? now) >= dropMs)
        stop(entry, "it is no longer due");
    }
  };
};

export type Passed = {
  /** again: something changed, look at once; `did` has a phrase for each change. wait: for a hint, at most `ms`. rest: nothing runs and nothing can start. */
  readonly next:
    | { readonly is: "again"; readonly did: readonly string[] }
    | { readonly is: "wait"; readonly ms: number | null }
    | { readonly is: "rest" };
  readonly outside: readonly Job[];
  readonly refused: ReadonlyMap<string, string>;
  /** What child runs wait for. */
  readonly nested: RunResult["waiting"];
};

const nothing = { outside: [], refused: new Map<string, string>(), nested: [] } as const;
const again = (did: readonly string[]): Passed => ({ next: { is: "again", did }, ...nothing });
const waits = (ms: number | null): Passed => ({ next: { is: "wait", ms }, ...nothing });

/** `begins`: whether anything may begin, as far as the caller knows. */
type Pass = (seen: Look, begins: boolean) => Promise<Passed>;

/** While a remote is unreachable nothing begins; it is retried periodically. */
const patiently = (driving: Driving, pass: Pass): Pass => {
  const nowMs = (): number => Date.parse(driving.engine.now());
  const tell = createTroubles((text) => warn(driving.tell, text), nowMs);
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (seen, begins) => {
    if (nowMs() - failedAt < againMs) return waits(null);
    try {
      const passed = await pass(seen, begins);
      tell("remote", null);
      return passed;
    } catch (error) {
      if (!isAway(error)) throw error;
      failedAt = nowMs();
      tell(
        "remote",
        `${error.message}: what rests on that isn't recorded yet, and nothing begins here; it is tried again`,
      );
      return waits(null);
    }
  };
};

export const createPass = (
  driving: Driving,
  arrived: ReturnType<typeof createArrivals>,
  options: RunOptions,
  follow: ReturnType<typeof createFollower>,
): Pass => {
  const refusals = createRefusals();
  const adopter = createAdopter(driving, refusals);
  const stop = createStopper(driving);
  const start = createStarter(driving, options, adopter, refusals);
  const tend = createTender(driving);
  const close = createCloser(driving);
  const show = createShower(driving);
  const awaited = createAwaited(driving);
  const warned = new Set<string>();

  const pass: Pass = async (seen, begins) => {
    for (const folder of seen.broken) {
      if (!warned.has(folder))
        warn(driving.tell, `the spool folder ${folder} can't be read; it is left alone`);
      warned.add(folder);
    }
    const { changed, live } = await adopter.adopt(seen);
    const agents = live.filter((entry) => entry.job.agent !== null).length;
    driving.room.count(driving.run, agents);
    if (changed.length > 0) return again(changed);
    const isHere = (await arrived(seen.folded)) === null;
    if (isHere) {
      if ((await follow(seen.folded)) || (await show(seen)))
        return again(["commits on the run's branch were taken"]);
      const landed = await land(driving, seen.folded);
      if (landed !== null) return again([landed]);
    }
    if (await sweepClaims(driving))
      return again(["places of claims that are over were given back"]);
    stop(seen, live);
    const pending = seen.entries.filter((entry) => !adopter.isLeft(entry));
    const nested = await tend(seen);
    const moves = live.length > 0 || nested.busy;
    if (isOver(seen.life)) return moves ? waits(null) : { next: { is: "rest" }, ...nothing };
    if (nested.changed.length > 0) return again(nested.changed);

    const unheld = await tendUnheld(driving, seen, new Set(pending.map((entry) => entry.fence)));
    if (unheld.changed.length > 0) return again(unheld.changed);
    if (seen.life === "paused") return moves ? waits(null) : { next: { is: "rest" }, ...nothing };

    const taken = new Set([
      ...pending.map((entry) => entry.job.job.key),
      ...seen.leases.map((lease) => lease.job),
    ]);
    const started = await start(seen, live, taken, begins && isHere);
    if (started.changed.length > 0) return again(started.changed);
    const claimed = new Set(unheld.claimed.map((lease) => lease.job));
    const outside = [...seen.jobs.filter((job) => claimed.has(job.key)), ...started.outside];
    const { refused, soonest } = started;
    if (!moves) awaited(unheld.busy, seen.now);
    if (moves || unheld.busy.length > 0 || started.waiting || soonest !== null)
      return { next: { is: "wait", ms: soonest }, outside, refused, nested: nested.waiting };
    if (claimed.size === 0 && (await close(seen)))
      return again(["the run was ended as was answered about its budget"]);
    return { next: { is: "rest" }, outside, refused, nested: nested.waiting };
  };

  return patiently(driving, pass);
};
