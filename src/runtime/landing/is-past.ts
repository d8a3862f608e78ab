// Check whether a job's place belongs to another job by now.
import type { AtWork } from "../../workspace/workspace.ts";
import type { Driving } from "../runner/driving.ts";

/** The job and its folder were reassigned: the content belongs to the new holder. */
export const isPast = async (
  { engine, run }: Pick<Driving, "engine" | "run">,
  { lease, spot }: AtWork,
): Promise<boolean> => {
  const { spool, claims } = engine.workspace;
  const others = [
    ...(await spool.list(run)).entries.map(({ job }) => job),
    ...(await (await claims()).of(run)),
  ];
  return others.some((other) => other.lease.fence > lease.fence && other.spot?.key === spot?.key);
};
