// Why: every protocol makes its messages, and their JSON Schemas, of its own schemas and words in one and the same way.
import type { Frame } from "./frame.ts";
import type { Described, Message, Schema, Terms } from "./message.ts";
import { termsOf, typesOf, type Worlds } from "./terms.ts";

type JsonSchema = Readonly<Record<string, unknown>>;
/** The schema library's own JSON Schema of a schema: of what a sender gives, or of what is kept. */
type ToJson<S> = (
  schema: S,
  side: { readonly io: "input" | "output" },
) => {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
};

type Frozen<T> = unknown extends T ? T : { readonly [K in keyof T]: Frozen<T[K]> };
type DataOf<S extends Schema> = Frozen<
  Extract<ReturnType<S["safeParse"]>, { readonly success: true }>["data"]
>;

/** Commands or events by their type, with what their schemas read, nothing of it to be changed. */
export type Typed<T extends Readonly<Record<string, Schema>>> = {
  readonly [K in keyof T]: { readonly type: K; readonly data: DataOf<T[K]> };
};

/** What a protocol says of a command besides its schema and its terms. */
export type Said = Omit<Message, keyof Terms | "schema" | "json">;

/** As a sender may give it. */
const without = (made: ReturnType<ToJson<unknown>>, filled: readonly string[]): JsonSchema => ({
  ...made,
  properties: Object.fromEntries(
    Object.entries(made.properties ?? {}).filter(([key]) => !filled.includes(key)),
  ),
  ...(made.required === undefined
    ? {}
    : { required: made.required.filter((key) => !filled.includes(key)) }),
});

/** In the order of the schemas. */
export const messagesOf = <K extends string, S extends Schema>(
  schemas: Readonly<Record<K, S>>,
  said: Readonly<Record<K, Said>>,
  { frame, worlds }: { readonly frame: Frame<K>; readonly worlds: Worlds<K> },
  toJson: ToJson<S>,
): readonly Message[] =>
  typesOf(schemas).map((type) => {
    const schema = schemas[type];
    const json = (): JsonSchema =>
      without(toJson(schema, { io: "input" }), worlds[type]?.filled ?? []);
    return { ...termsOf(type, frame, worlds), schema, json, ...said[type] };
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
    schema: () => ({
      title: name,
      description: means[name],
      ...toJson(schemas[name], { io: "output" }),
    }),
  }));
