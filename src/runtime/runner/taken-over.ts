// Why: whoever drives a machine that was away must hear what became of its work, not that an agent was killed and what it cried.
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { recorded } from "../fold.ts";
import { pagesOf } from "../pages.ts";
import type { Driving } from "./driving.ts";
import { granterOf } from "./granter.ts";
import { look } from "./look.ts";

/** The events tell of each attempt by whom, and under which fence, it was begun. */
const wasGiven = async ({ engine, run }: Driving, fence: number): Promise<boolean> => {
  for await (const rows of pagesOf(engine.ledger, run, 0)) if (rows.some((row) => recorded(row).by.fence === fence)) return true;
  return false;
};

/** For an attempt whose lease is over and whom nobody hears any more: who has the work now. */
export const takenOverWords = async (driving: Driving, { fence, job: { job } }: SpoolEntry): Promise<string> => {
  if (!(await wasGiven(driving, fence))) return "nobody was given its lease";
  const seen = await look(driving);
  const same = (seen?.jobs ?? []).filter(({ role, subject }) => role === job.role && subject === job.subject);
  const keys = new Set([job.key, ...same.map(({ key }) => key)]);
  const next = seen?.leases.findLast((lease) => lease.fence > fence && keys.has(lease.job) && lease.until > seen.now);
  const ranOut = "its lease ran out before it was handed in";
  if (next !== undefined) {
    const { machine } = granterOf(next);
    const where = machine === driving.engine.machine ? "this machine" : machine;
    return `${ranOut}; ${next.job} is at work on it now, by ${next.holder.name} on ${where}`;
  }
  const due = same.find(({ key, begun }) => key !== job.key && !begun);
  return due === undefined
    ? `${ranOut}, and others settled it since: \`cairn status ${driving.run}\` shows how it stands`
    : `${ranOut}, and others gave it up; ${due.key} is due`;
};
