// Commands as values: what each one holds, who may give it and when, and what the rules answer, declared in one place.
import type { Message } from "../core/message.ts";
import type { Ask, Event, Facts, Stamp } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import { read } from "./findings.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { maker } from "./maker.ts";
import { type DataOf, type Fields, record } from "./schema.ts";

/** No events: nothing changes. */
export type Decided = readonly Event[] | Refusal;

type Filler<D, V = unknown> = (facts: Facts, data: D) => V;
type Declared<S, D> = Omit<Message, "type" | "read" | "json" | "ask" | "fill"> & {
  /** What is read of the world before it is decided. */
  ask?(state: S, data: D): Ask;
  /** Fields that the engine alone gives: whatever a sender put there is replaced, and no form offers them. */
  readonly filled?: { readonly [K in keyof D]?: Filler<D, D[K]> };
};
type Later<S, D> = Declared<S, D> & { decide(state: S, data: D, stamp: Stamp): Decided };
type Opening<D> = Declared<null, D> & { open(data: D, stamp: Stamp): Decided };

/** A command's declaration, whatever its data: decided in a run, or to open one. */
export type CommandKind<S> = Message & {
  decide?(state: S, data: unknown, stamp: Stamp): Decided;
  open?(data: unknown, stamp: Stamp): Decided;
};

/** As a sender may give it: without what the engine fills in. */
export const withoutFields = (schema: JsonSchema, names: readonly string[]): JsonSchema => {
  const { properties, required } = schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties ?? {}).filter(([key]) => !names.includes(key)),
    ),
    ...(Array.isArray(required)
      ? { required: required.filter((key) => !names.includes(String(key))) }
      : {}),
  };
};

const commandOf = <K extends string, F extends Fields, R extends Declared<never, DataOf<F>>>(
  type: K,
  fields: F,
  rules: R,
) => {
  const schema = record(fields);
  const filled = Object.entries<Filler<DataOf<F>> | undefined>(rules.filled ?? {});
  return maker<K, DataOf<F>, R & Pick<Message, "read" | "json" | "fill">>(type, {
    ...rules,
    read: (data) => read(schema, data),
    json: () => withoutFields(jsonSchemaOf(schema), Object.keys(rules.filled ?? {})),
    ...(filled.length === 0
      ? {}
      : {
          fill: (data: DataOf<F>, facts: Facts) => ({
            ...data,
            ...Object.fromEntries(filled.map(([key, of]) => [key, of?.(facts, data)])),
          }),
        }),
  });
};

/** The declarations of a protocol whose state is an S. */
export const commandsOn = <S>() => ({
  command: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Later<S, DataOf<F>> & { readonly data: F },
  ) => commandOf<K, F, Later<S, DataOf<F>>>(type, data, rules),
  /** A command that opens a run. */
  opener: <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Opening<DataOf<F>> & { readonly data: F },
  ) => commandOf<K, F, Opening<DataOf<F>>>(type, data, rules),
});
