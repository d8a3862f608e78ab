// Return of issues to units, each through the whole loop (⊕ issues).
import * as event from "../events.ts";
import type { IterativeEvent } from "../events.ts";
import { titleLimit, unitsLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import type { Described, Issue, State, UnitId } from "../state.ts";
import { gapOf, unitOf } from "../units.ts";
import { nextId } from "./plan-rules.ts";
import { chain, type Follow } from "./step.ts";
import { halt } from "./work.ts";

/** Maximum passes of a unit that was created for an issue. */
const fixPasses = 3;

const fixUnit = (state: State, issue: Issue): Described => ({
  id: nextId(state),
  title: oneLine(`Fix: ${issue.problem}`, titleLimit),
  criteria: [`the problem is gone: ${issue.problem}`],
  files: state.mode === "development" && issue.file !== null ? [issue.file] : [],
  output: state.mode === "development" ? null : (state.units.at(-1)?.output ?? null),
  depends: [],
  model: "sonnet",
  max: fixPasses,
});

const reopen = (unit: UnitId, issue: Issue): readonly IterativeEvent[] => [
  event.unitReopened({ unit, gap: gapOf(issue), reason: oneLine(issue.problem, titleLimit) }),
];

const raised =
  (issue: Issue): Follow =>
  (state, stamp) => {
    const named = issue.unit === null ? null : unitOf(state, issue.unit);
    const last = state.units.at(-1);
    if (named !== null) return chain(state, stamp, [() => reopen(named.id, issue), halt(named.id)]);
    if (last !== undefined && state.units.length >= unitsLimit)
      return chain(state, stamp, [() => reopen(last.id, issue), halt(last.id)]);
    return [event.unitAdded({ unit: fixUnit(state, issue), gap: issue })];
  };

/**
 * `counted`: the issues use a round, and the last round leaves them to a person. A person's own issues never use one.
 * `answered`: the asked person lets the work continue.
 */
export const raiseIssues =
  (issues: readonly Issue[], counted: boolean, answered = false): Follow =>
  (state, stamp) => {
    const waits = counted && !answered && state.reviewer.rounds + 1 >= state.settings.caps.reviews;
    const raising = event.issuesRaised({ issues, counted, waits });
    return chain(state, stamp, [() => [raising], ...(waits ? [] : issues.map(raised))]);
  };
