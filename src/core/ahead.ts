// Look-ahead for rules: folds their own new events before the ledger has numbered them.
import type { Event, Stamp } from "./protocol.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import type { Recorded } from "./row.ts";

/** As the ledger will record it, but for version and cause, at which no protocol's fold looks. */
export const unnumbered = <E extends Event>(event: E, { at, by }: Stamp): Recorded<E> => ({
  ...event,
  version: 0,
  at,
  by,
  cause: "",
});

/** The fold of such events. */
export const ahead =
  <S, E extends Event>(evolve: (state: S, event: Recorded<E>) => S) =>
  (state: S, events: readonly E[], stamp: Stamp): S =>
    events.reduce<S>((before, event) => evolve(before, unnumbered(event, stamp)), state);

/** What follows step by step: each sees what those before it left. */
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

/** What a command leads to, and what follows by itself from the state that this leaves. */
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
