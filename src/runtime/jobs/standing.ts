// Join of jobs due and leases held into one list of standings, shared by all surfaces.
import type { Job } from "../../core/job.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Lease, Time } from "../../core/row.ts";
import type { Standing } from "../results.ts";

const doubtWords: Record<Job["doubt"], string> = {
  retry: "it is tried again",
  ask: "a person is asked",
  check: "what it left behind is looked at first",
};

type Stands = Pick<Standing, "is" | "why">;
export const doubted = ({ doubt }: Job, why: string): Stands => ({
  is: "doubt",
  why: `${why}: ${doubtWords[doubt]}`,
});

const standing = (job: Job, lease: Lease | null, now: Time): Stands => {
  if (job.kind === "decision") return { is: "decision", why: null };
  if ((job.child !== undefined && job.begun) || (lease !== null && lease.until > now))
    return { is: "running", why: null };
  if (lease !== null)
    return doubted(job, `the lease of ${lease.holder.name} ran out at ${lease.until}`);
  if (job.begun && job.outside !== true) return doubted(job, "it began, and nobody holds it");
  const late = job.notBefore !== undefined && job.notBefore > now ? job.notBefore : null;
  const why = job.why ?? (late === null ? null : `not before ${late}`);
  return { is: why === null ? "ready" : "waiting", why };
};

export const standingsOf = (
  jobs: readonly Job[],
  leases: readonly Lease[],
  now: Time,
): readonly Standing[] => {
  const held = new Map(leases.map((lease) => [lease.job, lease]));
  return jobs.map((job) => {
    const lease = held.get(job.key) ?? null;
    return { job, lease, ...standing(job, lease, now) };
  });
};

/** A job by key, or by unit if unambiguous: checks that run beside an agent's work aren't meant. */
export const findJob = (standings: readonly Standing[], name: string): Standing | Refusal => {
  const exact = standings.find(({ job }) => job.key === name);
  if (exact !== undefined) return exact;
  const about = standings.filter(({ job }) => job.subject === name);
  const done = about.filter(({ job }) => job.kind !== "check");
  const [only, ...more] = done.length > 0 ? done : about;
  if (only !== undefined && more.length === 0) return only;
  const candidates = (about.length > 0 ? about : standings).map(({ job }) => job.key).slice(0, 20);
  return refuse(
    "JOB_UNKNOWN",
    about.length > 0 ? `${name} has ${about.length} jobs` : `no job ${name} is due`,
    {
      fits:
        candidates.length === 0
          ? "nothing is due: `cairn status` says why"
          : `name one: ${candidates.join(", ")}`,
    },
  );
};
