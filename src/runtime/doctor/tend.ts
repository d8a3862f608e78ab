// Doctor's repair of jobs: a runner's housekeeping without starting anything.
import { Fault } from "../../core/refusal.ts";
import { createAdopter } from "../runner/adopt.ts";
import { granterOf } from "../runner/granter.ts";
import { look, type Look } from "../runner/look.ts";
import { tendUnheld } from "../runner/unheld.ts";
import type { Case } from "./kind.ts";

/** Without jobs of external holders who may still report: only a runner that needs them takes them over. */
const withoutClaimed = (seen: Look): Look => {
  const lapsed = seen.leases.filter(
    (lease) => lease.until <= seen.now && granterOf(lease).process === null,
  );
  const theirs = new Set(
    lapsed
      .map(({ job }) => job)
      .filter((key) => seen.jobs.some((job) => job.key === key && job.begun)),
  );
  return {
    ...seen,
    jobs: seen.jobs.filter((job) => !theirs.has(job.key)),
    leases: seen.leases.filter((lease) => !theirs.has(lease.job)),
  };
};

/** Starts nothing, and leaves work of other machines to them. */
export const tend = async ({ driving }: Case): Promise<void> => {
  const { machine } = driving.engine;
  const read = async (): Promise<Look | null> => {
    const seen = await look(driving);
    if (seen === null) return null;
    return {
      ...withoutClaimed(seen),
      entries: seen.entries.filter((entry) => granterOf(entry.job.lease).machine === machine),
    };
  };
  const adopter = createAdopter(driving);
  const seen = await read();
  if (seen === null) return;
  try {
    await adopter.adopt(seen);
  } catch (error) {
    // Runners report failed starts; this one is settled by now.
    if (!(error instanceof Fault) || error.code !== "HOST_UNSTARTABLE") throw error;
  }
  const after = await read();
  if (after === null || after.life !== "live") return;
  const all = (await driving.engine.workspace.spool.list(driving.run)).entries;
  await tendUnheld(
    driving,
    after,
    new Set(all.filter((entry) => !adopter.isLeft(entry)).map((entry) => entry.fence)),
  );
};
