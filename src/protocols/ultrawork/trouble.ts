// Model server trouble in ultrawork: costs no attempt, waits longer each time, then for a person.
import type { AgentFault } from "../../core/job.ts";
import type { Time } from "../../core/row.ts";
import { longestPauseMs, troublePauseMs, troubleTries } from "./limits.ts";
import type { About } from "./jobs/about.ts";
import type { State, Task, Trouble, TroubleKind } from "./state.ts";

export const isTrouble = (kind: AgentFault["kind"]): kind is TroubleKind => kind !== "other";

/** Keys of units for their troubles; prefixed, because a task may have the same name as an explorer. */
export const explorerUnit = (id: string): string => `explore-${id}`;
export const taskUnit = (id: string): string => `task-${id}`;
export const planUnit = "plan";
export const verifyUnit = "verify";
export const unitOf = (about: About): string | null => {
  if (about.is === "explore") return explorerUnit(about.explorer);
  if (about.is === "task") return taskUnit(about.task);
  return about.is === "plan" ? planUnit : about.is === "verify" ? verifyUnit : null;
};

const later = (at: Time, ms: number): Time => new Date(Date.parse(at) + ms).toISOString();

/** When the next attempt may start: a refused login needs a person immediately, temporary problems after too many repetitions. `retryAt`: requested by the provider. */
export const troubleNow = (
  before: Trouble | undefined,
  kind: TroubleKind,
  at: Time,
  retryAt: string | undefined,
): Pick<Trouble, "kind" | "notBefore"> => {
  const times = (before?.times ?? 0) + 1;
  if (kind === "auth" || times >= troubleTries) return { kind, notBefore: null };
  const told = retryAt === undefined ? Number.NaN : Date.parse(retryAt);
  if (told > Date.parse(at) + longestPauseMs) return { kind, notBefore: null };
  return {
    kind,
    notBefore:
      told > Date.parse(at) ? new Date(told).toISOString() : later(at, troublePauseMs(times)),
  };
};

/** Attempts that did work; only these count against the limit. */
export const workedAttempts = ({
  attempts,
  turnedAway,
}: Pick<Task, "attempts" | "turnedAway">): number => attempts - turnedAway;

export const troubleOf = (state: State, unit: string): Trouble | undefined =>
  Object.hasOwn(state.troubles, unit) ? state.troubles[unit] : undefined;

/** Units that a person must release. */
export const heldUnits = (state: State): readonly string[] =>
  Object.entries(state.troubles).flatMap(([unit, { notBefore }]) =>
    notBefore === null ? [unit] : [],
  );
