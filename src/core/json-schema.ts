// Why: files and reports are told to other programs as JSON Schemas, in one form and put together from the same few pieces.
import type { Described } from "./message.ts";

/** Of 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;
type Keys = Readonly<Record<string, JsonSchema>>;

export const draft = "https://json-schema.org/draft/2020-12/schema";
export const text: JsonSchema = { type: "string" };
export const texts: JsonSchema = { type: "array", items: text };
export const flag: JsonSchema = { type: "boolean" };
export const time: JsonSchema = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d" };
export const maybe = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });
export const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
/** Under any names. */
export const byName = (values: JsonSchema): JsonSchema => ({ type: "object", additionalProperties: values });
/** Unknown keys are let through: they belong to whoever wrote them. */
export const object = (must: Keys, may: Keys = {}): JsonSchema => ({
  type: "object",
  properties: { ...must, ...may },
  required: Object.keys(must),
});

const described = (name: string, kind: Described["kind"], means: string, schema: JsonSchema): Described => ({
  name,
  kind,
  means,
  schema: () => ({ $schema: draft, title: name, description: means, ...schema }),
});

export const document = (name: string, means: string, schema: JsonSchema): Described => described(name, "document", means, schema);
/** `role`: who hands it in. */
export const report = (role: string, means: string, { schema }: { readonly schema: JsonSchema }): Described =>
  described(`report/${role}`, "report", means, schema);
