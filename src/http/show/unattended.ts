// Detector of unattended runs: work could go on but no runner is alive; used by list, run page and actions.
import type { RunState } from "../../core/state-words.ts";
import { hasBegun } from "../../core/work-nodes.ts";
import type { Picture } from "../../runtime/system.ts";

type Judged = Pick<Picture, "life" | "status" | "jobs">;

/** Of a run that no runner drives: one would begin something, now or as soon as it may. What somebody outside holds needs none. */
export const needsRunner = ({ life, status, jobs }: Judged): boolean => {
  if (life !== "live" || status !== "running") return false;
  const running = jobs.filter(({ is }) => is === "running");
  return (
    running.length === 0 ||
    running.some(({ since }) => since !== null) ||
    jobs.some(({ is }) => is === "ready" || is === "doubt")
  );
};

/** And nothing is under way, though something could begin, or could as soon as its time has come: it was left lying. */
export const isIdle = (picture: Judged): boolean =>
  needsRunner(picture) &&
  picture.jobs.some(({ is, later }) => is === "ready" || is === "doubt" || later !== null) &&
  !picture.jobs.some(({ is }) => is === "running");

/** In the word for people: whether a runner is there is no part of the run, but of how it stands. What another machine holds has a runner there. */
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
