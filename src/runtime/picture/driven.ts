// How a run stands with a runner or without one: decided here for all surfaces, since no record knows who drives it now.
import type { RunState } from "../../core/words/states.ts";
import { hasBegun } from "../../core/words/work-nodes.ts";
import type { Picture } from "./shape.ts";

type Judged = Pick<Picture, "life" | "status" | "state" | "jobs" | "nodes">;

/** For a run without a runner: whether a runner would begin something, now or at a set time. Jobs of external workers need none. */
const needsRunner = ({ life, status, jobs }: Judged): boolean => {
  if (life !== "live" || status !== "running") return false;
  const running = jobs.filter(({ is }) => is === "running");
  return (
    running.length === 0 ||
    running.some(({ since }) => since !== null) ||
    jobs.some(({ is }) => is === "ready" || is === "doubt")
  );
};

/** Nothing is running, though something could begin now or at a set time: the run was abandoned. */
const isIdle = (picture: Judged): boolean =>
  needsRunner(picture) &&
  picture.jobs.some(({ is, later }) => is === "ready" || is === "doubt" || later !== null) &&
  !picture.jobs.some(({ is }) => is === "running");

/** The state for people, which includes whether a runner is active. Work on another machine implies a runner there. */
const stateNow = (picture: Judged, driven: boolean): RunState => {
  const { state, jobs, nodes } = picture;
  if (driven) return state === "ready" ? "running" : state;
  if (state !== "ready" && state !== "running" && state !== "waiting") return state;
  if (!needsRunner(picture) || jobs.some(({ is, on }) => is === "running" && on !== undefined))
    return state;
  if (state === "waiting" && jobs.every(({ later }) => later === null)) return state;
  return hasBegun(nodes) ? "no runner" : "ready";
};

/** A picture of now. @param driven a runner on this machine drives it */
export const attend = <P extends Judged>(picture: P, driven: boolean) => ({
  ...picture,
  state: stateNow(picture, driven),
  driven,
  idle: !driven && isIdle(picture),
  needsRunner: !driven && needsRunner(picture),
});
