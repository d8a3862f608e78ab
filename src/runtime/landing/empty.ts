// A repository without a commit: what the configuration wants of work in places would be left out there.
import { join } from "node:path";
import { Fault, type Refusal } from "../../core/refusal.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { checkoutSite, mayHavePlaces } from "./where.ts";

type Configured = Pick<Engine, "config">;
const wantsNothing = ({ config: { ready } }: Configured): boolean => ready.checks.length === 0 && ready.setup === null;

/** `told` begins the hint; null: nothing is left out. */
export const emptyFault = (engine: Configured, { code, text }: Refusal, told = ""): Fault | null => {
  if (code !== "REPOSITORY_EMPTY" || wantsNothing(engine)) return null;
  const lost = engine.config.ready.checks.length === 0 ? "`setup` of cairn.config.json doesn't" : "`checks` of cairn.config.json don't";
  return new Fault(
    code,
    `${text}, and without one ${lost} run: jobs would work in the checkout itself`,
    `${told}make one: git add --all && git commit -m "Begin"; or set \`"places": false\` in cairn.config.json`,
  );
};

/** Before a run is made. Faults: REPOSITORY_EMPTY. */
export const nothingLeftOut = async (engine: Engine, run: string, folded: Folded): Promise<void> => {
  if (wantsNothing(engine) || !mayHavePlaces(engine, folded)) return;
  const { root } = await checkoutSite(engine, run, folded);
  // Git itself is asked once this process is known as a runner: then nothing that a planted one starts counts as a person.
  if (await engine.workspace.isFolder(join(root, ".git/logs"))) return;
  const unfit = await (await engine.workspace.places()).unfit(root);
  const fault = unfit === null ? null : emptyFault(engine, unfit, "no run was made; ");
  if (fault !== null) throw fault;
};
