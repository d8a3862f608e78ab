// Doctor's look at a run's work: what waits for a runner to take it up, and what none ever will.
import type { Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { handOver } from "../jobs/handover.ts";
import { peekOutcome } from "../jobs/outcome.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { granterOf } from "../runner/granter.ts";
import { hostingOf, type Look } from "../runner/look.ts";
import { worthKeeping } from "../runner/settle.ts";
import { type CareFinding, type Code, finding } from "./finding.ts";

type Problem = readonly [code: Code, subject: string, text: string];

/** Finished work: refused for good, or unread. Writes nothing. */
const ended = async (
  { door, engine }: RunnerParts,
  { folded: { protocol } }: Look,
  entry: SpoolEntry,
): Promise<Problem> => {
  const { run, folder } = entry;
  const { job, lease } = entry.job;
  const outcome = await peekOutcome(engine, entry);
  const sent = await handOver(door, { run, protocol, job, lease, outcome, dry: true });
  return isRefusal(sent) && worthKeeping(outcome)
    ? [
        "SPOOL_REFUSED",
        folder,
        `what ${job.key} came to is refused: ${sent.code}: ${sent.text}; it lies in ${folder}`,
      ]
    : ["SPOOL_UNREAD", folder, `${job.key} ended, and no runner has read what it came to`];
};

/** One that was taken or has begun, and that nothing on this machine works for. */
const unworked = (
  { engine }: RunnerParts,
  { entries, leases, now }: Look,
  { begun, key, outside, deadline, expires }: Job,
): Code | null => {
  const entry = entries.findLast(({ job }) => job.job.key === key);
  const lease = leases.find(({ job, fence }) => job === key && fence >= (entry?.fence ?? 0));
  const taken = lease ?? entry?.job.lease;
  if (taken === undefined) {
    const ends = deadline ?? expires;
    const isTheirs = outside === true && (ends === undefined || ends > engine.now());
    return begun && !isTheirs ? "JOB_IN_DOUBT" : null;
  }
  const { process, machine } = granterOf(taken);
  const isHeld = lease !== undefined && lease.until > now;
  // Its holder, in a chat or on another machine, may still be at work without contact.
  if (process === null || !engine.isHere(machine))
    return isHeld ? null : begun ? "JOB_SILENT" : "LEASE_STALE";
  const at = Date.parse(engine.now());
  const works =
    entry === undefined || entry.fence !== taken.fence
      ? isHeld && engine.workspace.processes.alive(process)
      : ["live", "coming"].includes(hostingOf({ engine }, entry, at, at));
  return works ? null : begun ? "JOB_IN_DOUBT" : "LEASE_STALE";
};

const words: Partial<Record<Code, string>> = {
  JOB_IN_DOUBT: "began, and nothing works for it: how it ended isn't known",
  JOB_SILENT: "began, and its lease ran out: its holder may still be at work",
  LEASE_STALE: "was taken, and nothing of it began",
};

const ofJob = async (parts: RunnerParts, seen: Look, job: Job): Promise<readonly Problem[]> => {
  const entry = seen.entries.findLast((one) => one.job.job.key === job.key);
  if (entry !== undefined && entry.exit !== null) return [await ended(parts, seen, entry)];
  const code = job.child === undefined ? unworked(parts, seen, job) : null;
  return code === null ? [] : [[code, job.key, `${job.key} ${words[code] ?? ""}`]];
};

/** Of a job that isn't due. */
const leftover = async (
  parts: RunnerParts,
  seen: Look,
  entry: SpoolEntry,
): Promise<readonly Problem[]> => {
  const { engine } = parts;
  const { exit, folder, job } = entry;
  if (exit !== null) {
    const problem = await ended(parts, seen, entry);
    if (problem[0] === "SPOOL_REFUSED" || !isOver(seen.life)) return [problem];
  }
  return isOver(seen.life) && engine.isHere(granterOf(job.lease).machine)
    ? [["JOB_LEFT", folder, `the run is over, and ${job.job.key} is still worked on or unread`]]
    : [];
};

export const lookAtJobs = async (
  parts: RunnerParts,
  run: string,
  seen: Look,
): Promise<readonly CareFinding[]> => {
  const due = seen.life === "live" ? seen.jobs.filter(({ kind }) => kind !== "decision") : [];
  const problems: Problem[] = seen.broken.map((folder) => [
    "SPOOL_UNKNOWN",
    folder,
    `${folder} holds files that are not whole`,
  ]);
  for (const job of due) problems.push(...(await ofJob(parts, seen, job)));
  for (const entry of seen.entries)
    if (due.every(({ key }) => key !== entry.job.job.key))
      problems.push(...(await leftover(parts, seen, entry)));
  return problems.map(([code, subject, text]) => finding(code, { run, subject }, text));
};
