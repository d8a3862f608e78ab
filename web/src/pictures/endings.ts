// Cost of attempts, and which of them led to nothing.
import { attemptStates } from "../../../src/core/attempt-states.ts";
import { type Attempt, type Course, stateOf } from "../attempts.ts";

export const costOf = (attempts: readonly Pick<Attempt, "used">[]): number =>
  attempts.reduce((sum, { used }) => sum + (used?.cost ?? 0), 0);
export const tokensOf = (attempts: readonly Pick<Attempt, "used">[]): number =>
  attempts.reduce((sum, { used }) => sum + (used?.input ?? 0) + (used?.output ?? 0), 0);

/** Without a result: returned, failed, or with an unknown end. */
export const isWasted = (attempt: Attempt, is: Course): boolean => {
  const { shade } = attemptStates[stateOf(attempt, is)];
  return shade === "bad" || shade === "doubt";
};
