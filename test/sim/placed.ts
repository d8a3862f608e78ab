// A fold of a run's events together with where its work stands and what it used, for those who watch.
import { evolve as evolveBudget, isBudgetEvent } from "../../src/budget/events.ts";
import { budgetOf, withSpent } from "../../src/budget/spent.ts";
import type { Event, Protocol } from "../../src/core/protocol.ts";
import type { Recorded } from "../../src/core/row.ts";
import { marked } from "../../src/landing/changes.ts";
import { evolve, isWorkEvent } from "../../src/landing/events.ts";
import { siteOf, withSite } from "../../src/landing/site.ts";

type Folding<S, E extends Event> = Pick<
  Protocol<S, never, E>,
  "evolve" | "based" | "marks" | "lands"
>;

/** What an event of the run's work or budget makes of a state; null: it is one of the protocol's own. */
export const workDone = <S extends object, E extends Event>(
  protocol: Folding<S, E>,
  state: S | null,
  event: Recorded,
): S | null => {
  if (state !== null && isBudgetEvent(event))
    return withSpent(state, evolveBudget(budgetOf(state), event));
  if (state === null || !isWorkEvent(event)) return null;
  const based: S =
    event.type === "BaseSet"
      ? { ...state, ...protocol.based?.(event.data.base.tree, state) }
      : state;
  return withSite(based, evolve(siteOf(state), event));
};

/** What one of the protocol's own events makes of it. */
export const ownDone = <S extends object, E extends Event>(
  protocol: Folding<S, E>,
  state: S | null,
  event: Recorded<E>,
): S => {
  const site = siteOf(state);
  const next = withSpent(protocol.evolve(state, event), budgetOf(state));
  const mark = site === null ? null : (protocol.marks?.(event) ?? null);
  if (site === null) return next;
  return withSite(
    next,
    mark === null ? site : marked(site, mark, (unit) => protocol.lands(next, unit)),
  );
};
