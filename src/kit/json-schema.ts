// JSON Schemas (draft 2020-12) of the house's schemas, for help texts, forms, references, briefs and other programs.
import { toJsonSchema } from "@valibot/to-json-schema";
import { draft } from "../core/json-schema.ts";
import type { Described } from "../core/message.ts";
import { isRecord } from "../core/record.ts";
import type { Schema } from "./schema.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

const mapped = (of: JsonSchema, make: (value: unknown, key: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value, key)]));

/** Values, not schemas. */
const verbatim = new Set(["default", "examples"]);

/** A schema with each of its parts in another form, the innermost first. */
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

/** What may also be null: its schema besides that, where there is just one. */
const besidesNull = ({ anyOf }: JsonSchema): JsonSchema | null => {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [first, second] = anyOf.map((one: unknown) => one);
  return isRecord(first) && isRecord(second) && second["type"] === "null" ? first : null;
};

/**
 * No empty lists; `{type: [x, "null"]}` reads better than two alternatives, where the first is no more than a type.
 * @param typeMode what a sender may give, or what is kept once it was read
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

/** A schema's members in the order in which people read them. */
const order =
  "type enum minLength maxLength minimum maximum maxItems items properties required anyOf description".split(
    " ",
  );

/** What may be null may be left out as well: whoever writes a report is told the shorter. */
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

/** Every job of a kind holds the same. */
const forms = new WeakMap<Schema, { toJSON(): JsonSchema }>();

/** A report's schema as a brief and the reference show it, made when it is first written: who only looks at a job pays nothing. */
export const reportForm = (schema: Schema): { toJSON(): JsonSchema } => {
  let made: JsonSchema | undefined;
  const form = forms.get(schema) ?? { toJSON: () => (made ??= brief(schema)) };
  forms.set(schema, form);
  return form;
};

/** A document or report of this form, as it is told to other programs. */
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
/** @param role who hands it in */
export const report = (role: string, means: string, form: Schema): Described =>
  described("report", `report/${role}`, means, form);
