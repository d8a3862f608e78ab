// Remarks on a run in a changed world: other branch, lost work, stale proof.
import type { Protocol } from "../../core/protocol.ts";
import { oneLine } from "../../core/quote.ts";
import { ground, groundAsk, onBranch } from "./recover.ts";
import type { State } from "./state.ts";

/** None for a finished run, where nothing more is done. */
export const remarks: NonNullable<Protocol<State>["remarks"]> = {
  ask: (state) => (state.ended === null ? groundAsk(state) : {}),
  of: (state, facts) => {
    if (state.ended !== null) return [];
    const { slug, branch } = state;
    if (!onBranch(state, facts))
      return [
        `BRANCH_CHANGED: the run is on ${oneLine(branch ?? "")}, and ${facts.branch === null ? "no branch" : oneLine(facts.branch)} is checked out: nothing starts; switch back, or \`cairn send ${slug} MoveRun --reason …\``,
      ];
    return ground(state, facts).map(({ unit, is, why }) =>
      is === "lost"
        ? `WORK_LOST: ${unit}: ${oneLine(why)}; \`cairn run ${slug}\` takes it up again`
        : `PROOF_STALE: ${unit}: ${oneLine(why)}`,
    );
  },
};
