// Why: who tried a node, when and how often is told of the moment that is looked at, not of what came after it.
import type { Timeline } from "../../../../src/http/answers.ts";

export type Attempt = Timeline["attempts"][number];

/** Attempts at a node, the newest first, as they stood at a version; null: now. */
export const attemptsAt = (
  attempts: readonly Attempt[],
  subject: string,
  at: { readonly version: number; readonly at: string } | null,
): readonly Attempt[] =>
  attempts
    .filter((one) => one.subject === subject && (at === null || one.versions[0] <= at.version))
    .map((one) =>
      at === null || one.versions[1] <= at.version
        ? one
        : { ...one, over: false, to: at.at, versions: [one.versions[0], at.version] as const },
    )
    .toReversed();

/** Those whose key differs from the others' alone in its number are tries of the same thing: how many were there before this one, of its role. */
export const tryOf = (attempts: readonly Attempt[], one: Attempt): number =>
  attempts.filter(({ role, kind, fence }) => role === one.role && kind === one.kind && fence <= one.fence).length;
