// State of a run with or without a runner on this machine.
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

/** The state for people without a runner on this machine. Work on another machine implies a runner there. */
const stateAlone = (picture: Judged): RunState => {
  const { state, jobs, nodes } = picture;
  if (state !== "running" && state !== "waiting" && state !== "in doubt") return state;
  const running = jobs.filter(({ is }) => is === "running");
  if (running.some(({ on }) => on !== undefined)) return state;
  if (!needsRunner(picture)) return running.length === 0 ? "waiting" : state;
  if (state === "waiting" && jobs.every(({ later }) => later === null)) return state;
  // What a lost worker held is due again, and looks as if nobody had ever had it.
  const wasHeld = jobs.some(({ since }) => since !== null);
  return wasHeld || hasBegun(nodes) ? "no runner" : "not started";
};

type Runs = { runners(): readonly { readonly run: string }[] };
/** A picture of now. */
export const attendedIn = <P extends Judged & { readonly run: string }>(system: Runs, picture: P) =>
  attend(
    picture,
    system.runners().some(({ run }) => run === picture.run),
  );

/** The same. @param driven a runner on this machine drives it */
export const attend = <P extends Judged>(picture: P, driven: boolean) => ({
  ...picture,
  state: driven ? picture.state : stateAlone(picture),
  driven,
  idle: !driven && isIdle(picture),
  needsRunner: !driven && needsRunner(picture),
});
