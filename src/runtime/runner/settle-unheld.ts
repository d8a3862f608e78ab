// Settlement of a begun job without a holding process: takes its work, and reports it as lost.
import type { Job } from "../../core/job.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import { countUse, holderName } from "../budget.ts";
import { groundOf } from "../engine.ts";
import { jobIn } from "../fold.ts";
import { handOver } from "../handover.ts";
import { takeLeft, takeOut, warnUntaken } from "../landing/take-out.ts";
import { unheard, unhosted } from "../unseen.ts";
import { causeOf, type Driving } from "./driving.ts";
import { letGo } from "./settle.ts";
import { warn } from "../run-options.ts";

const notes = {
  lost: () => "it began, and nobody holds it",
  lapsed: (name: string) => `${name} let its lease run out`,
  timeout: () => "its time is over, and nobody told how it ended",
} as const;

/** Settles a begun job without a holder, or with an external holder whose lease or time ran out; true: something changed. A lease that outlasts the time limit stays. */
export const settleUnheld = async (
  driving: Driving,
  job: Job,
  lease: Lease,
  held: Lease | null,
  reason: keyof typeof notes,
): Promise<boolean> => {
  const { door, engine, folds, run } = driving;
  const folded = await folds.newest(run);
  let news = false;
  const still = folded === null ? undefined : jobIn(folded, job.key);
  if (folded !== null && still?.begun === true) {
    const claim = (await (await engine.workspace.claims()).of(run)).findLast(
      (one) => one.lease.job === job.key,
    );
    if (claim === undefined) await takeLeft(driving, folded, still, (held ?? lease).holder);
    else if (claim.spot !== undefined) {
      const { untold } = await takeOut(driving, claim, folded);
      if (untold !== null) warnUntaken(driving.tell, job, untold);
    }
    const { holder } = held ?? lease;
    const end = { ...unheard, exit: null, reason, report: null, found: "none" } as const;
    const outcome = unhosted(holder, end);
    const { protocol } = folded;
    const id = causeOf(lease, "given up");
    // What its place held counts as its own, though nobody holds it any more.
    const ground = groundOf(engine, (await folds.newest(run)) ?? folded, job.key);
    const told = { run, protocol, job: still, lease: held, outcome, id, ground };
    const sent = await handOver(door, told);
    news = !isRefusal(sent) && sent.events.length > 0;
    if (news)
      await countUse(driving, {
        job: still,
        fence: lease.fence,
        agent: holderName(holder, still),
        ms: null,
        unstarted: false,
      });
    if (isRefusal(sent))
      warn(
        driving.tell,
        `${job.key} is ${reason}, and saying so was refused: ${sent.code}: ${sent.text}`,
      );
    else driving.tell({ is: "job", key: job.key, what: "lost", note: notes[reason](holder.name) });
  }
  if (reason !== "timeout" || held === null) await letGo(driving, lease);
  return news;
};
