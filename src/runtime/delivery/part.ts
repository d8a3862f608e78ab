// Commits of a job or unit by name.
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import { type Site } from "../../landing/site.ts";
import type { Places, PlaceSite } from "../../workspace/workspace.ts";
import { listed } from "./refused.ts";
import type { Folded } from "../fold.ts";
import { placeKey, writesWork } from "../landing/where.ts";
import { inLog, namesOf, type Part } from "../landing/work-log.ts";

/** The subject. */
export type Stand = {
  readonly folded: Folded;
  readonly site: Site;
  readonly at: PlaceSite;
  readonly places: Places;
};

export const partOf = async (
  run: string,
  name: string | null,
  { folded, site, at, places }: Stand,
  log: () => Promise<readonly Recorded[]>,
): Promise<Part | Refusal> => {
  const { base, branch, head } = site;
  if (name === null)
    return { run, branch, unit: null, job: null, is: "landed", from: base.commit, to: head.commit };
  const from = (to: string): Promise<string> => places.fork(at, head.commit, to);
  const jobs = folded.protocol.jobs(folded.state).filter((job) => job.begun && writesWork(job));
  const job = jobs.find(({ key }) => key === name) ?? jobs.find(({ subject }) => subject === name);
  const seen = job === undefined ? null : await places.peek(at, placeKey(job));
  if (job !== undefined && seen !== null) {
    const to = seen.commit;
    const about = { unit: job.subject, job: job.key };
    return { run, branch, ...about, is: "working", from: await from(to), to };
  }
  const waiting = Object.values(site.candidates).find(
    ({ unit, doers }) =>
      unit === name || doers.some(({ job: key, subject }) => key === name || subject === name),
  );
  if (waiting !== undefined) {
    const { unit, doer, work } = waiting;
    const to = work.commit;
    return { run, branch, unit, job: doer.job, is: "waiting", from: await from(to), to };
  }
  const found = inLog(await log(), base.commit, name);
  if (found !== null) {
    const { then, ...part } = { ...found, from: found.from ?? (await from(found.to)) };
    const landed = then !== null && part.from === part.to ? { is: "landed", ...then } : {};
    return { run, branch, ...part, ...landed };
  }
  const known = [...jobs.map(({ key }) => key), ...namesOf(await log())];
  return refuse("JOB_UNKNOWN", `no work of ${name.slice(0, 64)} is known`, {
    fits: known.length === 0 ? "no job has left any work yet" : `there is that of ${listed(known)}`,
  });
};
