// Where a run's time and money went, in words: by role, on repeated work, on work that came to nothing.
import { howMany, span } from "../../../../src/core/words/how-many.ts";
import { attemptStates } from "../../../../src/core/words/attempt-states.ts";
import { moneyText } from "../../../../src/core/words/usage.ts";
import { spentOn } from "../../../../src/core/words/time-left.ts";
import { type Attempt, courseOf, stateOf } from "../../attempts.ts";
import { sumOf, tokenWords } from "../../words.ts";
import type { Stretch } from "./attempt-list.tsx";

type Attempts = readonly Attempt[];
type Live = ReadonlySet<number> | null;

/** The role of a protocol's own check; for the engine's just that it is a check. */
const roleOf = ({ kind, role }: Attempt): string =>
  kind === "check" && role === "engine" ? "check" : (role ?? kind ?? "unknown");

/** Work by agents: a repeated check of the engine is no repeated work. */
const isWork = ({ kind }: Attempt): boolean => kind !== "check" && kind !== "decision";

/** Attempts after the first one of a role at a unit. */
const repeatsIn = (attempts: Attempts): Attempts =>
  [
    ...Map.groupBy(attempts.filter(isWork), (one) =>
      JSON.stringify([one.subject ?? one.job, roleOf(one)]),
    ).values(),
  ].flatMap((all) => all.slice(1));

/** It was returned, failed, or nobody knows how it ended. */
const isLost = (one: Attempt, live: Live): boolean =>
  ["bad", "doubt"].includes(attemptStates[stateOf(one, courseOf(one, live))].shade);

/** `worker 40 min, check 3 min`: the longest first. */
const rolesIn = (attempts: Attempts, now: number): string =>
  [...Map.groupBy(attempts, roleOf)]
    .map(([role, all]) => ({ role, ms: spentOn(all, now) }))
    .filter(({ ms }) => ms > 0)
    .toSorted((one, other) => other.ms - one.ms)
    .map(({ role, ms }) => `${role} ${span(ms)}`)
    .join(", ");

const costOf = (attempts: Attempts): number => sumOf(attempts, ({ used }) => used?.cost ?? 0);
const tokensOf = (attempts: Attempts): number =>
  sumOf(attempts, ({ used }) => (used?.input ?? 0) + (used?.output ?? 0));

/** `now` in ms: the end of unfinished attempts. */
export const workWords = (attempts: Attempts, live: Live, now: number): readonly string[] => {
  const work = attempts.filter(isWork);
  const again = repeatsIn(attempts);
  const lost = attempts.filter((one) => isLost(one, live));
  const [cost, tokens] = [costOf(attempts), tokensOf(attempts)];
  const roles = rolesIn(attempts, now);
  return [
    `${howMany(work.length, "attempt")} by agents, ${again.length === 0 ? "none of them repeated" : `${again.length} of them repeated (${span(spentOn(again, now))})`}.`,
    ...(roles === "" ? [] : [`${span(spentOn(attempts, now))} of work: ${roles}.`]),
    ...(cost > 0
      ? [
          `${moneyText(cost)}, ${moneyText(costOf(lost))} of it on work that was returned or failed.`,
        ]
      : tokens > 0
        ? [`${tokenWords(tokens)}; no agent program reported a price.`]
        : []),
  ];
};

/** Thinner ones aren't seen, in percent. */
const LEAST = 0.4;

/** Returns where each attempt lies in the time from the first beginning to the last end. */
export const stretchesIn = (all: Attempts, now: number): ((one: Attempt) => Stretch) => {
  const ends = all.map(({ over, to }) => (over ? Date.parse(to) : now));
  const from = all.reduce((least, one) => Math.min(least, Date.parse(one.from)), now);
  const whole = Math.max(1, ends.reduce((most, end) => Math.max(most, end), from) - from);
  const part = (ms: number): number => (100 * ms) / whole;
  return (one) => {
    const width = Math.max(LEAST, part(spentOn([one], now)));
    return { left: Math.min(100 - width, part(Date.parse(one.from) - from)), width };
  };
};
