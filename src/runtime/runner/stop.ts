// Stopper of unwanted jobs: at once if the run is over, else after a grace period.
import { isOver } from "../../core/over.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Driving } from "./driving.ts";
import type { Look } from "./look.ts";

/** Time for a running job to submit after it is no longer due. */
const dropMs = 30_000;

export type Stopper = (seen: Look, live: readonly SpoolEntry[]) => void;

/** A host stops its whole process tree on request and notes it in the spool; it is asked once. */
export const createStopper = ({ engine, tell }: Driving): Stopper => {
  const dropped = new Map<string, number>();
  const asked = new Set<string>();
  const stop = ({ folder, host, job }: SpoolEntry, why: string): void => {
    if (asked.has(folder) || host?.is !== "host") return;
    asked.add(folder);
    if (engine.workspace.processes.stop(host.process))
      tell({ is: "job", key: job.job.key, what: "stopped", note: why });
  };
  return (seen, live) => {
    const now = Date.parse(engine.now());
    const due = new Set(seen.jobs.map(({ key }) => key));
    const over = isOver(seen.life);
    for (const entry of live) {
      if (over) stop(entry, "the run is over");
      // A paused run may or may not list its jobs: running ones continue.
      else if (seen.life === "paused" || due.has(entry.job.job.key)) dropped.delete(entry.folder);
      else if (!dropped.has(entry.folder)) dropped.set(entry.folder, now);
      else if (now - (dropped.get(entry.folder) ?? now) >= dropMs)
        stop(entry, "it is no longer due");
    }
  };
};
