// Why: every protocol makes its messages, and their JSON Schemas, of its own schemas and words in one and the same way.
import type { Frame } from "./frame.ts";
import type { Described, Message, Schema } from "./message.ts";

type JsonSchema = Readonly<Record<string, unknown>>;
/** The schema library's own JSON Schema of a schema: of what a sender gives, or of what is kept. */
type ToJson<S> = (
  schema: S,
  side: { readonly io: "input" | "output" },
) => { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: readonly string[] };

type Frozen<T> = unknown extends T ? T : { readonly [K in keyof T]: Frozen<T[K]> };
type DataOf<S extends Schema> = Frozen<Extract<ReturnType<S["safeParse"]>, { readonly success: true }>["data"]>;

/** Commands or events by their type, with what their schemas read, nothing of it to be changed. */
export type Typed<T extends Readonly<Record<string, Schema>>> = {
  readonly [K in keyof T]: { readonly type: K; readonly data: DataOf<T[K]> };
};

/** What a protocol says of a command besides its schema, who may send it and when. `filled`: fields that the engine alone gives, so no flag or tool offers them. */
export type Said = Omit<Message, "type" | "schema" | "json" | "who" | "when"> & { readonly filled?: readonly string[] };

const typesOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table).filter((type): type is K => Object.hasOwn(table, type));

/** As a sender may give it. */
const without = (made: ReturnType<ToJson<unknown>>, filled: readonly string[]): JsonSchema => ({
  ...made,
  properties: Object.fromEntries(Object.entries(made.properties ?? {}).filter(([key]) => !filled.includes(key))),
  ...(made.required === undefined ? {} : { required: made.required.filter((key) => !filled.includes(key)) }),
});

/** In the order of the schemas. */
export const messagesOf = <K extends string, S extends Schema>(
  schemas: Readonly<Record<K, S>>,
  said: Readonly<Record<K, Said>>,
  { who, when }: Frame<K>,
  toJson: ToJson<S>,
): readonly Message[] =>
  typesOf(schemas).map((type) => {
    const { filled = [], ...rest }: Said = said[type];
    const schema = schemas[type];
    const lives = when[type];
    const json = (): JsonSchema => without(toJson(schema, { io: "input" }), filled);
    return { type, schema, json, who: who[type], ...(lives === undefined ? {} : { when: lives }), ...rest };
  });

/** Each event with what it tells, for whoever reads the record with other programs. */
export const eventsDescribed = <K extends string, S extends Schema>(
  schemas: Readonly<Record<K, S>>,
  means: Readonly<Record<K, string>>,
  toJson: ToJson<S>,
): readonly Described[] =>
  typesOf(schemas).map((name) => ({
    name,
    kind: "event",
    means: means[name],
    schema: () => ({ title: name, description: means[name], ...toJson(schemas[name], { io: "output" }) }),
  }));
