// Immediate delivery of landed work: if the user requested it, or has no own git to merge with.
import { isRefusal } from "../../core/refusal.ts";
import { siteOf } from "../../work/site.ts";
import { mergeOf } from "../merge.ts";
import type { Folded } from "../fold.ts";
import { engineSender } from "../handover.ts";
import type { Driving } from "../runner/driving.ts";
import { placeSite } from "./where.ts";

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
  const done = await mergeOf({ engine, folds, door })(run, engineSender(null));
  if (isRefusal(done))
    tell({ is: "warning", text: `${done.text}${done.fits === undefined ? "" : `; ${done.fits}`}` });
};
