// Messages put together from tables of schemas, words and terms.
import type { Frame } from "../core/frame.ts";
import type { Described, Message, Terms } from "../core/message.ts";
import { termsOf, typesOf, type Worlds } from "../core/terms.ts";
import { withoutFields } from "./command.ts";
import { read } from "./findings.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import type { Of, Schema } from "./schema.ts";

/** Commands or events by their type, with what their schemas read. */
export type Typed<T extends Readonly<Record<string, Schema>>> = {
  readonly [K in keyof T]: { readonly type: K; readonly data: Of<T[K]> };
};

/** What a protocol says of a command besides its schema and its terms. */
export type Said = Omit<Message, keyof Terms | "read" | "json">;

/** In the order of the schemas. */
export const messagesOf = <K extends string>(
  schemas: Readonly<Record<K, Schema>>,
  said: Readonly<Record<K, Said>>,
  { frame, worlds }: { readonly frame: Frame<K>; readonly worlds: Worlds<K> },
): readonly Message[] =>
  typesOf(schemas).map((type) => ({
    ...termsOf(type, frame, worlds),
    read: (data) => read(schemas[type], data),
    json: () => withoutFields(jsonSchemaOf(schemas[type]), worlds[type]?.filled ?? []),
    ...said[type],
  }));

/** Each event with what it tells, for whoever reads the record with other programs. */
export const eventsDescribed = <K extends string>(
  schemas: Readonly<Record<K, Schema>>,
  means: Readonly<Record<K, string>>,
): readonly Described[] =>
  typesOf(schemas).map((name) => ({
    name,
    kind: "event",
    means: means[name],
    schema: () => ({
      title: name,
      description: means[name],
      ...jsonSchemaOf(schemas[name], "output"),
    }),
  }));
