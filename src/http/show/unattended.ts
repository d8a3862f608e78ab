// Detector of unattended runs: work could continue but no runner is alive; used by list, run page and actions.
import type { RunState } from "../../core/state-words.ts";
import { hasBegun } from "../../core/work-nodes.ts";
import type { Picture } from "../../runtime/system.ts";

type Judged = Pick<Picture, "life" | "status" | "jobs">;

/** For a run without a runner: whether a runner would begin something, now or at a set time. Jobs of external workers need none. */
export const needsRunner = ({ life, status, jobs }: Judged): boolean => {
  if (life !== "live" || status !== "running") return false;
  const running = jobs.filter(({ is }) => is === "running");
  return (
    running.length === 0 ||
    running.some(({ since }) => since !== null) ||
    jobs.some(({ is }) => is === "ready" || is === "doubt")
  );
};

/** Nothing is running, though something could begin now or at a set time: the run was abandoned. */
export const isIdle = (picture: Judged): boolean =>
  needsRunner(picture) &&
  picture.jobs.some(({ is, later }) => is === "ready" || is === "doubt" || later !== null) &&
  !picture.jobs.some(({ is }) => is === "running");

/** The state for people, which includes whether a runner is active. Work on another machine implies a runner there. */
export const stateNow = (
  picture: Judged & Pick<Picture, "state" | "nodes">,
  driven: boolean,
): RunState => {
  const { state, jobs, nodes } = picture;
  if (driven) return state === "ready" ? "running" : state;
  if (state !== "ready" && state !== "running" && state !== "waiting") return state;
  if (!needsRunner(picture) || jobs.some(({ is, on }) => is === "running" && on !== undefined))
    return state;
  if (state === "waiting" && jobs.every(({ later }) => later === null)) return state;
  return hasBegun(nodes) ? "no runner" : "ready";
};
