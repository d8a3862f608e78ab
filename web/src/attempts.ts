// Attempts at a run's jobs as of a time: running, or how they ended.
import { type AttemptState, attemptStates } from "../../src/core/words/attempt-states.ts";
import type { RunAnswer, Timeline } from "../../src/http/answers.ts";
import type { Look } from "../../src/core/words/states.ts";

export type Attempt = Timeline["attempts"][number];
/** The viewed time. */
export type Then = { readonly version: number; readonly at: string };

/** The attempts as of a version; null: now. */
export const asOf = (attempts: readonly Attempt[], then: Then | null): readonly Attempt[] => {
  if (then === null) return attempts;
  return attempts
    .filter(({ versions }) => versions[0] <= then.version)
    .map((one) => ({
      ...one,
      ends: one.ends.filter(({ version }) => version <= then.version),
      ...(one.versions[1] <= then.version
        ? {}
        : {
            over: false,
            to: then.at,
            versions: [one.versions[0], then.version] as const,
            work: false,
          }),
    }));
};

/** Fences of current leases; null in the past: no ledger stores earlier holders. */
export const liveFences = (jobs: RunAnswer["jobs"], past: boolean): ReadonlySet<number> | null =>
  past
    ? null
    : new Set(jobs.flatMap(({ is, fence }) => (is === "running" && fence !== null ? [fence] : [])));

/** `live`: running; `lost`: no recorded end, and no lease. */
export type Course = "over" | "live" | "lost";

/** `live`: fences of current leases; null: unknown, so unfinished ones count as live. */
export const courseOf = ({ over, fence }: Attempt, live: ReadonlySet<number> | null): Course =>
  over ? "over" : live === null || live.has(fence) ? "live" : "lost";

/** Its state, from its last recorded end. */
export const stateOf = (attempt: Attempt, is: Course): AttemptState =>
  is === "live" ? "running" : is === "lost" ? "lost" : (attempt.ends.at(-1)?.is ?? "over");

/** Display name of an attempt: its role, or that it is a check. */
export const attemptRole = ({ kind, role, job }: Pick<Attempt, "kind" | "role" | "job">): string =>
  kind === "check" ? "check" : (role ?? kind ?? job);
/** Its agent; null: unknown. */
export const agentOf = ({ by, kind }: Pick<Attempt, "by" | "kind">): string | null =>
  by ?? (kind === "check" ? "Cairn" : null);

/** Why it ended like this, in a line; null: the state says it all, or it isn't over. */
export const whyOf = ({ ends }: Attempt, is: Course): string | null => {
  if (is !== "over") return null;
  const last = ends.at(-1);
  // A statement about the work is more informative than that it was proved.
  return (
    last?.why ??
    ends.findLast(({ is: state, why }) => why !== null && isKept(state, last?.is))?.why ??
    null
  );
};
const isKept = (state: AttemptState, last: AttemptState | undefined): boolean =>
  (state === "reported" || state === "mended") && (last === "proved" || last === "landed");

export const lookOf = (attempt: Attempt, is: Course): Look => attemptStates[stateOf(attempt, is)];

/** In ms; null: unknown, since the ledger has only one time for it. */
export const durationOf = ({ from, to }: Attempt): number | null =>
  from === to ? null : Date.parse(to) - Date.parse(from);

/** Whether its changes are available. */
export const hasChanges = ({ work, kind }: Attempt, is: Course): boolean =>
  work || (is === "live" && kind === "agent");

/** Attempts at a node as of a version, newest first; null: now. */
export const attemptsAt = (
  attempts: readonly Attempt[],
  subject: string,
  then: Then | null,
): readonly Attempt[] =>
  asOf(
    attempts.filter((one) => one.subject === subject),
    then,
  ).toReversed();

/** The number of an attempt among those of its role. */
export const tryOf = (attempts: readonly Attempt[], one: Attempt): number =>
  attempts.filter(
    ({ role, kind, fence }) => role === one.role && kind === one.kind && fence <= one.fence,
  ).length;
