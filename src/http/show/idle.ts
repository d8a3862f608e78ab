// Why: that work could go on and nobody is at it is judged once, for the list of runs and for a run's own page.
import type { Picture } from "../../runtime/system.ts";

/** Of a run that no runner drives. A runner that is about to begin something is one, too; what may begin later needs one that is there then. */
export const isIdle = ({ life, status, jobs }: Pick<Picture, "life" | "status" | "jobs">): boolean =>
  life === "live" &&
  status === "running" &&
  jobs.some(({ is, later }) => is === "ready" || is === "doubt" || later !== null) &&
  !jobs.some(({ is }) => is === "running");
