// Remark on a run whose user has another branch checked out.
import type { Protocol } from "../../core/protocol.ts";
import { oneLine } from "../../core/words/quote.ts";
import type { State } from "./state.ts";

/** None for a finished run, where nothing more is done. */
export const remarks: NonNullable<Protocol<State>["remarks"]> = {
  ask: () => ({}),
  of: (state, facts) => {
    const { slug, branch, ended } = state;
    if (ended !== null || branch === null || facts.branch === branch) return [];
    return [
      `BRANCH_CHANGED: the run is on ${oneLine(branch)}, and ${facts.branch === null ? "no branch" : oneLine(facts.branch)} is checked out: nothing starts; switch back, or \`cairn send ${slug} MoveRun --reason …\``,
    ];
  },
};
