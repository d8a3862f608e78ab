// Obstacles from other runs in a shared working tree: exclusive jobs wait for theirs.
import type { Job } from "../core/job.ts";
import { siteOf } from "../landing/site.ts";
import type { Engine } from "./engine.ts";
import type { Folded, Folds } from "./fold.ts";
import { liveOf } from "./leases.ts";

/** The other run's job. held: it has a current holder; otherwise it began without a known holder. */
export type Beside = {
  readonly why: string;
  readonly held: boolean;
  readonly begun: boolean;
  readonly run: string;
};

/** A conflicting job of another run of the same protocol in this working tree; null: none. Runs that work in places never conflict. */
export const besideOf = async (
  { ledger }: Pick<Engine, "ledger">,
  folds: Pick<Folds, "newest">,
  run: string,
  { protocol, root, state }: Pick<Folded, "protocol" | "root" | "state">,
): Promise<Beside | null> => {
  if (siteOf(state) !== null) return null;
  const cards = await ledger.runs({ protocol: protocol.name, life: ["live", "paused"] });
  for (const other of cards.filter((card) => card.run !== run && card.root === root)) {
    const folded = await folds.newest(other.run);
    if (folded === null || siteOf(folded.state) !== null) continue;
    const alone = folded.protocol.jobs(folded.state).filter((job) => job.alone === true);
    const leases = alone.length === 0 ? [] : await ledger.leases(other.run);
    const live = leases.length === 0 ? [] : liveOf(leases, await ledger.now());
    const isHeld = ({ key }: Job): boolean => live.some(({ job }) => job === key);
    const found = alone.find(isHeld) ?? alone.find(({ begun }) => begun);
    if (found === undefined) continue;
    const { title, name = title } = folded.protocol.view(folded.state);
    const held = isHeld(found);
    const rest =
      held || found.outside === true
        ? ""
        : `, and no runner drives it: \`cairn run ${other.run}\` goes on with it`;
    return {
      why: `${found.key} of run ${name} (${other.run}) is under way in this working tree${rest}`,
      held,
      begun: found.begun,
      run: other.run,
    };
  }
  return null;
};
