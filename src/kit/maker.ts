// Constructors and type guards of events and commands, by their type.
import type { Event } from "../core/protocol.ts";

export type Typed<K extends string, D> = { readonly type: K; readonly data: D };

/** Messages of a list of declarations by type: `ByType<typeof events>`. */
export type ByType<T extends readonly { readonly type: string }[]> = {
  readonly [M in T[number] as M["type"]]: M extends (data: infer D) => {
    readonly type: infer K extends string;
  }
    ? Typed<K, D>
    : never;
};

/** @param rules the other members of the declaration */
export const maker = <K extends string, D, R extends object>(type: K, rules: R) =>
  Object.freeze(
    Object.assign((data: D): Typed<K, D> => ({ type, data }), rules, {
      type,
      is: <E extends Event>(message: E): message is E & Typed<K, D> => message.type === type,
    }),
  );

type Exported<M> = M extends unknown ? M[keyof M] : never;
/** All declarations exported by these modules, in the order of modules and names. */
export const declarationsIn = <const M extends readonly object[]>(
  ...modules: M
): readonly Extract<Exported<M[number]>, { readonly type: string }>[] =>
  modules.flatMap((module) =>
    Object.values(module).filter(
      (one): one is Extract<Exported<M[number]>, { readonly type: string }> =>
        typeof one === "function" && "type" in one,
    ),
  );
