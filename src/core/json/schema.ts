// Builders of JSON Schemas for files and reports.
import type { Described } from "../message.ts";

/** JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;
type Keys = Readonly<Record<string, JsonSchema>>;
type Names = Readonly<Record<string, readonly string[]>>;

export const draft = "https://json-schema.org/draft/2020-12/schema";
export const text: JsonSchema = { type: "string" };
export const texts: JsonSchema = { type: "array", items: text };
export const flag: JsonSchema = { type: "boolean" };
export const time: JsonSchema = {
  type: "string",
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d",
};
export const maybe = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });
export const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
/** An object with any keys. */
export const byName = (values: JsonSchema): JsonSchema => ({
  type: "object",
  additionalProperties: values,
});
/** Earlier forms: adoption reads them, `check` reports them as deprecated, and no program should write them any more. */
export const earlier = (today: JsonSchema, ...before: readonly JsonSchema[]): JsonSchema => ({
  anyOf: [today, ...before.map((one) => ({ ...one, deprecated: true }))],
});
/** Words as written, in lower case and in upper case. */
export const anyCase = (words: readonly string[]): JsonSchema => ({
  enum: [...new Set(words.flatMap((word) => [word, word.toLowerCase(), word.toUpperCase()]))],
});

const formerKeys = (names: Names): Keys =>
  Object.fromEntries(
    Object.entries(names).flatMap(([key, former]) =>
      former.map((one) => [one, { deprecated: true, description: `read as ${key}` }]),
    ),
  );
/** Unknown keys are allowed: they belong to their authors. `names`: earlier names of required keys. */
export const object = (must: Keys, may: Keys = {}, names: Names = {}): JsonSchema => ({
  type: "object",
  properties: { ...must, ...may, ...formerKeys(names) },
  required: Object.keys(must).filter((key) => !Object.hasOwn(names, key)),
  ...(Object.keys(names).length === 0
    ? {}
    : {
        allOf: Object.entries(names).map(([key, former]) => ({
          anyOf: [
            { required: [key] },
            ...former.map((one) => ({ required: [one], deprecated: true })),
          ],
        })),
      }),
});

export const document = (name: string, means: string, schema: JsonSchema): Described => ({
  name,
  kind: "document",
  means,
  schema: () => ({ $schema: draft, title: name, description: means, ...schema }),
});
