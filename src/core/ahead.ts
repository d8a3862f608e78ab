// Why: rules look ahead at the state that their own events will leave, before the ledger has numbered them.
import type { Event, Stamp } from "./protocol.ts";
import type { Recorded } from "./row.ts";

/** As the ledger will record it, but for version and cause, at which no protocol's fold looks. */
export const unnumbered = <E extends Event>(event: E, { at, by }: Stamp): Recorded<E> => ({ ...event, version: 0, at, by, cause: "" });

/** The fold of such events. */
export const ahead =
  <S, E extends Event>(evolve: (state: S, event: Recorded<E>) => S) =>
  (state: S, events: readonly E[], stamp: Stamp): S =>
    events.reduce<S>((before, event) => evolve(before, unnumbered(event, stamp)), state);
