// JSON Schema of an object by its declared keys.
import {
  anyCase,
  earlier,
  flag,
  type JsonSchema,
  list,
  maybe,
  object,
  text,
  texts,
  time,
} from "../../core/json/schema.ts";
import type { Declared, Kind, Words } from "./keys.ts";

const plain: Readonly<Record<Extract<Kind, string>, JsonSchema>> = {
  text,
  "text or null": maybe(text),
  texts,
  "texts or text": earlier(texts, text),
  flag,
  whole: { type: "integer" },
  time,
  "time or null": maybe(time),
  "time or empty": { anyOf: [time, { const: "" }] },
};

const wordSchema = ({ words, former = {}, anyCase: any = false }: Words): JsonSchema => {
  const all = [...words, ...Object.keys(former)];
  if (any) return earlier({ enum: words }, anyCase(all));
  return all.length === words.length ? { enum: words } : earlier({ enum: words }, { enum: all });
};

const kindSchema = (kind: Kind): JsonSchema => {
  if (typeof kind === "string") return plain[kind];
  if ("version" in kind)
    return earlier({ const: kind.version }, { ...text, pattern: kind.older.source });
  if ("text" in kind) return kind.text;
  if ("node" in kind) return kind.node;
  if ("word" in kind) return wordSchema(kind.word);
  return "list" in kind ? list(schemaOf(kind.list)) : schemaOf(kind.object);
};

export const schemaOf = (declared: Declared): JsonSchema => {
  const all = Object.entries(declared.keys);
  const schemas = (isOptional: boolean) =>
    Object.fromEntries(
      all.flatMap(([name, [need, kind]]) =>
        (need === "may") === isOptional ? [[name, kindSchema(kind)]] : [],
      ),
    );
  const names = Object.fromEntries(
    all.flatMap(([name, [, , , ...former]]) => (former.length === 0 ? [] : [[name, former]])),
  );
  const schema = object(schemas(false), schemas(true), names);
  return declared.plain === undefined ? schema : earlier(schema, text);
};
