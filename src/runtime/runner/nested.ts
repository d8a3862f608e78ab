// Child runs driven beside their parent in the background, until each rests or its end is submitted.
import { followDown } from "../children.ts";
import { takeChild } from "../landing/take-out.ts";
import type { RunResult } from "../run-options.ts";
import { createChildDrives } from "./child-drives.ts";
import {
  beginChild,
  type ChildJob,
  childJobs,
  handInChild,
  isUnsettled,
  unsettledChildren,
} from "./child-run.ts";
import type { Driving } from "./driving.ts";
import type { Look } from "./look.ts";

export type Nested = {
  /** A phrase per action for children. */
  readonly changed: readonly string[];
  /** Whether a child is being driven. */
  readonly busy: boolean;
  /** What children wait for. */
  readonly waiting: RunResult["waiting"];
};
export type Tender = (seen: Look) => Promise<Nested>;

export const createTender = (driving: Driving): Tender => {
  const { engine, folds, run, nested } = driving;
  const drives = createChildDrives(nested);
  let followed = "";

  /** True: something changed. */
  const tend = async (seen: Look, one: ChildJob): Promise<boolean> => {
    const { job, child } = one;
    const card = (await engine.ledger.runs({ origin: child.origin }))[0];
    if (card === undefined) {
      const may = seen.life === "live" && (job.begun || job.why === null);
      return may && beginChild(driving, seen, one);
    }
    if (!job.begun) return job.why === null && handInChild(driving, seen, one, card.run, null);
    const folded = await folds.newest(card.run);
    const ended = folded?.protocol.ended(folded.state) ?? null;
    const result = drives.resultOf(card.run);
    const rests = result === undefined ? !(await isUnsettled(engine, card.run)) : result !== null;
    if (ended === null || !rests) {
      drives.drive(card.run, card.version);
      return false;
    }
    // A dead runner may have left files, whose content becomes the node's output.
    await driving.scan(card.run, true);
    if (folded !== null) await takeChild(driving, seen.folded, job, { run: card.run, folded });
    return handInChild(driving, seen, one, card.run, ended);
  };

  /** Pauses, resumes and ends children with their parent, once per life state and set of jobs. */
  const followParent = async (seen: Look, jobs: readonly ChildJob[]): Promise<void> => {
    const now = `${seen.life} ${jobs.map(({ child }) => child.origin).join(" ")}`;
    if (seen.folded.protocol.nests !== true || now === followed) return;
    for (const ended of await followDown(driving, run)) drives.drive(ended, -1);
    for (const ended of await unsettledChildren(engine, run)) drives.drive(ended, -1);
    followed = now;
  };

  return async (seen) => {
    const jobs = childJobs(seen);
    await followParent(seen, jobs);
    const changed: string[] = [];
    for (const one of jobs)
      if (await tend(seen, one)) changed.push(`the run of ${one.job.key} was tended`);
    drives.raise();
    return { changed, busy: drives.isBusy(), waiting: drives.waiting() };
  };
};
