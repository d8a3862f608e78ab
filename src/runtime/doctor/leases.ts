// Doctor kinds of leases: stale lease, job in doubt, silent host.
import { isOver } from "../../core/over.ts";
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { granterOf } from "../runner/granter.ts";
import { hostingOf, type Look } from "../runner/look.ts";
import { type Case, problem, type Symptom, type RunKind } from "./kind.ts";
import { tend } from "./tend.ts";
import { endLease, takeLease } from "../leases.ts";

const spooled = (seen: Look, lease: Lease): boolean =>
  seen.entries.some(({ fence }) => fence === lease.fence);
/** Taken by `cairn claim`: its holder may still be working without contact. */
const isClaimed = (lease: Lease): boolean => granterOf(lease).process === null;

const takerDied = ({ driving }: Case, lease: Lease): boolean => {
  const { machine, process } = granterOf(lease);
  return (
    process !== null &&
    driving.engine.isHere(machine) &&
    !driving.engine.workspace.processes.alive(process)
  );
};

const mine = "a person's: ";

/** No recorded start depends on it: freeing it loses nothing. */
export const leaseStale: RunKind = {
  kind: "lease-stale",
  async look(at) {
    const seen = await at.look();
    const begun = new Set(seen.jobs.filter((job) => job.begun).map((job) => job.key));
    return seen.leases
      .filter((lease) => !spooled(seen, lease) && !begun.has(lease.job))
      .flatMap((lease): readonly Symptom[] => {
        const lapsed = lease.until <= seen.now;
        if (!lapsed && !takerDied(at, lease)) return [];
        const text = lapsed
          ? `the lease of ${lease.holder.name} on ${lease.job} ran out at ${lease.until}, and was not renewed`
          : `the process that took the lease on ${lease.job} for ${lease.holder.name} died before anything began`;
        return [
          problem(
            `${lease.job} ${lease.fence}`,
            text,
            "it is ended, so that the job may be taken again",
          ),
        ];
      });
  },
  mend: {
    may: () => true,
    async act(at, { subject }) {
      const seen = await at.look();
      const lease = seen.leases.find((one) => `${one.job} ${one.fence}` === subject);
      if (lease === undefined) return;
      const { engine } = at.driving;
      if (lease.until > seen.now) return endLease(engine, lease);
      // Takes the lease first, which only works if it lapsed: the holder may have renewed it.
      const holder = { name: "doctor", agent: null, conversation: null };
      const taken = await takeLease(engine, { run: lease.run, job: lease.job, holder, ms: 60_000 });
      if (taken !== null) await endLease(engine, taken);
    },
  },
};

/** Another machine or runner took it over, or reported it as lost. */
const isSettled = ({ jobs, leases }: Look, { fence, job: { job } }: SpoolEntry): boolean => {
  const isBegun = jobs.some(({ key, begun }) => key === job.key && begun);
  return (
    !leases.some((lease) => lease.fence === fence) &&
    (!isBegun || leases.some((lease) => lease.job === job.key && lease.fence > fence))
  );
};

const lostHost = (at: Case, seen: Look, entry: SpoolEntry): Symptom | null => {
  const { engine } = at.driving;
  const elsewhere = !engine.isHere(granterOf(entry.job.lease).machine);
  const key = entry.job.job.key;
  if (elsewhere) {
    if (
      entry.exit !== null ||
      seen.leases.some((lease) => lease.fence === entry.fence && lease.until > seen.now)
    )
      return null;
    const { machine } = granterOf(entry.job.lease);
    const text = `${key} was hosted on ${machine}, and its lease is not renewed`;
    return problem(
      key,
      text,
      `${mine}see whether it still runs on ${machine}; \`cairn run\` gives it up`,
    );
  }
  const now = Date.parse(engine.now());
  const is = hostingOf(at.driving, entry, now, now);
  if (is !== "lost" && is !== "void") return null;
  if (isSettled(seen, entry)) {
    const words = `${entry.folder} is left of ${key}, whose host died; what that means was decided since`;
    return {
      kind: "leftover-spool",
      subject: key,
      severity: "note",
      text: words,
      fits: "what is left of it is ended, and its folder goes",
    };
  }
  const text =
    is === "lost"
      ? `the host of ${key} died before it could say how it ended`
      : `the host of ${key} never came up`;
  return problem(
    key,
    text,
    "what is left of it is ended and read, then the protocol decides what that means",
  );
};

/** Reports unknown outcomes to the protocol as lost, as a runner does; the protocol decides what follows. */
export const jobInDoubt: RunKind = {
  kind: "job-in-doubt",
  async look(at) {
    const seen = await at.look();
    const entries = seen.entries.flatMap((entry) => lostHost(at, seen, entry) ?? []);
    if (isOver(seen.life)) return entries;
    const hosted = new Set(seen.entries.map((entry) => entry.job.job.key));
    const now = at.driving.engine.now();
    const jobs = seen.jobs
      // A child run has no lease: it is found by its origin, and its jobs are checked separately.
      .filter(
        (job) =>
          job.begun && job.kind !== "decision" && job.child === undefined && !hosted.has(job.key),
      )
      .flatMap((job): readonly Symptom[] => {
        const lease = seen.leases.find((one) => one.job === job.key);
        if (lease === undefined) {
          const ends = job.deadline ?? job.expires;
          if (job.outside === true && (ends === undefined || ends > now)) return [];
          const text = `${job.key} began, and nobody holds it`;
          return [
            problem(job.key, text, "the protocol is told that it is lost, as a runner would"),
          ];
        }
        if (lease.until > seen.now || spooled(seen, lease)) return [];
        const text = `the lease of ${lease.holder.name} on ${job.key}, which began, ran out at ${lease.until}`;
        if (isClaimed(lease)) {
          const fits = `${mine}${lease.holder.name} may still \`cairn renew\` and report; \`cairn run\` takes the job from him`;
          return [problem(job.key, text, fits)];
        }
        return [problem(job.key, text, "the protocol is told that it is lost, as a runner would")];
      });
    return [...entries, ...jobs];
  },
  mend: { may: ({ fits }) => !fits.startsWith(mine), act: tend },
};

/** A live process without signs of life: stopped, or blocked on a lost disk. */
export const hostSilent: RunKind = {
  kind: "host-silent",
  async look(at) {
    const seen = await at.look();
    const { engine } = at.driving;
    return seen.entries.flatMap((entry): readonly Symptom[] => {
      const lease = seen.leases.find((one) => one.fence === entry.fence);
      if (entry.exit !== null || entry.host?.is !== "host" || lease === undefined) return [];
      if (
        !engine.isHere(granterOf(lease).machine) ||
        !engine.workspace.processes.alive(entry.host.process)
      )
        return [];
      // Renewal is due after a third of the lease: two renewals are missing here.
      if (Date.parse(lease.until) - Date.parse(seen.now) > entry.job.leaseMs / 3) return [];
      const text = `the host of ${lease.job} (process ${entry.host.process.pid}) lives and doesn't renew its lease, which ends at ${lease.until}`;
      const fits =
        "see whether that process is stopped or waits for a disk: let it go on, or end it, then `cairn run` takes it from there";
      return [problem(lease.job, text, fits)];
    });
  },
};
