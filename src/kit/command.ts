// Commands as values: what each one holds, who may give it and when, and what the rules answer, declared in one place.
import { settingsOf } from "./configured.ts";
import type { Message } from "../core/message.ts";
import type { Ask, Event, Facts, Stamp } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import { read } from "./findings.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { maker } from "./maker.ts";
import { type DataOf, type Fields, record, type Schema } from "./schema.ts";

/** Empty if nothing changes. */
export type Decided<E extends Event = Event> = readonly E[] | Refusal;

type Declared<S, D> = Omit<Message, "type" | "read" | "json" | "ask" | "fill"> & {
  /** Facts to read before deciding; null if none, and then nothing is filled in. */
  ask?(state: S, data: D): Ask | null;
  /** Fields that the engine fills in from these facts. */
  fill?(data: D, facts: Facts, state: S): object;
  /** Names of fields that only the engine sets; forms don't show them. */
  readonly filled?: readonly string[];
};
type Later<S, E extends Event, D> = Declared<S, D> & {
  decide(state: S, data: D, stamp: Stamp): Decided<E>;
};
/** Where a run begins. `taken`: number of names already taken; `config`: the protocol's section of cairn.config.json. */
export type Beginning = {
  readonly facts: Facts;
  readonly run: string;
  readonly taken: number;
  readonly config: Readonly<Record<string, unknown>>;
};
type Opening<S, E extends Event, D> = Declared<null, D> & {
  /** The data with what is configured or follows from the place; the run's id is added to it. */
  completes?(data: D, beginning: Beginning): object;
  /** @param before the existing state, if there is one */
  open(data: D, stamp: Stamp, before: S | null): Decided<E>;
};

/** A command's declaration for any data: decides on a state, or opens one. */
export type CommandKind<S, E extends Event = Event> = Message & {
  decide?(state: S, data: unknown, stamp: Stamp): Decided<E>;
  completes?(data: unknown, beginning: Beginning): object;
  open?(data: unknown, stamp: Stamp, before: S | null): Decided<E>;
};

/** The schema for senders: without the fields that the engine fills in. */
const withoutFields = (schema: JsonSchema, names: readonly string[]): JsonSchema => {
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

type Made<D, S> = Pick<Message, "read" | "json"> & {
  readonly schema: Schema<D>;
  fill?(data: D, facts: Facts, state: S): object;
};

/** Builds reading and filling of a command from its fields. */
const madeOf = <F extends Fields, S>(
  fields: F,
  { fill, filled = [] }: Pick<Declared<S, DataOf<F>>, "fill" | "filled">,
): Made<DataOf<F>, S> => {
  const schema = record(fields);
  let json: JsonSchema | null = null;
  return {
    schema,
    read: (data: unknown) => read(schema, data),
    json: () => (json ??= withoutFields(jsonSchemaOf(schema), filled)),
    ...(fill === undefined
      ? {}
      : { fill: (data, facts, state) => Object.assign({}, data, fill(data, facts, state)) }),
  };
};

type Asking<R, S, D> = Omit<R, "ask"> & { ask?(state: S | null, data: D): Ask | null };
/** A command sent together with the run's first one asks nothing, because there is no state yet. */
const askingOf = <S, D>(
  ask: ((state: S, data: D) => Ask | null) | undefined,
): { ask?(state: S | null, data: D): Ask | null } =>
  ask === undefined ? {} : { ask: (state, data) => (state === null ? {} : ask(state, data)) };

/** Declares commands of a protocol or aspect with state S and events E. */
export const commandsOn = <S, E extends Event>() => {
  const command = <const K extends string, const F extends Fields>(
    type: K,
    { data, ...rules }: Later<S, E, DataOf<F>> & { readonly data: F },
  ) =>
    maker<K, DataOf<F>, Asking<Later<S, E, DataOf<F>>, S, DataOf<F>> & Made<DataOf<F>, S>>(type, {
      ...rules,
      ...madeOf<F, S>(data, rules),
      ...askingOf<S, DataOf<F>>(rules.ask),
    });
  return {
    command,
    /** Declares a command that only answers a decision: never anybody's but a person's. */
    answering: <const K extends string, const F extends Fields>(
      type: K,
      rules: Omit<Later<S, E, DataOf<F>>, "who" | "answers"> & { readonly data: F },
    ) => command<K, F>(type, { ...rules, who: ["person"], answers: true }),
    /** Declares a command that may come first. */
    opener: <const K extends string, const F extends Fields>(
      type: K,
      { data, ...rules }: Opening<S, E, DataOf<F>> & { readonly data: F },
    ) =>
      maker<K, DataOf<F>, Opening<S, E, DataOf<F>> & Made<DataOf<F>, null>>(type, {
        ...rules,
        ...madeOf<F, null>(data, rules),
      }),
  };
};

/** Completes a command that opens a run by the configured settings. */
export const withConfigured =
  (names: readonly string[]) =>
  <D extends { readonly settings?: unknown }>(data: D, { config }: Pick<Beginning, "config">) => ({
    ...data,
    settings: settingsOf(names, config, data.settings),
  });
