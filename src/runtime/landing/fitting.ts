// Repositories that don't support places: jobs run in the checkout only if the user wants that.
import { Fault, type Refusal } from "../../core/refusal.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { checkoutSite, mayHavePlaces } from "./where.ts";
import { readyIn } from "./worktree-include.ts";

type Configured = Pick<Engine, "config">;
const wantsNothing = ({ config: { ready } }: Configured): boolean =>
  ready.checks.length === 0 && ready.setup === null;

/** Without git, jobs work in the checkout; so they do before the first commit, unless that would ignore a part of the configuration. */
const isBorne = (engine: Configured, { code }: Refusal): boolean =>
  ["GIT_MISSING", "GIT_REFUSED"].includes(code) ||
  (code === "REPOSITORY_EMPTY" && wantsNothing(engine));

/** `told`: the beginning of the hint; null: jobs work in the checkout itself. */
export const unfitFault = (engine: Configured, unfit: Refusal, told = ""): Fault | null => {
  const { code, text, fits = "start in another repository" } = unfit;
  if (isBorne(engine, unfit)) return null;
  return code === "REPOSITORY_EMPTY"
    ? new Fault(
        code,
        `${text}, and checks and setup run in places alone`,
        `${told}make one: git add --all && git commit -m "Begin"`,
      )
    : new Fault(
        code,
        code === "CHECKOUT_UNFINISHED" ? text : `${text}, and jobs can't have places there`,
        `${told}${fits}`,
      );
};

/** Before a run is created. Faults: those of unsuitable repositories, INCLUDE_INVALID. */
export const checkFit = async (
  engine: Engine,
  run: string,
  folded: Folded,
  changes: boolean,
): Promise<void> => {
  if (!mayHavePlaces(engine, folded)) return;
  const { root } = checkoutSite(engine, run, folded);
  const unfit = await (await engine.workspace.places()).unfit(root, changes);
  const fault = unfit === null ? null : unfitFault(engine, unfit, "no run was made; ");
  if (fault !== null) throw fault;
  if (unfit === null) await readyIn(engine.workspace, root, engine.config.ready);
};
