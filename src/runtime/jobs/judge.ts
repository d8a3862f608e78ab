// Judgement of a job whose lease still holds, by its spool and the processes that had it: what a lease alone tells too late.
import type { Job } from "../../core/job.ts";
import type { Lease, Time } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import type { Standing } from "../results.ts";
import { granterOf } from "../runner/granter.ts";
import { hostingOf } from "../runner/look.ts";
import { doubted } from "./standing.ts";

export type Scene = {
  readonly engine: Engine;
  readonly leases: readonly Lease[];
  readonly entries: readonly SpoolEntry[];
  /** By the clock of leases. */
  readonly now: Time;
};

/** Why nobody can know how it ended; null: it may still run, or its end is there to be read. */
const lostHost = ({ engine, leases, now }: Scene, entry: SpoolEntry): string | null => {
  const { machine } = granterOf(entry.job.lease);
  if (entry.exit === null && !engine.isHere(machine))
    return leases.some(({ fence, until }) => fence === entry.fence && until > now)
      ? null
      : `it was hosted on ${machine}, and its lease is not renewed`;
  const at = Date.parse(engine.now());
  return hostingOf({ engine }, entry, at, at) === "lost"
    ? "its host died before it could say how it ended"
    : null;
};

const lostRunner = ({ engine }: Scene, job: Job, lease: Lease): string | null => {
  const { process, machine } = granterOf(lease);
  return job.begun &&
    job.child === undefined &&
    process !== null &&
    engine.isHere(machine) &&
    !engine.workspace.processes.alive(process)
    ? "the process that began it died before its host was up"
    : null;
};

/** What it is instead of running. Its spool entry takes precedence over its lease. */
export const judged = (seen: Scene, job: Job, lease: Lease): Partial<Standing> => {
  const entry = seen.entries.findLast((one) => one.job.job.key === job.key);
  const why = entry === undefined ? lostRunner(seen, job, lease) : lostHost(seen, entry);
  if (why !== null) return doubted(job, why);
  const ended = entry !== undefined && entry.exit !== null ? entry.job : null;
  return ended === null || seen.engine.workspace.processes.alive(ended.runner)
    ? {}
    : { is: "ready", why: "it ended, and is read when the run goes on" };
};
