// Refusal of repositories that don't support places, before a run is made.
import { Fault, type Refusal } from "../../core/refusal.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { checkoutSite } from "./where.ts";
import { readyIn } from "./worktree-include.ts";

/** @param told the beginning of the hint */
export const unfitFault = (unfit: Refusal, told = ""): Fault => {
  const { code, text, fits = "start in another repository" } = unfit;
  if (["CHECKOUT_UNFINISHED", "REPOSITORY_EMPTY"].includes(code))
    return new Fault(code, text, `${told}${fits}`);
  return new Fault(code, `${text}, and jobs can't have places there`, `${told}${fits}`);
};

/** Before a run is created. Faults: those of unsuitable repositories, INCLUDE_INVALID. */
export const checkFit = async (
  engine: Engine,
  run: string,
  folded: Folded,
  changes: boolean,
): Promise<void> => {
  const { root } = checkoutSite(engine, run, folded);
  const unfit = await (await engine.workspace.places()).unfit(root, changes);
  if (unfit !== null) throw unfitFault(unfit, "no run was made; ");
  await readyIn(engine.workspace, root, engine.config.ready);
};
