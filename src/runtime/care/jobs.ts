// Doctor's look at a run's work: leases, hosts and spool folders that no runner would leave so.
import { isOver } from "../../core/over.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { handOver } from "../jobs/handover.ts";
import { peekOutcome } from "../jobs/outcome.ts";
import type { Driving } from "../runner/driving.ts";
import { granterOf } from "../runner/granter.ts";
import { hostingOf, type Look } from "../runner/look.ts";
import { worthKeeping } from "../runner/settle.ts";
import { type CareFinding, type Code, finding } from "./finding.ts";

/** A runner grants the same time to jobs that are no longer due. */
const graceMs = 30_000;

/** A live host on this machine whose run is over, or whose job is no longer due. */
export const isUnwanted = (
  { engine }: Driving,
  { life, jobs, folded }: Look,
  { exit, host, job }: SpoolEntry,
): boolean => {
  if (exit !== null || host?.is !== "host" || !engine.isHere(granterOf(job.lease).machine))
    return false;
  if (!engine.workspace.processes.alive(host.process)) return false;
  if (isOver(life)) return true;
  const rested = Date.parse(engine.now()) - Date.parse(folded.at ?? job.at);
  return life === "live" && jobs.every(({ key }) => key !== job.job.key) && rested > graceMs;
};

/** Another machine or runner took it over, or reported it as lost. */
const isSettled = ({ jobs, leases }: Look, { fence, job: { job } }: SpoolEntry): boolean =>
  leases.every((lease) => lease.fence !== fence) &&
  (jobs.every(({ key, begun }) => key !== job.key || !begun) ||
    leases.some((lease) => lease.job === job.key && lease.fence > fence));

type Problem = readonly [code: Code, text: string];

/** Finished work: refused for good, or unread. Writes nothing. */
const finished = async (driving: Driving, current: Look, entry: SpoolEntry): Promise<Problem> => {
  const { job, lease } = entry.job;
  const outcome = await peekOutcome(driving.engine, entry);
  const { protocol } = current.folded;
  const asked = { run: entry.run, protocol, job, lease, outcome, dry: true };
  const sent = await handOver(driving.door, asked);
  return isRefusal(sent) && worthKeeping(outcome)
    ? [
        "SPOOL_REFUSED",
        `what ${job.key} came to is refused: ${sent.code}: ${sent.text}; it lies in ${entry.folder}`,
      ]
    : ["SPOOL_UNREAD", `${job.key} ended, and no runner has read what it came to`];
};

const ofEntry = async (
  driving: Driving,
  current: Look,
  entry: SpoolEntry,
): Promise<Problem | null> => {
  const { engine } = driving;
  const { key } = entry.job.job;
  if (entry.exit !== null) return finished(driving, current, entry);
  const { machine } = granterOf(entry.job.lease);
  if (!engine.isHere(machine)) {
    const holds = ({ fence, until }: Lease): boolean =>
      fence === entry.fence && until > current.now;
    return current.leases.some(holds)
      ? null
      : ["JOB_SILENT", `${key} was hosted on ${machine}, and its lease is not renewed`];
  }
  if (isUnwanted(driving, current, entry)) {
    const why = isOver(current.life) ? "the run is over" : "it is no longer due";
    return ["HOST_UNWANTED", `${key} is still being worked on, and ${why}`];
  }
  const now = Date.parse(engine.now());
  const is = hostingOf(driving, entry, now, now);
  if (is !== "lost" && is !== "void") return null;
  if (isSettled(current, entry))
    return ["SPOOL_UNREAD", `the host of ${key} died, and what that means was decided since`];
  const how = is === "lost" ? "died before it could say how it ended" : "never came up";
  return ["JOB_IN_DOUBT", `the host of ${key} ${how}`];
};

const takerDied = ({ engine }: Driving, lease: Lease): boolean => {
  const { machine, process } = granterOf(lease);
  return process !== null && engine.isHere(machine) && !engine.workspace.processes.alive(process);
};

/** A lease without a folder in the spool. */
const ofLease = (driving: Driving, { jobs, now }: Look, lease: Lease): Problem | null => {
  const { job, holder, until } = lease;
  const lapsed = until <= now;
  const ranOut = `the lease of ${holder.name} on ${job} ran out at ${until}`;
  if (!jobs.some(({ key, begun }) => key === job && begun)) {
    if (lapsed) return ["LEASE_STALE", ranOut];
    return takerDied(driving, lease)
      ? ["LEASE_STALE", `the process that took the lease on ${job} died before anything began`]
      : null;
  }
  if (!lapsed) return null;
  // Taken by `cairn job claim`: its holder may still be working without contact.
  const code = granterOf(lease).process === null ? "JOB_SILENT" : "JOB_IN_DOUBT";
  return [code, `${ranOut}, and its work had begun`];
};

/** Jobs that began and that nothing stands behind. A child run has no lease: its own jobs are looked at. */
const unheld = (
  { engine }: Driving,
  { entries, jobs, leases }: Look,
): readonly (readonly [key: string, problem: Problem])[] => {
  const held = new Set([
    ...entries.map((entry) => entry.job.job.key),
    ...leases.map((lease) => lease.job),
  ]);
  return jobs
    .filter(
      ({ begun, kind, child, key }) =>
        begun && kind !== "decision" && child === undefined && !held.has(key),
    )
    .filter(({ outside, deadline, expires }) => {
      const ends = deadline ?? expires;
      return outside !== true || (ends !== undefined && ends <= engine.now());
    })
    .map(({ key }) => [key, ["JOB_IN_DOUBT", `${key} began, and nobody holds it`]]);
};

export const lookAtJobs = async (
  driving: Driving,
  current: Look,
): Promise<readonly CareFinding[]> => {
  const { run } = driving;
  const findings: CareFinding[] = [];
  const find = (subject: string, problem: Problem | null): void => {
    if (problem !== null) findings.push(finding(problem[0], { run, subject }, problem[1]));
  };
  for (const entry of current.entries) find(entry.folder, await ofEntry(driving, current, entry));
  for (const folder of current.broken)
    find(folder, ["SPOOL_UNKNOWN", `${folder} holds files that are not whole`]);
  if (current.life !== "live") return findings;
  const spooled = new Set(current.entries.map(({ fence }) => fence));
  for (const lease of current.leases)
    if (!spooled.has(lease.fence)) find(lease.job, ofLease(driving, current, lease));
  for (const [key, problem] of unheld(driving, current)) find(key, problem);
  if (current.jobs.length === 0 && current.leases.length === 0)
    find("jobs", ["RUN_STALLED", "no job is due, though the run goes on"]);
  return findings;
};
