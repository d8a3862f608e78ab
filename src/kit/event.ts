// Events as values: what each one holds, tells and does to the state is declared in one place.
import type { EndSaid } from "../core/attempt-end.ts";
import type { NewsWord } from "../core/news.ts";
import type { References } from "../core/protocol.ts";
import type { Recorded } from "../core/row.ts";
import type { Sender } from "../core/sender.ts";
import { maker } from "./maker.ts";
import { type DataOf, type Fields, record, type Schema } from "./schema.ts";

/** Members are methods, so that an event of any data fits where some event is wanted. */
type Declared<D, T> = {
  /** One sentence for references. */
  readonly means: string;
  /** What people read beside its name, in one line; not declared: the name says it all. */
  line?(data: D, by: Sender): string;
  /** Not declared: people who follow a run are not told. `line`: by the state after it; null: not this one. */
  readonly news?: NewsWord | { readonly word: NewsWord; line(data: D, state: T): string | null };
  /** How attempts at jobs ended by it; `state`: after it. */
  ends?(data: D, state: T): readonly EndSaid[];
  /** Who does the job that its stamp names. */
  doer?(data: D): string | null;
  /** Outputs and commits that it names and that are kept elsewhere. */
  refers?(data: D): References;
  /** Who alone makes it; not declared: the rules of its commands say so. */
  readonly by?: readonly Sender["kind"][];
};
type Later<S, D, T> = Declared<D, T> & {
  /** Why the rules can't have made it from the state before it, a phrase: asked by `cairn verify`. */
  broken?(before: S, data: D, event: Recorded): string | null;
  /** The state after it; not declared: the state stays. Never throws. */
  apply?(state: S, data: D, event: Recorded): S;
};
type Opening<S, D, T> = Declared<D, T> & {
  broken?(before: S | null, data: D, event: Recorded): string | null;
  /** The state that it begins with. `before`: where it isn't the first. */
  begin(data: D, event: Recorded, before: S | null): S;
};

/** An event's declaration, whatever its data. `T`: what its news and ends are told from. */
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

/** The declarations of a protocol or an aspect whose state is an S. */
export const eventsOn = <S, T = S>() => ({
  event: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Later<S, DataOf<F>, T> & { readonly data: F },
  ) =>
    eventOf<K, F, Later<S, DataOf<F>, T>>(type, data, {
      // Every function has an apply of its own.
      apply: (state) => state,
      ...rules,
    }),
  /** An event that may come first. */
  opening: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Opening<S, DataOf<F>, T> & { readonly data: F },
  ) => eventOf<K, F, Opening<S, DataOf<F>, T>>(type, data, rules),
});
