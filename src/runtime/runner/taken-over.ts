// Why: whoever drives a machine that was away must hear what became of its work, not that an agent was killed and what it cried.
import type { Job } from "../../core/job.ts";
import { pagesOf, recorded } from "../fold.ts";
import type { Driving } from "./driving.ts";
import { granterOf } from "./granter.ts";
import { look } from "./look.ts";

type Looking = Pick<Driving, "engine" | "folds" | "run">;
type Attempt = {
  readonly fence: number;
  readonly job: { readonly job: Pick<Job, "key" | "role" | "subject"> };
};

/** Fences are given in order, so one that lies above all that leases and events name was given to nobody. A check's beginning is no event. */
const namesSuch = async ({ engine, run }: Looking, fence: number): Promise<boolean> => {
  for await (const rows of pagesOf(engine.ledger, run, 0))
    if (rows.some((row) => (recorded(row).by.fence ?? 0) >= fence)) return true;
  return false;
};

/** For an attempt whose lease is over and whom nobody hears any more: who has the work now. */
export const takenOverWords = async (
  driving: Looking,
  { fence, job: { job } }: Attempt,
): Promise<string> => {
  const seen = await look(driving);
  const given =
    seen?.leases.some((lease) => lease.fence >= fence) === true ||
    (await namesSuch(driving, fence));
  if (!given) return "nobody was given its lease";
  const same = (seen?.jobs ?? []).filter(
    ({ role, subject }) => role === job.role && subject === job.subject,
  );
  const keys = new Set([job.key, ...same.map(({ key }) => key)]);
  const next = seen?.leases.findLast(
    (lease) => lease.fence > fence && keys.has(lease.job) && lease.until > seen.now,
  );
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
