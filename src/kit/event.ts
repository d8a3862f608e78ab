// Events as values: what each one holds, tells and does to the state is declared in one place.
import type { EndSaid } from "../core/attempt-end.ts";
import type { NewsWord } from "../core/news.ts";
import type { References } from "../core/protocol.ts";
import type { Recorded } from "../core/row.ts";
import type { Sender } from "../core/sender.ts";
import { maker } from "./maker.ts";
import { type DataOf, type Fields, record, type Schema } from "./schema.ts";

/** Members are methods, so that an event of any data fits where some event is wanted. */
type Declared<S, D> = {
  /** One sentence for references. */
  readonly means: string;
  /** What people read beside its name, in one line; not declared: the name says it all. */
  line?(data: D, by: Sender): string;
  /** Not declared: people who follow a run are not told. `line`: by the state after it; null: not this one. */
  readonly news?: NewsWord | { readonly word: NewsWord; line(data: D, state: S): string | null };
  /** How attempts at jobs ended by it; `state`: after it. */
  ends?(data: D, state: S): readonly EndSaid[];
  /** Who does the job that its stamp names. */
  doer?(data: D): string | null;
  /** Outputs and commits that it names and that are kept elsewhere. */
  refers?(data: D): References;
  /** Who alone makes it; not declared: the rules of its commands say so. */
  readonly by?: readonly Sender["kind"][];
  /** Why the rules can't have made it from the state before it, a phrase: asked by `cairn verify`. */
  broken?(before: S, data: D, event: Recorded): string | null;
};
type Later<S, D> = Declared<S, D> & {
  /** The state after it; not declared: the state stays. Never throws. */
  apply?(state: S, data: D, event: Recorded): S;
};
type Opening<S, D> = Declared<S, D> & {
  /** The state with which a run begins. */
  begin(data: D, event: Recorded): S;
};

/** An event's declaration, whatever its data. */
export type EventKind<S> = Declared<S, unknown> & {
  readonly type: string;
  readonly schema: Schema;
  apply?(state: S, data: unknown, event: Recorded): S;
  begin?(data: unknown, event: Recorded): S;
};

const eventOf = <K extends string, F extends Fields, R extends object>(
  type: K,
  fields: F,
  rules: R,
) =>
  maker<K, DataOf<F>, R & { readonly schema: Schema }>(type, { ...rules, schema: record(fields) });

/** The declarations of a protocol whose state is an S. */
export const eventsOn = <S>() => ({
  event: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Later<S, DataOf<F>> & { readonly data: F },
  ) =>
    eventOf<K, F, Later<S, DataOf<F>>>(type, data, {
      // Every function has an apply of its own.
      apply: (state) => state,
      ...rules,
    }),
  /** An event that a run begins with. */
  opening: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Opening<S, DataOf<F>> & { readonly data: F },
  ) => eventOf<K, F, Opening<S, DataOf<F>>>(type, data, rules),
});
