// Why: a node is told of by who tried it, what came last first, and how often.
import { asOf, type Attempt, type Then } from "../../attempts.ts";

/** Attempts at a node, the newest first, as they stood at a version; null: now. */
export const attemptsAt = (
  attempts: readonly Attempt[],
  subject: string,
  then: Then | null,
): readonly Attempt[] =>
  asOf(
    attempts.filter((one) => one.subject === subject),
    then,
  ).toReversed();

/** Those whose key differs from the others' alone in its number are tries of the same thing: how many were there before this one, of its role. */
export const tryOf = (attempts: readonly Attempt[], one: Attempt): number =>
  attempts.filter(
    ({ role, kind, fence }) => role === one.role && kind === one.kind && fence <= one.fence,
  ).length;
