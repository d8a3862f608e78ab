// JSON Schemas (draft 2020-12) of the house's schemas, for help texts, forms, references, briefs and other programs.
import { toJsonSchema } from "@valibot/to-json-schema";
import { draft, type JsonSchema } from "../core/json/schema.ts";
import type { Described } from "../core/message.ts";
import { isRecord } from "../core/json/record.ts";
import type { Schema } from "./schema.ts";
export type { JsonSchema };

const mapped = (of: JsonSchema, make: (value: unknown, key: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value, key)]));

/** Keys with values, not schemas. */
const verbatim = new Set(["default", "examples"]);

/** Transforms a schema and all of its parts, innermost first. */
const inForm = (form: (schema: JsonSchema) => JsonSchema) => {
  const made = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(made);
    if (!isRecord(part)) return part;
    return form(
      mapped(part, (value, key) => {
        if (key === "properties" && isRecord(value)) return mapped(value, made);
        return verbatim.has(key) ? value : made(value);
      }),
    );
  };
  return (schema: Schema, typeMode: "input" | "output" = "input"): JsonSchema => {
    const all = made(
      toJsonSchema(schema, { typeMode, target: "draft-2020-12", errorMode: "ignore" }),
    );
    return isRecord(all) ? all : {};
  };
};

/** The other schema of a nullable one, if there is exactly one. */
const besidesNull = ({ anyOf }: JsonSchema): JsonSchema | null => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [first, second] = anyOf.map((one: unknown) => one);
  return isRecord(first) && isRecord(second) && second["type"] === "null" ? first : null;
};

/**
 * Omits empty lists, and writes `{type: [x, "null"]}` instead of two alternatives if the first is only a type.
 * @param typeMode schema of the input from senders, or of the value after parsing
 */
export const jsonSchemaOf = inForm((schema) => {
  const { required, ...others } = schema;
  const { anyOf: _, ...rest } = others;
  const only = besidesNull(schema);
  const plain =
    only !== null && Object.keys(only).every((key) => key === "type" || key === "description");
  if (plain && typeof only["type"] === "string")
    return { ...only, type: [only["type"], "null"], ...rest };
  return Array.isArray(required) && required.length === 0 ? others : schema;
});

/** Order of a schema's keys for human readers. */
const order =
  "type enum minLength maxLength minimum maximum maxItems items properties required anyOf description".split(
    " ",
  );

/** A nullable field may also be omitted, so authors of reports get the shorter schema. */
const brief = inForm((schema) => {
  const { anyOf: _, ...rest } = schema;
  const only = besidesNull(schema);
  const all = only === null ? schema : { ...only, ...rest };
  return Object.fromEntries(
    order.flatMap((key) =>
      !Object.hasOwn(all, key) || (key === "type" && Object.hasOwn(all, "enum"))
        ? []
        : [[key, all[key]]],
    ),
  );
});

/** Cached, because all jobs of a kind share a schema. */
const forms = new WeakMap<Schema, { toJSON(): JsonSchema }>();

/** A report's schema for briefs and the reference, generated on first use, because most readers of a job don't need it. */
export const reportForm = (schema: Schema): { toJSON(): JsonSchema } => {
  let made: JsonSchema | undefined;
  const form = forms.get(schema) ?? { toJSON: () => (made ??= brief(schema)) };
  forms.set(schema, form);
  return form;
};

/** Describes a document or report of this form for other programs. */
export const described = (
  kind: "document" | "report",
  name: string,
  means: string,
  form: Schema,
): Described => ({
  name,
  kind,
  means,
  schema: () => ({ $schema: draft, title: name, description: means, ...reportForm(form).toJSON() }),
});
/** @param role role that submits it */
export const report = (role: string, means: string, form: Schema): Described =>
  described("report", `report/${role}`, means, form);
