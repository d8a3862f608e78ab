// Declarations of a JSON object's keys, from which its writer, its JSON Schema, its reader and its known keys follow.
import type { JsonSchema } from "../../core/json/schema.ts";
import type { With } from "./unknown-keys.ts";
import type { Json, Ordered } from "../json/print.ts";

/** `former`: words of earlier files, mapped to `words`. `code`, `what`, `otherwise`: for the remark on another word. */
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
  /** Earlier files use one text with vertical bars. */
  | "texts or text"
  | "flag"
  | "whole"
  | "time"
  | "time or null"
  /** May be unknown for adopted evidence. */
  | "time or empty"
  | { readonly text: JsonSchema }
  /** Any value, of which the reader returns the node. */
  | { readonly node: JsonSchema }
  | { readonly word: Words }
  /** `by`: the key that names an entry where its unknown keys are kept; null: its place in the list; omitted: they aren't. */
  | { readonly list: Declared; readonly by?: string | null }
  | { readonly object: Declared }
  /** `older`: versions that are read as this one. */
  | { readonly version: string; readonly older: RegExp; readonly range: string };

/**
 * `need`: whether a file must have it. `should`: its schema requires it, and its reader doesn't.
 * `shown`: the value to write; undefined to omit it.
 * `former`: its names in earlier files.
 */
type Key<S> = readonly [
  need: "must" | "should" | "may",
  kind: Kind,
  shown: (of: S, object: With) => Json | undefined,
  ...former: readonly string[],
];
export type Keys<S> = Readonly<Record<string, Key<S>>>;
/**
 * `otherwise`: the remark if it isn't an object.
 * `plain`: the key for a plain text in its place, as in earlier files, and the code and text of the remark on it.
 */
export type Declared<K extends Keys<never> = Keys<never>> = {
  readonly keys: K;
  readonly otherwise: string;
  readonly plain?: readonly [key: string, code: string, remark: string];
};

export const keysOf = ({ keys }: Declared): ReadonlySet<string> => new Set(Object.keys(keys));

/** Declares an object written from `S`, with its keys in this order. */
export const objectOf =
  <S>() =>
  <const K extends Keys<S>>(otherwise: string, keys: K, plain?: Declared["plain"]) => {
    const all = Object.entries(keys);
    const entries = (of: S, object: With) =>
      all.flatMap(([name, [, , shown]]) => {
        const value = shown(of, object);
        return value === undefined ? [] : [[name, value] as const];
      });
    return {
      keys,
      otherwise,
      ...(plain === undefined ? {} : { plain }),
      entries,
      /**
       * @param at pointer that stores its unknown keys
       * @param own its original unknown keys
       */
      written: (of: S, object: With, at: string, own?: Parameters<With>[2]): Ordered =>
        object(at, entries(of, object), own),
    };
  };
