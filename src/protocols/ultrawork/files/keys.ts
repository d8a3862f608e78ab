// Declarations of a JSON object's keys, from which its writer, its JSON Schema, its reader and its known keys follow.
import type { JsonSchema } from "../../../core/json-schema.ts";
import type { With } from "../../../core/kept-extras.ts";
import type { Json, Ordered } from "../../../core/print.ts";

/** `former`: what earlier files say, and which of `words` it means. `code`, `what`, `otherwise`: how another word is remarked. */
export type Words<T extends string = string> = {
  readonly words: readonly T[];
  readonly former?: Readonly<Record<string, T>>;
  readonly anyCase?: boolean;
  readonly code: string;
  readonly what: string;
  readonly otherwise?: string;
};

export type Kind =
  | "text"
  | "text or null"
  | "texts"
  /** Earlier files have one text with vertical bars. */
  | "texts or text"
  | "flag"
  | "whole"
  | "time"
  | "time or null"
  /** Of what was found, not witnessed, nobody may know it. */
  | "time or empty"
  | { readonly text: JsonSchema }
  | { readonly word: Words }
  | { readonly list: Declared }
  | { readonly object: Declared }
  /** `older`: what is read as it. */
  | { readonly version: string; readonly older: RegExp; readonly range: string };

/**
 * `need`: whether a file must have it.
 * `shown`: what is written of it; undefined: it is left out.
 * `former`: names that it had in earlier files.
 */
type Key<S> = readonly [
  need: "must" | "may",
  kind: Kind,
  shown: (of: S, object: With) => Json | undefined,
  ...former: readonly string[],
];
export type Keys<S> = Readonly<Record<string, Key<S>>>;
/**
 * `otherwise`: what is remarked where no object stands.
 * `plain`: the key under which a plain text is read that stands there in earlier files, and what is remarked of it.
 */
export type Declared<K extends Keys<never> = Keys<never>> = {
  readonly keys: K;
  readonly otherwise: string;
  readonly plain?: readonly [key: string, remark: string];
};

export const keysOf = ({ keys }: Declared): ReadonlySet<string> => new Set(Object.keys(keys));

/** An object that is written of `S`, its keys in this order. */
export const objectOf =
  <S>() =>
  <const K extends Keys<S>>(otherwise: string, keys: K, plain?: Declared["plain"]) => {
    const entries = (of: S, object: With) =>
      Object.entries(keys).flatMap(([name, [, , shown]]) => {
        const value = shown(of, object);
        return value === undefined ? [] : [[name, value] as const];
      });
    return {
      keys,
      otherwise,
      ...(plain === undefined ? {} : { plain }),
      entries,
      /**
       * @param at the pointer by which its unknown keys are kept
       * @param own unknown keys that it came with
       */
      written: (of: S, object: With, at: string, own?: Parameters<With>[2]): Ordered =>
        object(at, entries(of, object), own),
    };
  };
