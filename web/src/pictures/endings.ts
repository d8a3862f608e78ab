// Ends of attempts by role, with time and cost.
import { type AttemptState, attemptStates } from "../../../src/core/attempt-states.ts";
import { type Attempt, type Course, courseOf, spent, stateOf } from "../attempts.ts";
import { roleOf } from "./sums.ts";

export type Ending = {
  readonly role: string;
  readonly state: AttemptState;
  readonly attempts: number;
  readonly ms: number;
  /** In US dollars, as reported by agents' programs. */
  readonly cost: number;
};

/** By role and outcome, most frequent first. `live`: fences of running attempts. */
export const endings = (
  attempts: readonly Attempt[],
  live: ReadonlySet<number> | null,
  now: number,
): readonly Ending[] =>
  [
    ...Map.groupBy(attempts, (one) =>
      JSON.stringify([roleOf(one), stateOf(one, courseOf(one, live))]),
    ).values(),
  ]
    .flatMap((all): readonly Ending[] => {
      const [first] = all;
      if (first === undefined) return [];
      return [
        {
          role: roleOf(first),
          state: stateOf(first, courseOf(first, live)),
          attempts: all.length,
          ms: all.reduce((sum, one) => sum + spent(one, now), 0),
          cost: costOf(all),
        },
      ];
    })
    .toSorted(
      (one, other) =>
        other.attempts - one.attempts ||
        `${one.role} ${one.state}`.localeCompare(`${other.role} ${other.state}`, "en"),
    );

export const costOf = (attempts: readonly Pick<Attempt, "used">[]): number =>
  attempts.reduce((sum, { used }) => sum + (used?.cost ?? 0), 0);
export const tokensOf = (attempts: readonly Pick<Attempt, "used">[]): number =>
  attempts.reduce((sum, { used }) => sum + (used?.input ?? 0) + (used?.output ?? 0), 0);

/** Without a result: returned, failed, or with an unknown end. */
export const isWasted = (attempt: Attempt, is: Course): boolean => {
  const { shade } = attemptStates[stateOf(attempt, is)];
  return shade === "bad" || shade === "doubt";
};
