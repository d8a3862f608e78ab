// Attempts at a run's jobs at a moment: under way, or how they ended.
import { type AttemptState, attemptStates } from "../../src/core/attempt-states.ts";
import type { Shown, Timeline } from "../../src/http/answers.ts";
import type { Look } from "../../src/core/state-words.ts";

export type Attempt = Timeline["attempts"][number];
/** The moment that is looked at. */
export type Then = { readonly version: number; readonly at: string };

/** As they stood at a version, without what came after it; null: now. */
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

/** Fences of the leases that are held now; null in the past: no ledger has who held what then. */
export const liveFences = (jobs: Shown["jobs"], past: boolean): ReadonlySet<number> | null =>
  past
    ? null
    : new Set(jobs.flatMap(({ is, fence }) => (is === "running" && fence !== null ? [fence] : [])));

/** `live`: under way; `lost`: no end recorded, and no lease held. */
export type Course = "over" | "live" | "lost";

/** `live`: fences of the leases that are held; null: unknown, so what isn't over counts as live. */
export const courseOf = ({ over, fence }: Attempt, live: ReadonlySet<number> | null): Course =>
  over ? "over" : live === null || live.has(fence) ? "live" : "lost";

/** How it stands: by the last that the ledger says of its end. */
export const stateOf = (attempt: Attempt, is: Course): AttemptState =>
  is === "live" ? "running" : is === "lost" ? "lost" : (attempt.ends.at(-1)?.is ?? "over");

/** What an attempt is called: by its role; a check by that. */
export const attemptRole = ({ kind, role, job }: Pick<Attempt, "kind" | "role" | "job">): string =>
  kind === "check" ? "check" : (role ?? kind ?? job);
/** Who made it; null: unknown. */
export const agentOf = ({ by, kind }: Pick<Attempt, "by" | "kind">): string | null =>
  by ?? (kind === "check" ? "the engine" : null);

/** Why it ended so, in a line; null: the state says it all, or it isn't over. */
export const whyOf = ({ ends }: Attempt, is: Course): string | null => {
  if (is !== "over") return null;
  const last = ends.at(-1);
  // What was said of the work itself says more than that it was proved.
  return (
    last?.why ??
    ends.findLast(({ is: state, why }) => why !== null && isKept(state, last?.is))?.why ??
    null
  );
};
const isKept = (state: AttemptState, last: AttemptState | undefined): boolean =>
  (state === "reported" || state === "mended") && (last === "proved" || last === "landed");

export const lookOf = (attempt: Attempt, is: Course): Look => attemptStates[stateOf(attempt, is)];

/** In ms; null: the ledger has one moment alone, so it is unknown. */
export const durationOf = ({ from, to }: Attempt): number | null =>
  from === to ? null : Date.parse(to) - Date.parse(from);

/** Whether the changes that it made can be asked for. */
export const hasChanges = ({ work, kind }: Attempt, is: Course): boolean =>
  work || (is === "live" && kind === "agent");

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

/** The number of an attempt among those of its role. */
export const tryOf = (attempts: readonly Attempt[], one: Attempt): number =>
  attempts.filter(
    ({ role, kind, fence }) => role === one.role && kind === one.kind && fence <= one.fence,
  ).length;
