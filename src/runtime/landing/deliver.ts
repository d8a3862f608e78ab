// Immediate delivery of landed work: if the user requested it, or has no own git to merge with.
import { firstOf } from "../../core/words/how-many.ts";
import { Fault, isRefusal } from "../../core/refusal.ts";
import { siteOf } from "../../landing/site.ts";
import { mergeOf } from "../delivery/merge.ts";
import type { Folded } from "../fold.ts";
import { engineSender } from "../jobs/handover.ts";
import type { Driving } from "../runner/driving.ts";
import { warn } from "../run-options.ts";
import { placeSite } from "./where.ts";

const mostMoves = 5;

/** Its user may move HEAD meanwhile: then the merge looks at the new one. */
const steadily = async <T>(deliver: () => Promise<T>): Promise<T> => {
  for (let moved = 1; ; moved += 1) {
    try {
      return await deliver();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "HEAD_MOVED" || moved === mostMoves)
        throw error;
    }
  }
};

/** Work that conflicts with the user's changes stays on the run's branch, with a notice. A child's work is delivered with its parent's. */
export const deliverLanded = async (driving: Driving, folded: Folded): Promise<void> => {
  const { engine, folds, door, run, here = false, tell } = driving;
  const site = siteOf(folded.state);
  if (
    site === null ||
    site.landed === 0 ||
    site.dropped ||
    site.undone === true ||
    folded.origin !== null
  )
    return;
  if (site.delivery?.head === site.head.commit) return;
  const { root } = placeSite(engine, run, folded);
  if (!here && !(await engine.workspace.places()).keeps(root)) return;
  const done = await steadily(() => mergeOf({ engine, folds, door })(run, engineSender(null)));
  if (isRefusal(done)) warn(tell, `${done.text}${done.fits === undefined ? "" : `; ${done.fits}`}`);
  else if ((done.apart?.along.length ?? 0) > 0)
    warn(
      tell,
      `the checkout lacks what the run began on: its work was put there alone, without ${firstOf(done.apart?.along ?? [], 5)}`,
    );
};
