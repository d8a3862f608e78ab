// Declarations of a JSON object's keys, from which its writer, its JSON Schema, its reader and its known keys follow.
import type { With } from "../../../core/kept-extras.ts";
import type { Json, Ordered } from "../../../core/print.ts";

type Kind = "text" | "text or null" | "texts" | "flag" | { readonly list: Declared };
/** `need`: whether a file must have it. `shown`: what is written of it. */
type Key<S> = readonly [need: "must" | "may", kind: Kind, shown: (of: S, object: With) => Json];
export type Keys<S> = Readonly<Record<string, Key<S>>>;
/** `otherwise`: what is remarked where no object stands. */
export type Declared<K extends Keys<never> = Keys<never>> = {
  readonly keys: K;
  readonly otherwise: string;
};

/** An object that is written of `S`, its keys in this order. */
export const objectOf =
  <S>() =>
  <const K extends Keys<S>>(otherwise: string, keys: K) => ({
    keys,
    otherwise,
    /** @param at the pointer by which its unknown keys are kept */
    written: (of: S, object: With, at: string): Ordered =>
      object(
        at,
        Object.entries(keys).map(([name, [, , shown]]) => [name, shown(of, object)]),
      ),
  });
