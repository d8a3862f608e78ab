// Look-ahead for rules: folds their own new events before the ledger has numbered them.
import type { Event, Stamp } from "../protocol.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import type { Recorded } from "../row.ts";

/** The event as the ledger will record it, except for version and cause, which no protocol's fold reads. */
export const unnumbered = <E extends Event>(event: E, { at, by }: Stamp): Recorded<E> => ({
  ...event,
  version: 0,
  at,
  by,
  cause: "",
});

/** Folds events that have no ledger number yet. */
export const ahead =
  <S, E extends Event>(evolve: (state: S, event: Recorded<E>) => S) =>
  (state: S, events: readonly E[], stamp: Stamp): S =>
    events.reduce<S>((before, event) => evolve(before, unnumbered(event, stamp)), state);

/** Runs steps in sequence; each sees the results of the steps before it. */
export const chained =
  <S, E extends Event>(evolve: (state: S, event: Recorded<E>) => S) =>
  (
    state: S,
    stamp: Stamp,
    steps: readonly ((now: S, stamp: Stamp) => readonly E[])[],
  ): readonly E[] =>
    steps.reduce<{ readonly now: S; readonly events: readonly E[] }>(
      ({ now, events }, step) => {
        const more = step(now, stamp);
        return { now: ahead(evolve)(now, more, stamp), events: [...events, ...more] };
      },
      { now: state, events: [] },
    ).events;

/** A command's events, followed by those that the resulting state causes automatically. */
export const withFollowing = <S, E extends Event>(
  evolve: (state: S | null, event: Recorded<E>) => S,
  state: S | null,
  decided: readonly E[] | Refusal,
  stamp: Stamp,
  follow: (now: S, stamp: Stamp) => readonly E[],
): readonly E[] | Refusal => {
  const [head, ...rest] = isRefusal(decided) ? [] : decided;
  if (isRefusal(decided) || head === undefined) return decided;
  const now = ahead<S, E>(evolve)(evolve(state, unnumbered(head, stamp)), rest, stamp);
  return [...decided, ...follow(now, stamp)];
};
