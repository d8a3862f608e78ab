// Events as values: what each one holds, tells and does to the state is declared in one place.
import type { EndSaid } from "../core/reports/attempt-end.ts";
import type { News, NewsWord } from "../core/words/news.ts";
import type { References } from "../core/protocol.ts";
import type { Recorded } from "../core/row.ts";
import type { Sender } from "../core/sender.ts";
import { maker } from "./maker.ts";
import { type DataOf, type Fields, record, type Schema } from "./schema.ts";

/** Members are methods, so that declarations with narrower data are assignable. */
type Declared<D, T> = {
  /** One sentence for references. */
  readonly means: string;
  /** Details shown next to its name, in one line; omit if the name suffices. */
  line?(data: D, by: Sender): string;
  /** Omit if followers of a run needn't be notified. `line`: from the state after the event; null to skip this one, News for another word. */
  readonly news?:
    | NewsWord
    | { readonly word: NewsWord; line(data: D, state: T): string | News | null };
  /** How attempts at jobs ended by this event. `state`: after the event */
  ends?(data: D, state: T): readonly EndSaid[];
  /** The agent that does the job in its stamp. */
  doer?(data: D): string | null;
  /** The unit whose work it reports as done; null if none. */
  worked?(data: D): string | null;
  /** It changes the run's place. */
  readonly moves?: true;
  /** Outputs and commits named by it and stored elsewhere. */
  refers?(data: D): References;
  /** The only senders that may cause it; omit if its commands decide. */
  readonly by?: readonly Sender["kind"][];
};
type Later<S, D, T> = Declared<D, T> & {
  /** Why the rules can't have made it from the state before, as a phrase; for `cairn verify`. */
  broken?(before: S, data: D, event: Recorded): string | null;
  /** The state after it; omit if the state stays the same. Must not throw. */
  apply?(state: S, data: D, event: Recorded): S;
};
type Opening<S, D, T> = Declared<D, T> & {
  broken?(before: S | null, data: D, event: Recorded): string | null;
  /** The initial state. `before`: the existing state, if it isn't the first event */
  begin(data: D, event: Recorded, before: S | null): S;
};

/** An event's declaration for any data. `T`: input of its news and ends. */
export type EventKind<S, T = S> = Declared<unknown, T> & {
  readonly type: string;
  readonly schema: Schema;
  broken?(before: S | null, data: unknown, event: Recorded): string | null;
  apply?(state: S, data: unknown, event: Recorded): S;
  begin?(data: unknown, event: Recorded, before: S | null): S;
};

const eventOf = <K extends string, F extends Fields, R extends object>(
  type: K,
  fields: F,
  rules: R,
) =>
  maker<K, DataOf<F>, R & { readonly schema: Schema<DataOf<F>> }>(type, {
    ...rules,
    schema: record(fields),
  });

/** Declares events of a protocol or aspect with state S. */
export const eventsOn = <S, T = S>() => ({
  event: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Later<S, DataOf<F>, T> & { readonly data: F },
  ) =>
    eventOf<K, F, Later<S, DataOf<F>, T>>(type, data, {
      // Always defined, so that callers need no check.
      apply: (state) => state,
      ...rules,
    }),
  /** Declares an event that may come first. */
  opening: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Opening<S, DataOf<F>, T> & { readonly data: F },
  ) => eventOf<K, F, Opening<S, DataOf<F>, T>>(type, data, rules),
});
