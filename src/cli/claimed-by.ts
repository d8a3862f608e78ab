// Lookup of the job that a person claimed by name, without its token.
import type { Job } from "../core/job.ts";
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { Lease } from "../core/row.ts";
import type { System } from "../runtime/system.ts";

/** The run's job that this person claimed by name. */
export const claimedBy = async (
  system: System,
  run: string,
  name: string,
  token: string | null,
): Promise<{ readonly job: Job; readonly lease: Lease } | Refusal> => {
  const standings = await system.standings(run);
  if (isRefusal(standings)) return standings;
  const held = standings.flatMap(({ job, lease }) => (lease === null ? [] : [{ job, lease }]));
  const own = held.filter(({ lease }) =>
    token === null
      ? lease.holder.name === name && lease.holder.agent === null
      : lease.token === token,
  );
  const [first, ...more] = own;
  if (first === undefined)
    return refuse("TOKEN_MISSING", `${name} has no job of run ${run}`, {
      fits: `take one first: cairn claim ${run} JOB (cairn next lists them)`,
    });
  if (more.length > 0)
    return refuse(
      "JOB_AMBIGUOUS",
      `${name} has ${own.length} jobs: ${own.map(({ job }) => job.key).join(", ")}`,
      { fits: "say which by --token T, as `cairn claim` gave it" },
    );
  return first;
};
