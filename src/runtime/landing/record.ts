// Record of a job's work: the command, with what the work changed of what checks go by.
import type { Job } from "../../core/job.ts";
import type { Command } from "../../core/protocol.ts";
import { type Commit, unitOf } from "../../landing/site.ts";
import type { LeftOut, PlaceSite } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { checkChanges } from "./check-changes.ts";

/** Identifies the author of work. */
export type Doing = Pick<Job, "key" | "subject" | "role" | "thread">;

/** `from`: the commit on which it was done. `left`: what was left out of it, or is told of it. */
export type Done = {
  readonly from: string;
  readonly work: Commit;
  readonly left: readonly LeftOut[];
};

/** @param replaces whether it stands for all work of its unit, also where jobs share one */
export const recordOf = async (
  engine: Engine,
  folded: Folded,
  at: PlaceSite,
  job: Doing,
  agent: string | null,
  { from, work, left }: Done,
  replaces = false,
) => {
  const { protocol } = folded;
  const changes = await (await engine.workspace.places()).changes(at, from, work.commit);
  const bent = await checkChanges(engine, folded, { from, to: work }, changes, left);
  const { key, subject, role, thread = null } = job;
  const command: Command = {
    type: "TakeWork",
    data: {
      unit: unitOf(protocol, job),
      doer: { job: key, subject, role, thread, agent },
      work,
      ...(replaces || protocol.gathers === undefined ? {} : { from }),
      ...(bent.length === 0 ? {} : { bent }),
    },
  };
  return { command, changed: changes.map(({ path, how }) => ({ path, how })) };
};
